#include "solver/solve.h"

#include <time.h>

#include "solver/model.h"
#include "solver/search.h"
#include "solver/smt.h"
#include "solver/verdict.h"

/*
 * The stages of one query, cheapest first:
 *   linear     products as unknowns with lemmas; unsat is a proof
 *   small      factors of products take few values; sat is a witness
 *   products   Z3's own nonlinear integers
 *   bits       Z3's bit-vectors
 * A witness counts when machine arithmetic confirms it and nothing it depends
 * on is an over-approximation.
 */
#define SMALL_LEVELS 3
#define ROBUST_ROUNDS 3
#define MINIMIZE_CHECKS 24

struct solver {
	struct arena *arena;
	struct ets *ets;
	struct solver_options options;
	struct ints *ints;
	struct smt *smt;
	struct literals literals;
	struct pins pins;
	struct solve_stats stats;
	double deadline;
	unsigned dumps;
};

/* One query on its way through the stages. */
struct attempt {
	struct solver *solver;
	struct problem problem;
	struct answer answer;
	lit_list lits;   /* facts and no-wrap */
	double start, end;
	bool decided;
	bool rejected;   /* some model did not pass machine arithmetic */
	const struct symbol *culprit;
	const struct query *origin; /* what models are judged by, with `problem` */
};

static double now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

struct solver *solver_new(struct arena *arena, struct ets *ets, const struct solver_options *options)
{
	struct solver *solver = arena_alloc(arena, sizeof(*solver));
	assert(options->query_seconds > 0);
	solver->arena = arena;
	solver->ets = ets;
	solver->options = *options;
	solver->ints = ints_new(arena, ets);
	solver->smt = smt_new(arena, solver->ints);
	solver->pins.pinned = ints_new_bool(solver->ints);
	for (unsigned i = 0; i < SMALL_LEVELS; i++)
		vec_push(arena, &solver->pins.small, ints_new_bool(solver->ints));
	return solver;
}

void solver_free(struct solver *solver)
{
	if (solver)
		smt_free(solver->smt);
}

void solver_deadline(struct solver *solver, double deadline)
{
	solver->deadline = deadline;
}

const struct solve_stats *solver_stats(const struct solver *solver)
{
	return &solver->stats;
}

static double left(const struct attempt *attempt)
{
	return attempt->end - now();
}

static void dump(struct attempt *attempt, const char *stage)
{
	struct solver *solver = attempt->solver;
	const char *label = attempt->problem.query->label;
	if (!solver->options.dump_dir)
		return;
	char *path = arena_printf(solver->arena, "%s/%03u-%s-%s.smt2", solver->options.dump_dir,
		solver->dumps, label ? label : "query", stage);
	for (char *at = path + strlen(solver->options.dump_dir) + 1; *at; at++)
		if (*at == '/' || *at == ' ')
			*at = '_';
	smt_dump(solver->smt, &attempt->lits, path);
}

static void fill_lits(struct attempt *attempt)
{
	struct problem *problem = &attempt->problem;
	attempt->lits.n = 0;
	vec_each(lit, &problem->fact_lits)
		vec_push(problem->arena, &attempt->lits, *lit);
	vec_push(problem->arena, &attempt->lits, problem->no_wrap);
}

static void open_problem(struct attempt *attempt, enum smt_mode mode)
{
	smt_open(attempt->solver->smt, mode);
	vec_each(form, &attempt->problem.asserted)
		smt_assert(attempt->solver->smt, *form);
}

static void assert_from(struct attempt *attempt, size_t first)
{
	for (size_t i = first; i < attempt->problem.asserted.n; i++)
		smt_assert(attempt->solver->smt, attempt->problem.asserted.at[i]);
}

/* The literals of the last core, in the order of attempt->lits. */
static void core_lits(const struct attempt *attempt, lit_list *core)
{
	vec_each(lit, &attempt->lits)
		if (smt_in_core(attempt->solver->smt, *lit))
			vec_push(attempt->problem.arena, core, *lit);
}

