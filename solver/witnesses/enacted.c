#include "solver/witnesses/enacted.h"

#include "base/effort.h"

/*
 * A race by a run of the launch in numbers (kernelanalysis/enact/enact.h), where one would be left undecided: places that threads find
 * together, by scans and the like, are what they are there. What a run finds has to agree with the conditions of the pair.
 */

enum { STEPS = 1500000, ATTEMPTS = 6, MOST_BLOCK = 256 };
#define SIZES_SECONDS 0.05
#define CONFIRM_SECONDS 0.05

static const struct et *between(struct ets *ets, const struct et *term, uint64_t least, uint64_t most)
{
	return et_and(ets, et_binary(ets, ET_SLE, 0, et_const(ets, term->width, least), term),
		et_binary(ets, ET_SLE, 0, term, et_const(ets, term->width, most)));
}

static void bound(struct check *check, struct query *query, const struct et *term, uint64_t least, uint64_t most)
{
	if (!et_is_const(term))
		vec_push(check->kernel->arena, &query->conditions, between(check->kernel->ets, term, least, most));
}

/* Few blocks of few threads. */
static void bound_dimensions(struct enacted *run, struct query *query)
{
	struct check *check = run->check;
	for (unsigned i = 0; i < 3; i++) {
		bound(check, query, check->launch->grid[i], i ? 1 : 2, i ? 1 : 8);
		bound(check, query, check->launch->block[i], i ? 1 : 32, i ? 4 : MOST_BLOCK);
		vec_each(stage, &run->stages)
			if (stage->launch)
				bound(check, query, stage->launch->grid[i], 1, i ? 1 : 32);
	}
}

/* Sizes for which such blocks have something to do. */
static void bound_sizes(struct check *check, struct query *query, const uint64_t *range)
{
	struct kernel *kernel = check->kernel;
	vec_each(param, &kernel->params) {
		const struct et *term = et_map_apply(check->launch->map, et_sym(kernel->ets, param->sym));
		if (!param->pointer && !param->offset && param->width >= 32 && enact_is_size(kernel, param->arg))
			bound(check, query, term, range[0], range[1]);
	}
}

bool enacted_sizes(struct enacted *run)
{
	static const struct {
		bool small;
		uint64_t sizes[2];
	} wishes[] = { { true, { 33, 40 } }, { false, { 33, 40 } }, { true, { 600, 5000 } }, { true, { 33, 600 } }, { true, { 0, 0 } }, { false, { 33, 5000 } }, { false, { 0, 0 } } };
	struct check *check = run->check;
	for (size_t i = run->sparing ? 0 : 2; i < sizeof(wishes) / sizeof(*wishes); i++) {
		struct query query = { .ets = check->kernel->ets, .facts = &run->facts, .label = "sizes" };
		if (wishes[i].small)
			bound_dimensions(run, &query);
		if (wishes[i].sizes[1])
			bound_sizes(check, &query, wishes[i].sizes);
		solver_query_limit(check->solver, SIZES_SECONDS / 2);
		run->sizes = solve(check->solver, &query);
		if (run->sizes.kind == ANSWER_SAT)
			return true;
	}
	return false;
}

int enacted_holds(struct enacted *run, const struct fact *fact)
{
	uint64_t holds;
	return et_eval(run->arena, fact->cond, enacted_given, run, &holds) ? holds != 0 : -1;
}

/* Do all facts hold, those too that the model says nothing about. */
static bool facts_hold(struct enacted *run)
{
	vec_each(fact, &run->facts)
		if (enacted_holds(run, fact) != 1)
			return false;
	return true;
}

static bool dimensions_fill(struct enacted *run, const struct et *const *of, uint64_t *size)
{
	for (unsigned i = 0; i < 3; i++)
		if (!et_eval(run->arena, of[i], enacted_given, run, &size[i]) || !size[i])
			return false;
	return true;
}

bool enacted_launch(struct enacted *run, struct kernel *kernel, struct launch *launch, struct enact_launch *numbers)
{
	const struct host_launch *host = launch->host;
	*numbers = (struct enact_launch){ .kernel = kernel, .map = launch->map, .blocks = 2, .shared = UINT64_MAX,
		.given = enacted_given, .begin = enacted_begin, .size = enacted_size, .data = run };
	if (host && host->shared)
		et_eval(run->arena, host->shared, enacted_given, run, &numbers->shared);
	return dimensions_fill(run, launch->grid, numbers->grid) && dimensions_fill(run, launch->block, numbers->block);
}

static void model_add(struct check *check, struct question *drawn, struct answer *model, const struct et *leaf, uint64_t value)
{
	struct ets *ets = check->kernel->ets;
	vec_push(check->kernel->arena, &drawn->query.conditions,
		et_binary(ets, ET_EQ, 0, leaf, et_const(ets, leaf->width, value)));
	vec_push(check->kernel->arena, &model->model, ((struct model_value){ .leaf = leaf, .value = value }));
}

