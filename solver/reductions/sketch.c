#include "solver/check_pair.h"

#include "base/effort.h"
#include "expr/known.h"
#include "solver/witnesses/model.h"

/*
 * Large conditions, as paths through many branches and signals make them, hide small ones, which
 * tell already which threads meet in which rounds. With such threads and rounds put in, most of a
 * large condition is decided.
 */
#define MOST_TESTS 6
#define SMALL_CONDITION 100 /* nodes */
#define LARGE_QUERY 10000   /* terms */

/* Has the term, as a tree, at most that many nodes? Counts them off. */
static bool fits(const struct et *et, unsigned *nodes)
{
	bool all = *nodes > 0;
	*nodes -= all;
	for (unsigned i = 0; all && i < et->nargs; i++)
		all = fits(et->arg[i], nodes);
	return all;
}

static void count_visit(void *data, const struct et *et)
{
	unsigned *count = data;
	(void)et;
	++*count;
}

bool query_is_large(struct arena *arena, const struct query *query)
{
	struct et_set *seen = et_set_new(arena);
	unsigned count = 0;
	vec_each(each, &query->conditions)
		et_each(seen, *each, count_visit, &count);
	return count > LARGE_QUERY;
}

bool query_sketch(struct arena *arena, const struct query *query, struct query *small)
{
	*small = *query;
	small->conditions = (__typeof__(small->conditions)){ 0 };
	vec_each(each, &query->conditions) {
		unsigned nodes = SMALL_CONDITION;
		if (fits(*each, &nodes))
			vec_push(arena, &small->conditions, *each);
	}
	return small->conditions.n < query->conditions.n;
}

static bool tells_who_or_when(const struct et *leaf)
{
	return leaf->op == ET_SYM &&
	       (leaf->sym->builtin != BUILTIN_NONE || leaf->sym->kind == SYM_LOOP);
}

/* The question with the model's threads and rounds. */
static struct question drawn_question(
	struct check *check, const struct question *question, const struct answer *model)
{
	struct arena *arena = check->kernel->arena;
	struct ets *ets = check->kernel->ets;
	struct question drawn = *question;
	drawn.query.conditions = (__typeof__(drawn.query.conditions)){ 0 };
	vec_each(each, &question->query.conditions)
		vec_push(arena, &drawn.query.conditions, *each);
	vec_each(each, &model->model)
		if (tells_who_or_when(each->leaf))
			vec_push(arena, &drawn.query.conditions,
				et_binary(ets, ET_EQ, 0, each->leaf,
					et_const(ets, each->leaf->width, each->value)));
	return drawn;
}

static struct answer sketch_model(struct check *check, const struct query *query, double seconds)
{
	solver_query_limit(check->solver, seconds);
	return solve(check->solver, query);
}

/* Adds that neither thread is the first one of its block, which mostly signals for it. */
static void say_followers(struct arena *arena, const struct question *question, struct query *small)
{
	struct ets *ets = small->ets;
	for (unsigned t = 0; t < 2; t++) {
		const struct et *first = et_bool(ets, true);
		for (unsigned i = 0; i < 3; i++) {
			const struct et *id = question->terms->tid[t][i];
			first = et_and(ets, first,
				et_binary(ets, ET_EQ, 0, id, et_const(ets, id->width, 0)));
		}
		vec_push(arena, &small->conditions, et_not(ets, first));
	}
}

struct rounds {
	struct arena *arena;
	VEC(const struct et *) at;
};

static void rounds_visit(void *data, const struct et *et)
{
	struct rounds *rounds = data;
	if (et->op == ET_SYM && et->sym->kind == SYM_LOOP &&
		(et->sym->copy == 1 || et->sym->copy == 2))
		vec_push(rounds->arena, &rounds->at, et);
}

/* Adds that both threads are in one round of each loop. */
static void say_same_round(struct arena *arena, struct query *small)
{
	struct rounds rounds = { .arena = arena };
	struct et_set *seen = et_set_new(arena);
	for (size_t i = 0; i < small->conditions.n; i++)
		et_each(seen, small->conditions.at[i], rounds_visit, &rounds);
	vec_each(a, &rounds.at) {
		vec_each(b, &rounds.at) {
			if ((*a)->sym->copy == 1 && (*b)->sym->copy == 2 && (*a)->sym->original &&
				(*a)->sym->original == (*b)->sym->original)
				vec_push(arena, &small->conditions,
					et_binary(small->ets, ET_EQ, 0, *a, *b));
		}
	}
}

