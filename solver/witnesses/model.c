#include "solver/witnesses/model.h"

static bool is_leaf(const struct et *et)
{
	return et->op == ET_SYM || et->op == ET_APP;
}

static bool same_args(const struct model_value *value, const uint64_t *args)
{
	for (unsigned i = 0; i < value->leaf->nargs; i++)
		if (value->args[i] != args[i])
			return false;
	return true;
}

/* The leaf itself, or another application of its function to equal arguments. */
const struct model_value *model_find(
	const struct answer *answer, const struct et *leaf, const uint64_t *args)
{
	for (size_t i = 0; i < answer->model.n; i++) {
		const struct model_value *value = &answer->model.at[i];
		bool match = leaf->op == ET_SYM
				     ? value->leaf == leaf
				     : value->leaf->op == ET_APP && value->leaf->sym == leaf->sym &&
					       value->leaf->nargs == leaf->nargs &&
					       same_args(value, args);
		if (match)
			return value;
	}
	return NULL;
}

static bool leaf_value(void *data, const struct et *leaf, const uint64_t *args, uint64_t *value)
{
	const struct model_value *found = model_find(data, leaf, args);
	if (found)
		*value = found->value;
	return found;
}

bool model_eval(
	struct arena *scratch, const struct answer *answer, const struct et *et, uint64_t *value)
{
	struct answer copy = *answer;
	return et_eval(scratch, et, leaf_value, &copy, value);
}

void model_fill(struct answer *answer, struct arena *arena, const struct problem *problem,
	leaf_value_fn *value, void *data)
{
	struct arena *scratch = arena_new();
	answer->model.n = 0;
	vec_each(it, &problem->terms) {
		const struct et *et = *it;
		if (!is_leaf(et))
			continue;
		struct model_value entry = { .leaf = et };
		entry.args = arena_alloc(arena, et->nargs * sizeof(*entry.args));
		for (unsigned i = 0; i < et->nargs; i++)
			if (!model_eval(scratch, answer, et->arg[i], &entry.args[i]))
				bug("model_fill: argument without a value");
		entry.value = value(data, et, entry.args) & mask_bits(et->width);
		vec_push(arena, &answer->model, entry);
	}
	arena_free(scratch);
}

const struct et *overlap_term(struct ets *ets, const struct query *query)
{
	if (!query->offset[0])
		return et_bool(ets, true);
	const struct et *d = et_binary(ets, ET_SUB, 0, query->offset[0], query->offset[1]);
	const struct et *to = et_const(ets, 64, query->size[1]);
	const struct et *from = et_const(ets, 64, 0 - (uint64_t)query->size[0]);
	const struct et *zero = et_const(ets, 64, 0);
	const struct et *term = et_and(ets, et_binary(ets, ET_SLT, 0, d, to), et_binary(ets, ET_SLT, 0, from, d));
	for (unsigned i = 0; i < 2; i++)
		if (query->inside[i])
			term = et_and(ets, term, et_binary(ets, ET_SLE, 0, zero, query->offset[i]));
	return term;
}

bool is_approximation(const struct et *leaf)
{
	return leaf->sym->kind == SYM_HAVOC || leaf->sym->kind == SYM_UNKNOWN;
}

static const struct et *known_value(void *data, struct ets *ets, const struct et *leaf)
{
	uint64_t args[256];
	if (is_approximation(leaf))
		return NULL;
	for (unsigned i = 0; i < leaf->nargs; i++) {
		if (!et_is_const(leaf->arg[i]))
			return NULL;
		args[i] = leaf->arg[i]->value;
	}
	const struct model_value *found = model_find(data, leaf, args);
	return found ? et_const(ets, leaf->width, found->value) : NULL;
}

static bool any_approximation(const struct answer *answer)
{
	for (size_t i = 0; i < answer->model.n; i++)
		if (is_approximation(answer->model.at[i].leaf))
			return true;
	return false;
}

const struct et *model_residual(const struct answer *answer, const struct problem *problem)
{
	const struct query *query = problem->query;
	struct ets *ets = query->ets;
	struct answer copy = *answer;
	if (!any_approximation(answer))
		return et_bool(ets, true);
	struct et_map *map = et_map_new(ets, known_value, &copy);
	const struct et *all = et_map_apply(map, overlap_term(ets, query));
	for (size_t i = 0; i < query->conditions.n; i++)
		all = et_and(ets, all, et_map_apply(map, query->conditions.at[i]));
	for (size_t i = 0; query->facts && i < query->facts->n; i++)
		all = et_and(ets, all, et_map_apply(map, query->facts->at[i].cond));
	return all;
}

/* A condition, with 1 <= x as 0 < x. */
static const struct et *above_zero(struct ets *ets, const struct et *cond)
{
	bool from_one = cond->op == ET_ULE && et_is_const(cond->arg[0]) && cond->arg[0]->value == 1;
	return from_one ? et_binary(ets, ET_ULT, 0, et_const(ets, cond->arg[0]->width, 0), cond->arg[1]) : cond;
}

const struct et *model_premise(const struct answer *answer, const struct problem *problem)
{
	const struct query *query = problem->query;
	struct answer copy = *answer;
	struct et_map *map = et_map_new(query->ets, known_value, &copy);
	const struct et *all = et_bool(query->ets, true);
	for (size_t i = 0; query->facts && i < query->facts->n; i++) {
		const struct fact *fact = &query->facts->at[i];
		if (fact->kind == FACT_GRID || fact->kind == FACT_BLOCK || fact->kind == FACT_ALLOCATION)
			all = et_and(query->ets, all, et_map_apply(map, above_zero(query->ets, fact->cond)));
	}
	return all;
}

static void find_culprit(void *data, const struct et *et)
{
	const struct symbol **culprit = data;
	if (is_leaf(et) && is_approximation(et) && !*culprit)
		*culprit = et->sym;
}

const struct symbol *model_culprit(struct arena *scratch, const struct et *residual)
{
	const struct symbol *culprit = NULL;
	et_once(scratch, residual, find_culprit, &culprit);
	assert(culprit || et_is_true(residual));
	return culprit;
}