/* The question with the run's threads and sizes. */
static struct question drawn_question(struct check *check, const struct question *question, bool swap, struct answer *model)
{
	struct question drawn = *question;
	const struct enacted *run = check->enacted;
	drawn.query.conditions = (__typeof__(drawn.query.conditions)){ 0 };
	vec_each(each, &question->query.conditions)
		vec_push(check->kernel->arena, &drawn.query.conditions, *each);
	vec_each(size, &run->sizes.model)
		if (size->leaf->op == ET_SYM && !is_approximation(size->leaf))
			model_add(check, &drawn, model, size->leaf, size->value);
	for (unsigned t = 0; t < 2; t++) {
		const struct enact_thread *side = &run->race.side[swap ? !t : t];
		for (unsigned i = 0; i < 3; i++) {
			const struct et *tid = question->terms->tid[t][i], *ctaid = question->terms->ctaid[t][i];
			if (!et_is_const(tid))
				model_add(check, &drawn, model, tid, side->thread[i]);
			if (!et_is_const(ctaid))
				model_add(check, &drawn, model, ctaid, side->block[i]);
		}
	}
	return drawn;
}

/* Do the conditions contradict the run's threads. */
static bool is_refuted(struct check *check, struct question *drawn)
{
	struct query query = drawn->query;
	query.proof_only = true;
	if (!query_simplify(check->kernel->arena, &query))
		return true;
	solver_deadline(check->solver, effort_now() + CONFIRM_SECONDS);
	solver_query_limit(check->solver, CONFIRM_SECONDS);
	return solve(check->solver, &query).kind == ANSWER_UNSAT;
}

static const char *cause_of(struct check *check, const struct question *question)
{
	const char *cause = race_cause(check, question->pair), *names = enacted_names(check->enacted);
	if (!names)
		return cause;
	return arena_printf(check->run, "%s; data-dependent: needs suitable entries in %s, which nothing excludes", cause, names);
}

void race_confirm(struct check *check, const struct question *question)
{
	const struct enact_race *race = &check->enacted->race;
	bool same = race->side[0].access == race->side[1].access;
	if (question_both_told(check, question))
		return;
	for (unsigned swap = 0; swap < 2; swap++) {
		struct answer model = { .kind = ANSWER_SAT };
		if (check->enacted->confirmed || !check->enacted->attempts || (!same && question->pair->a.access != race->side[swap].access))
			continue;
		struct question drawn = drawn_question(check, question, swap, &model);
		check->enacted->attempts--;
		if (is_refuted(check, &drawn))
			continue;
		check->enacted->confirmed = true;
		race_put(check, question, &model, cause_of(check, question));
		check->result->races.at[check->result->races.n - 1].witness.offset = race->offset;
	}
}

static const struct instance *instance_of(const struct interval *interval, const struct access *access, const struct instance *from)
{
	for (const struct instance *i = from; i < interval->instances.at + interval->instances.n; i++)
		if (i->access == access)
			return i;
	return NULL;
}

/* Asks about each pair of the interval's instances of these accesses. */
static void confirm_in(struct check *check, struct interval *interval)
{
	const struct enact_race *race = &check->enacted->race;
	const struct instance *first = interval->instances.at, *a, *b;
	for (a = instance_of(interval, race->side[0].access, first); a; a = instance_of(interval, race->side[0].access, a + 1))
		for (b = instance_of(interval, race->side[1].access, first); b; b = instance_of(interval, race->side[1].access, b + 1)) {
			bool swap = a->access->index > b->access->index;
			struct pair pair = { interval, swap ? *b : *a, swap ? *a : *b };
			bool partial = (a->state | b->state) & INSTANCE_PARTIAL;
			if (!partial && !check->enacted->confirmed && !pair_ruled_out(check, interval, a, b))
				ask_pair(check, &pair);
		}
}

static void confirm(struct check *check)
{
	double deadline = check->kernel->deadline;
	check->kernel->deadline = 0;
	check->enacted->attempts = ATTEMPTS;
	vec_each(interval, &check->kernel->intervals)
		if ((*interval)->kind == check->enacted->race.kind && !(*interval)->flight && !(*interval)->doubted)
			confirm_in(check, *interval);
	check->kernel->deadline = deadline;
}

static bool is_open(const struct check *check)
{
	bool open = check->result->undecided.n;
	vec_each(entry, &check->kernel->unsupported)
		open |= launch_suffers(check->launch, entry);
	return open && !check->result->races.n;
}

void race_by_run(struct check *check)
{
	struct enacted run = { .check = check, .arena = arena_new(), .kernel = check->kernel, .launch = check->launch,
		.facts = check->launch->facts };
	struct enact_launch launch;
	uint64_t steps = STEPS;
	if (check->proof_only || check->may_order || !is_open(check) || !enact_may_run(check->kernel)) {
		arena_free(run.arena);
		return;
	}
	solver_deadline(check->solver, effort_now() + SIZES_SECONDS);
	bool known = enacted_sizes(&run) && facts_hold(&run) && enacted_launch(&run, run.kernel, run.launch, &launch);
	struct enact *machine = known ? enact_new(run.arena, &launch, &steps) : NULL;
	for (run.input = 0; machine && run.input < ENACTED_INPUTS && !run.confirmed && steps; run.input++) {
		run.known.n = 0;
		if (!enact_run(machine, &run.race))
			continue;
		check->enacted = &run;
		confirm(check);
		check->enacted = NULL;
	}
	solver_deadline(check->solver, check->deadline);
	arena_free(run.arena);
}