/* Deletes literals from a core one by one while it stays unsatisfiable; no-wrap first. */
static void minimize(struct attempt *attempt, lit_list *core)
{
	struct smt *smt = attempt->solver->smt;
	double until = now() + 0.2 * (left(attempt) > 0 ? left(attempt) : 0);
	unsigned checks = MINIMIZE_CHECKS;
	for (size_t i = core->n; i-- > 0 && checks && now() < until; checks--) {
		lit_list less = { 0 };
		for (size_t k = 0; k < core->n; k++)
			if (k != i)
				vec_push(attempt->problem.arena, &less, core->at[k]);
		double seconds = until - now() < 0.1 ? until - now() : 0.1;
		if (smt_check(smt, &less, seconds) != SMT_UNSAT)
			continue;
		core->n = 0;
		vec_each(lit, &less)
			if (smt_in_core(smt, *lit))
				vec_push(attempt->problem.arena, core, *lit);
		i = i < core->n ? i : core->n;
	}
}

static void check_core(struct attempt *attempt, const lit_list *core, enum smt_mode mode)
{
	open_problem(attempt, mode);
	if (smt_check(attempt->solver->smt, core, left(attempt)) == SMT_SAT)
		bug("solver: a core is satisfiable alone");
}

static void take_core(struct attempt *attempt, const lit_list *core)
{
	struct problem *problem = &attempt->problem;
	attempt->answer.kind = ANSWER_UNSAT;
	attempt->decided = true;
	vec_each(lit, core) {
		if (*lit == problem->no_wrap)
			attempt->answer.assumptions |= ASSUME_NO_WRAP;
		for (size_t i = 0; i < problem->fact_lits.n; i++)
			if (*lit == problem->fact_lits.at[i])
				vec_push(attempt->solver->arena, &attempt->answer.core, i);
	}
}

/* Proves that nothing wraps where the query holds: facts then stand for the assumption. */
static void discharge_no_wrap(struct attempt *attempt, lit_list *core)
{
	struct problem *problem = &attempt->problem;
	lit_list lits = { 0 };
	if (!problem->escape || core->n == 0 || core->at[core->n - 1] != problem->no_wrap)
		return;
	vec_each(lit, &problem->fact_lits)
		vec_push(problem->arena, &lits, *lit);
	vec_push(problem->arena, &lits, problem->escape);
	size_t first = problem->asserted.n;
	problem_add_bound_lemmas(problem);
	assert_from(attempt, first);
	if (smt_check(attempt->solver->smt, &lits, 0.1 * left(attempt)) != SMT_UNSAT)
		return;
	core->n--;
	size_t n = core->n;
	vec_each(lit, &problem->fact_lits) {
		bool there = !smt_in_core(attempt->solver->smt, *lit);
		for (size_t i = 0; i < n; i++)
			there |= core->at[i] == *lit;
		if (!there)
			vec_push(problem->arena, core, *lit);
	}
}

static void prove(struct attempt *attempt, enum smt_mode mode)
{
	lit_list core = { 0 }, alone = { 0 };
	core_lits(attempt, &core);
	minimize(attempt, &core);
	vec_each(lit, &core)
		vec_push(attempt->problem.arena, &alone, *lit);
	discharge_no_wrap(attempt, &core);
	if (attempt->solver->options.check)
		check_core(attempt, &alone, mode);
	take_core(attempt, &core);
}

static uint64_t integer_leaf(void *data, const struct et *leaf)
{
	struct attempt *attempt = data;
	const struct node *node = ints_node(attempt->solver->ints, leaf);
	if (leaf->width == 1)
		return smt_truth(attempt->solver->smt, node->form);
	assert(node->value.poly->n == 1);
	uint32_t var = node->value.poly->at[0].mono->var[0];
	return (uint64_t)smt_value(attempt->solver->smt, var);
}

/* Takes the model of the last check when it is a witness. */
static bool take_model(struct attempt *attempt)
{
	struct answer candidate = { .kind = ANSWER_SAT };
	const struct symbol *culprit;
	model_fill(&candidate, &attempt->problem, integer_leaf, attempt);
	if (!model_check(&candidate, &attempt->problem)) {
		attempt->rejected = true;
		attempt->solver->stats.rejected++;
		return false;
	}
	if (!model_robust(&candidate, &attempt->problem, &culprit)) {
		attempt->culprit = culprit;
		return false;
	}
	attempt->answer = candidate;
	attempt->decided = true;
	return true;
}

/* Proof by linear arithmetic, with what is asserted by now. */
static void try_linear(struct attempt *attempt, double share)
{
	struct solver *solver = attempt->solver;
	if (smt_check(solver->smt, &attempt->lits, share * left(attempt)) != SMT_UNSAT)
		return;
	solver->stats.linear_proved++;
	prove(attempt, SMT_LINEAR);
}