/* Tests of what one of the two threads has found in memory for a number. */
struct tests {
	struct arena *arena;
	const struct et *at[MOST_TESTS];
	unsigned n;
};

static void own_visit(void *data, const struct et *et)
{
	*(bool *)data |= (et->op == ET_SYM || et->op == ET_APP) && et->sym->kind == SYM_DATA &&
			 (et->sym->copy == 1 || et->sym->copy == 2);
}

static void tests_visit(void *data, const struct et *et)
{
	struct tests *tests = data;
	bool own = false;
	if (et->op != ET_EQ || !et_is_const(et->arg[1]) || tests->n == MOST_TESTS)
		return;
	et_once(tests->arena, et->arg[0], own_visit, &own);
	if (own)
		tests->at[tests->n++] = et;
}

static struct question with_condition(
	struct check *check, const struct question *question, const struct et *condition)
{
	struct question more = *question;
	more.query.conditions = (__typeof__(more.query.conditions)){ 0 };
	vec_each(each, &question->query.conditions)
		vec_push(check->kernel->arena, &more.query.conditions, *each);
	vec_push(check->kernel->arena, &more.query.conditions, condition);
	return more;
}

/* A race in which one of such tests holds: being the last who counts, say, decides most of what
 * signals ask. */
static bool race_tested(struct check *check, const struct question *drawn, double seconds)
{
	struct arena *arena = check->kernel->arena;
	struct tests tests = { .arena = arena };
	struct et_set *seen = et_set_new(arena);
	vec_each(each, &drawn->query.conditions)
		et_each(seen, *each, tests_visit, &tests);
	for (unsigned i = 0; i < tests.n; i++) {
		struct question tested = with_condition(check, drawn, tests.at[i]);
		if (race_found(check, &tested, seconds / 2))
			return true;
	}
	return false;
}

static bool race_of_sketch(struct check *check, const struct question *question,
	const struct query *small, bool tests, double seconds)
{
	struct answer model = sketch_model(check, small, seconds);
	if (model.kind != ANSWER_SAT)
		return false;
	struct question drawn = drawn_question(check, question, &model);
	if (!query_simplify(check->kernel->arena, &drawn.query))
		return false;
	return (tests && race_tested(check, &drawn, seconds)) || race_found(check, &drawn, seconds);
}

bool race_sketched(struct check *check, const struct question *question, double seconds)
{
	struct arena *arena = check->kernel->arena;
	struct query small, likely;
	if (!query_sketch(arena, &question->query, &small))
		return false;
	if (!check->settled && query_is_large(arena, &question->query)) {
		query_sketch(arena, &question->query, &likely);
		say_followers(arena, question, &likely);
		say_same_round(arena, &likely);
		if (race_of_sketch(check, question, &likely, true, seconds))
			return true;
	}
	return race_of_sketch(check, question, &small, false, seconds);
}

static const struct et *drawn_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct answer *model = data;
	if (tells_who_or_when(leaf))
		vec_each(each, &model->model)
			if (each->leaf == leaf)
				return et_const(ets, leaf->width, each->value);
	return NULL;
}

/* What is not done in so many seconds is not known. */
static void drawn_signals(struct check *check, const struct pair *pair, double seconds,
	const struct drawn *threads, struct pair_terms *signals)
{
	struct kernel *kernel = check->kernel;
	double end = kernel->deadline, now = effort_now();
	kernel->deadline = end < now + seconds ? end : now + seconds;
	pair_signals(kernel, pair, check->launch->map, threads, signals);
	kernel->deadline = end;
}

bool race_drawn(struct check *check, const struct question *question, double seconds)
{
	struct kernel *kernel = check->kernel;
	struct query small;
	query_sketch(kernel->arena, &question->query, &small);
	struct answer model = sketch_model(check, &small, seconds);
	if (model.kind != ANSWER_SAT)
		return false;
	struct question drawn = drawn_question(check, question, &model);
	struct drawn threads = { et_map_new(kernel->ets, drawn_leaf, &model),
		known_new(kernel->arena, kernel->ets) };
	struct pair_terms signals = { 0 };
	size_t n;
	if (!known_conjuncts(kernel->arena, threads.known, drawn.query.conditions.n,
		    drawn.query.conditions.at, &n))
		return false;
	drawn_signals(check, question->pair, seconds, &threads, &signals);
	vec_each(each, &signals.conditions)
		vec_push(kernel->arena, &drawn.query.conditions, *each);
	return !query_is_large(kernel->arena, &drawn.query) && race_found(check, &drawn, seconds);
}
