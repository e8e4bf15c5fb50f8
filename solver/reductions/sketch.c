#include "solver/check_pair.h"

#include "base/effort.h"
#include "expr/known.h"
#include "solver/witnesses/model.h"

/*
 * Large conditions, as paths through many branches and signals make them, hide small ones, which tell already which
 * threads meet in which rounds. With such threads and rounds put in, most of a large condition is decided.
 */
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
static struct question drawn_question(struct check *check, const struct question *question, const struct answer *model)
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

bool race_sketched(struct check *check, const struct question *question, double seconds)
{
	struct query small;
	if (!query_sketch(check->kernel->arena, &question->query, &small))
		return false;
	struct answer model = sketch_model(check, &small, seconds);
	if (model.kind != ANSWER_SAT)
		return false;
	struct question drawn = drawn_question(check, question, &model);
	return race_found(check, &drawn, seconds);
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
	struct drawn threads = { et_map_new(kernel->ets, drawn_leaf, &model), known_new(kernel->arena, kernel->ets) };
	struct pair_terms signals = { 0 };
	size_t n;
	if (!known_conjuncts(kernel->arena, threads.known, drawn.query.conditions.n, drawn.query.conditions.at, &n))
		return false;
	drawn_signals(check, question->pair, seconds, &threads, &signals);
	vec_each(each, &signals.conditions)
		vec_push(kernel->arena, &drawn.query.conditions, *each);
	return !query_is_large(kernel->arena, &drawn.query) && race_found(check, &drawn, seconds);
}