/* Witness from few values, below a level of smallness or without bound. */
static void try_small(struct attempt *attempt, unsigned level, double share)
{
	struct solver *solver = attempt->solver;
	size_t n = attempt->lits.n;
	vec_push(attempt->problem.arena, &attempt->lits, solver->pins.pinned);
	if (level < SMALL_LEVELS)
		vec_push(attempt->problem.arena, &attempt->lits, solver->pins.small.at[level]);
	enum smt_result result = smt_check(solver->smt, &attempt->lits, share * left(attempt));
	attempt->lits.n = n;
	if (result == SMT_SAT && take_model(attempt))
		solver->stats.small_found++;
}

/* Proof and search in turns in one Z3 solver, which keeps what it learned. */
static void try_linear_stages(struct attempt *attempt)
{
	struct solver *solver = attempt->solver;
	problem_add_lemmas(&attempt->problem);
	open_problem(attempt, SMT_LINEAR);
	dump(attempt, "linear");
	try_linear(attempt, 0.3);
	if (attempt->decided)
		return;
	search_pin(&attempt->problem, solver->smt, &solver->pins);
	for (unsigned level = 0; level < 2 && !attempt->decided; level++)
		try_small(attempt, level, 0.05);
	if (attempt->decided)
		return;
	size_t first = attempt->problem.asserted.n;
	problem_add_further_lemmas(&attempt->problem);
	assert_from(attempt, first);
	dump(attempt, "further");
	if (attempt->problem.asserted.n > first)
		try_linear(attempt, 0.5);
	for (unsigned level = 0; level <= SMALL_LEVELS && !attempt->decided; level++)
		try_small(attempt, level, 0.2);
}

static void try_products(struct attempt *attempt, double share)
{
	struct solver *solver = attempt->solver;
	solver->stats.nonlinear++;
	open_problem(attempt, SMT_PRODUCTS);
	dump(attempt, "products");
	enum smt_result result = smt_check(solver->smt, &attempt->lits, share * left(attempt));
	if (result == SMT_UNSAT)
		prove(attempt, SMT_PRODUCTS);
	else if (result == SMT_SAT)
		take_model(attempt);
}

static const char *name_of(const struct symbol *sym)
{
	return sym->name ? sym->name : "a value";
}

static void give_up(struct attempt *attempt)
{
	struct answer *answer = &attempt->answer;
	answer->kind = ANSWER_UNKNOWN;
	if (attempt->culprit) {
		answer->loc = attempt->culprit->loc;
		answer->reason = arena_printf(attempt->solver->arena,
			"depends on %s, which is not modelled", name_of(attempt->culprit));
	} else if (left(attempt) <= 0 || !attempt->rejected) {
		attempt->solver->stats.timeouts++;
		answer->reason = "time-out";
	} else {
		answer->reason = "no proof and no confirmed witness found";
	}
}

static void run_stages(struct attempt *attempt)
{
	struct solver *solver = attempt->solver;
	if (attempt->problem.refuted) {
		solver->stats.trivial++;
		attempt->answer.kind = ANSWER_UNSAT;
		attempt->decided = true;
		return;
	}
	if (!solver->options.linear_first) {
		try_products(attempt, 1);
		return;
	}
	try_linear_stages(attempt);
	if (!attempt->decided && !attempt->culprit)
		try_products(attempt, 0.5);
}

struct answer solve(struct solver *solver, const struct query *query)
{
	struct attempt attempt = { .solver = solver, .start = now() };
	struct arena *scratch = arena_new();
	solver->stats.queries++;
	solver->dumps++;
	attempt.end = attempt.start + solver->options.query_seconds;
	if (solver->deadline > 0 && solver->deadline < attempt.end)
		attempt.end = solver->deadline;
	if (attempt.start < attempt.end) {
		problem_fill(&attempt.problem, solver->arena, solver->ints, &solver->literals,
			query);
		fill_lits(&attempt);
		run_stages(&attempt);
	}
	if (!attempt.decided)
		give_up(&attempt);
	arena_free(scratch);
	solver->stats.seconds += now() - attempt.start;
	return attempt.answer;
}

struct answer solve_facts(struct solver *solver, const fact_list *facts)
{
	struct query query = { .ets = solver->ets, .facts = facts, .label = "facts" };
	return solve(solver, &query);
}
