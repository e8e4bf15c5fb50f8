#include "solver/check_pair.h"

#include "solver/witnesses/model.h"

/*
 * Do all racing writes store one value (SEMANTICS, same value)? Most do not, which the race's own model shows: what it
 * says nothing about, such as the contents of memory, may be anything there.
 */

/* Any value within the symbol's bounds, the same one for equal arguments. */
static uint64_t any_value(const struct et *leaf, const uint64_t *args)
{
	const struct symbol *sym = leaf->sym;
	uint64_t mixed = sym->id;
	for (unsigned i = 0; i <= leaf->nargs; i++) {
		mixed = (mixed + (i < leaf->nargs ? args[i] : 1)) * 0x9e3779b97f4a7c15u;
		mixed ^= mixed >> 31;
	}
	if (sym->bounded) {
		uint64_t size = (uint64_t)sym->hi - (uint64_t)sym->lo + 1;
		mixed = (uint64_t)sym->lo + (size ? mixed % size : mixed);
	}
	return mixed & mask_bits(leaf->width);
}

static bool leaf_value(void *data, const struct et *leaf, const uint64_t *args, uint64_t *value)
{
	const struct model_value *found = model_find(data, leaf, args);
	*value = found ? found->value : any_value(leaf, args);
	return true;
}

static bool model_tells_apart(const struct answer *answer, const struct et *a, const struct et *b)
{
	struct arena *scratch = arena_new();
	struct answer model = *answer;
	uint64_t values[2];
	bool apart = et_eval(scratch, a, leaf_value, &model, &values[0]) &&
		     et_eval(scratch, b, leaf_value, &model, &values[1]) && values[0] != values[1];
	arena_free(scratch);
	return apart;
}

bool race_same_value(struct check *check, const struct question *question, const struct answer *answer)
{
	const struct et *a = question->terms->value[0], *b = question->terms->value[1];
	const struct pair *pair = question->pair;
	if (pair->a.access->type != ACCESS_WRITE || pair->b.access->type != ACCESS_WRITE)
		return false;
	if (!a || !b || a->width != b->width || pair->a.access->size != pair->b.access->size)
		return false;
	if (a == b)
		return true;
	if (model_tells_apart(answer, a, b))
		return false;
	struct query query = question->query;
	struct ets *ets = check->kernel->ets;
	query.conditions = (__typeof__(query.conditions)){ 0 };
	vec_each(each, &question->query.conditions)
		vec_push(check->kernel->arena, &query.conditions, *each);
	vec_push(check->kernel->arena, &query.conditions,
		et_not(ets, et_binary(ets, ET_EQ, 0, a, b)));
	solver_query_limit(check->solver, budget_short(check));
	return solve(check->solver, &query).kind == ANSWER_UNSAT;
}
