#include "solver/check_pair.h"

#include "kernelanalysis/kernel.h"
#include "kernelanalysis/pairs/pair.h"

/*
 * What loops compute in ways that have no summary, such as a count of the entries that fit: in the
 * first rounds its value is what the loop's body makes of what it began with. The question about a
 * given round has these values in place of opaque ones, each as a new symbol with an equation, so
 * that a race does not rest on them.
 */

enum { MOST_VALUES = 128, MOST_ROUNDS = 32 };

struct early {
	struct check *check;
	const struct question *question;
	struct query *query;
	uint64_t round;
	const struct et *from[MOST_VALUES], *to[MOST_VALUES];
	unsigned n;
	bool fails;
};

/* The header phi that an opaque term stands for in part; NULL: it is none. */
static LLVMValueRef phi_of(const struct early *early, const struct et *et)
{
	if (et->op != ET_APP || et->sym->kind != SYM_HAVOC || !et->sym->origin)
		return NULL;
	LLVMValueRef phi = (LLVMValueRef)et->sym->origin;
	return loop_of_phi(early->check->kernel->env, phi) ? phi : NULL;
}

const struct et *question_term(struct check *check, const struct question *question, unsigned thread, const struct et *term)
{
	const struct pair *pair = question->pair;
	uint32_t state = thread == 2 ? pair->b.state : pair->a.state;
	struct et_map *map = renaming_map(check->kernel, pair->interval, state, thread == 2 ? 2 : 1);
	return apply(check->launch->map, map, term);
}

static const struct et *renamed(const struct early *early, unsigned thread, const struct et *term)
{
	return question_term(early->check, early->question, thread, term);
}

static const struct et *put_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct early *early = data;
	(void)ets;
	for (unsigned i = 0; i < early->n; i++)
		if (early->from[i] == leaf)
			return early->to[i];
	return NULL;
}

static void put_all(struct early *early)
{
	struct query *query = early->query;
	struct et_map *map = et_map_new(query->ets, put_leaf, early);
	for (unsigned t = 0; t < 2; t++)
		query->offset[t] = et_map_apply(map, query->offset[t]);
	vec_each(each, &query->conditions)
		*each = et_map_apply(map, *each);
}

static void add(struct early *early, const struct et *condition)
{
	vec_push(early->check->kernel->arena, &early->query->conditions, condition);
}

/* What threads give each other, as part of a value itself: not what a choice depends on. */
static bool is_computed(const struct early *early, struct et_set *seen, const struct et *et)
{
	if (!et_set_add(seen, et))
		return false;
	bool leaf = et->op == ET_SYM || et->op == ET_APP;
	if (leaf && symbol_computed(early->check->kernel, et->sym))
		return true;
	for (unsigned i = et->op == ET_ITE; i < et->nargs; i++)
		if (is_computed(early, seen, et->arg[i]))
			return true;
	return false;
}

/* Is the thread's access in the loop, so that it is made in one of its rounds. */
static bool is_within(const struct early *early, unsigned thread, const struct loop *loop)
{
	const struct pair *pair = early->question->pair;
	const struct access *access = thread == 2 ? pair->b.access : pair->a.access;
	return loop_contains(loop, access->block);
}

/* A loop that always runs as often is looked at when it is done, or in its last round; 0: it has none that is known. */
static uint64_t round_of(const struct early *early, const struct et *opaque, LLVMValueRef phi)
{
	struct value_env *env = early->check->kernel->env;
	const struct loop *loop = loop_of_phi(env, phi);
	const struct et *rounds = loop_rounds(env, loop);
	bool known = rounds && et_is_const(rounds), last = early->round == LAST_ROUND;
	if (known && !is_within(early, opaque->sym->copy, loop))
		return rounds->value;
	if (known && last && rounds->value)
		return rounds->value - 1;
	return last ? 0 : early->round;
}

/* The symbol that stands for a value already, NULL: none does. */
static const struct et *known_value(const struct early *early, const struct et *fixed)
{
	for (unsigned i = 0; i < early->n; i++)
		if (early->from[i] == fixed)
			return early->to[i];
	return NULL;
}

static void put(struct early *early, const struct et *from, const struct et *to)
{
	early->from[early->n] = from;
	early->to[early->n++] = to;
}

/* A new symbol for the value in a round, with its equation; NULL: it has none that is known. */
static const struct et *value_new(
	struct early *early, const struct et *fixed, LLVMValueRef phi, uint64_t round)
{
	struct kernel *kernel = early->check->kernel;
	struct ets *ets = early->query->ets;
	struct phi_round in;
	if (round > MOST_ROUNDS || round == 0 || !phi_in_round(kernel->env, phi, round, &in) ||
		is_computed(early, et_set_new(kernel->arena), in.value))
		return NULL;
	const struct et *equation =
		renamed(early, fixed->sym->copy, et_binary(ets, ET_EQ, 0, in.summary, in.value));
	if (!et_mentions(kernel->arena, equation, fixed))
		return NULL;
	const struct et *sym =
		et_sym(ets, symbol_new(ets, SYM_HOST, LEVEL_GRID, fixed->width, fixed->sym->name));
	put(early, fixed, sym);
	add(early, equation);
	add(early, renamed(early, fixed->sym->copy, in.holds));
	return sym;
}

static void value_add(struct early *early, const struct et *opaque, LLVMValueRef phi)
{
	struct ets *ets = early->query->ets;
	const struct et *counter = opaque->arg[0], *args[64];
	uint64_t round = et_is_const(counter) ? counter->value : round_of(early, opaque, phi);
	for (unsigned i = 0; i < opaque->nargs; i++)
		args[i] = i ? opaque->arg[i] : et_const(ets, 64, round);
	const struct et *fixed = et_app(ets, opaque->sym, opaque->nargs, args);
	const struct et *value = known_value(early, fixed);
	early->fails = early->n + 2 > MOST_VALUES;
	if (!early->fails && !value)
		value = value_new(early, fixed, phi, round);
	early->fails |= !value;
	if (early->fails || fixed == opaque)
		return;
	add(early, et_binary(ets, ET_EQ, 0, counter, args[0]));
	put(early, opaque, value);
}

struct search {
	struct early *early;
	const struct et *found;
};

static void opaque_visit(void *data, const struct et *et)
{
	struct search *search = data;
	if (!search->found && phi_of(search->early, et))
		search->found = et;
}

/* An opaque value that is in the query still; NULL: none. */
static const struct et *opaque_in(struct early *early)
{
	struct search search = { early, NULL };
	struct et_set *seen = et_set_new(early->check->kernel->arena);
	for (unsigned t = 0; t < 2; t++)
		et_each(seen, early->query->offset[t], opaque_visit, &search);
	vec_each(each, &early->query->conditions)
		et_each(seen, *each, opaque_visit, &search);
	return search.found;
}

bool race_in_round(
	struct check *check, const struct question *question, uint64_t round, double seconds)
{
	struct arena *arena = check->kernel->arena;
	struct question exact = *question;
	struct early early = {
		.check = check, .question = question, .query = &exact.query, .round = round
	};
	exact.query.conditions = (__typeof__(exact.query.conditions)){ 0 };
	vec_each(each, &question->query.conditions)
		vec_push(arena, &exact.query.conditions, *each);
	for (const struct et *opaque = opaque_in(&early); opaque; opaque = opaque_in(&early)) {
		value_add(&early, opaque, phi_of(&early, opaque));
		if (early.fails)
			return false;
		put_all(&early);
	}
	return early.n && race_found(check, &exact, seconds);
}
