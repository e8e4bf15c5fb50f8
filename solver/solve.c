#include "solver/solve.h"

#include <string.h>

#include "base/effort.h"
#include "solver/attempt.h"

/*
 * The stages of one query, cheapest first:
 *   lean       products as unknowns with lemmas, only what the question mentions; small values
 *   linear     the same with all rules of the language; unsat is a proof
 *   split      case distinction on exponents
 *   small      factors of products take few values; sat is a witness
 *   robust     witnesses that do not rest on over-approximations
 *   products   Z3's own nonlinear integers
 *   bits       Z3's bit-vectors
 * A witness counts when machine arithmetic confirms it and nothing it depends
 * on is an over-approximation.
 */
#define SMALL_LEVELS 3
#define SPLIT_SECONDS 0.03 /* before exponents are split */
#define BITS_SHARE 0.15	   /* of all time of a query: answers by bit-vectors come in a small part of it, or not at all */
#define SLICE_SECONDS 0.02 /* of short times a stage gets more than its share */
#define MOST_SLACK 1.0	   /* seconds, beyond its time, in which what was begun for a query may be made, */
#define SLACK_SHARE 0.25   /* and no more than this part of that time */

/* A fresh encoding, for known bounds of terms; Z3 is started when it is asked. */
static void start_over(struct solver *solver, const bound_list *bounds)
{
	struct arena *arena = solver->arena;
	if (solver->smt)
		smt_free(solver->smt);
	solver->bounds = *bounds;
	solver->smt = NULL;
	solver->ints = ints_new(arena, solver->ets, &solver->bounds);
	solver->literals = (struct literals){ 0 };
	solver->pins = (struct pins){ 0 };
	for (unsigned i = 0; i < 2; i++)
		solver->pins.pinned[i] = ints_new_bool(solver->ints);
	for (unsigned i = 0; i < SMALL_LEVELS; i++)
		vec_push(arena, &solver->pins.small, ints_new_bool(solver->ints));
}

void solver_use_bounds(struct solver *solver, const fact_list *facts)
{
	bound_list bounds;
	bounds_fill(solver->arena, facts, &bounds);
	if (!solver->ints || !bounds_equal(&bounds, &solver->bounds))
		start_over(solver, &bounds);
	else
		solver->bounds = bounds; /* other facts may say the same */
}

struct solver *solver_new(
	struct arena *arena, struct ets *ets, const struct solver_options *options)
{
	struct solver *solver = arena_alloc(arena, sizeof(*solver));
	assert(options->query_seconds > 0);
	solver->arena = arena;
	solver->ets = ets;
	solver->options = *options;
	return solver;
}

void solver_free(struct solver *solver)
{
	if (solver && solver->smt)
		smt_free(solver->smt);
}

void solver_deadline(struct solver *solver, double deadline)
{
	solver->deadline = deadline;
}

void solver_query_limit(struct solver *solver, double seconds)
{
	assert(seconds > 0);
	solver->options.query_seconds = seconds;
}

void solver_named(struct solver *solver, const fact_list *facts, const bool *by_index, const unsigned *assumptions)
{
	solver->named = (struct named){ facts, by_index, assumptions };
}

const struct solve_stats *solver_stats(const struct solver *solver)
{
	return &solver->stats;
}

static void fill_lits(struct attempt *attempt)
{
	struct problem *problem = &attempt->problem;
	attempt->lits.n = 0;
	vec_each(lit, &problem->fact_lits)
		vec_push(problem->arena, &attempt->lits, *lit);
	vec_push(problem->arena, &attempt->lits, problem->no_wrap);
}

/* A share of the time that is left, and at least a slice of it. */
static double slice(const struct attempt *attempt, double share)
{
	double left = attempt_left(attempt), least = 0.5 * left;
	least = least < SLICE_SECONDS ? least : SLICE_SECONDS;
	return share * left > least ? share * left : least;
}

/* Proof by linear arithmetic, with what is asserted by now. */
static void try_linear(struct attempt *attempt, double seconds)
{
	struct solver *solver = attempt->solver;
	if (problem_overdue(&attempt->problem) ||
		smt_check(solver->smt, &attempt->lits, seconds) != SMT_UNSAT)
		return;
	solver->stats.linear_proved++;
	attempt_prove(attempt, SMT_LINEAR);
}

/* Witness from few values, below a level of smallness or without bound. */
static void try_small(struct attempt *attempt, unsigned list, unsigned level, double share)
{
	struct solver *solver = attempt->solver;
	size_t n = attempt->lits.n;
	if (problem_overdue(&attempt->problem))
		return;
	vec_push(attempt->problem.arena, &attempt->lits, solver->pins.pinned[list]);
	if (level < SMALL_LEVELS)
		vec_push(attempt->problem.arena, &attempt->lits, solver->pins.small.at[level]);
	enum smt_result result =
		smt_check(solver->smt, &attempt->lits, slice(attempt, share));
	attempt->lits.n = n;
	if (result == SMT_SAT && attempt_take_model(attempt, attempt_integer_leaf, attempt))
		solver->stats.small_found++;
}

/* Of the time for a proof by linear arithmetic: little where exponents are to be split. */
static double unless_split(const struct attempt *attempt, const struct et *exponent, double seconds)
{
	double most = SPLIT_SECONDS / (1 + 2 * attempt->depth);
	return exponent && seconds > most ? most : seconds;
}

/* Proof without what was held back, from few assertions; then these are added. */
static void try_lean(struct attempt *attempt, const struct et *exponent)
{
	struct problem *problem = &attempt->problem;
	problem_add_lemmas(problem);
	if (!problem->held.n)
		return;
	attempt_open(attempt, SMT_LINEAR);
	attempt_dump(attempt, "lean");
	try_linear(attempt, unless_split(attempt, exponent, slice(attempt, 0.15)));
	if (attempt->decided)
		return;
	if (!problem->query->proof_only && !attempt_exponent(attempt)) {
		search_pin(problem, attempt->solver->smt, &attempt->solver->pins, 0);
		for (unsigned level = 0; level < 2 && !attempt->decided; level++)
			try_small(attempt, 0, level, 0.1);
	}
	if (attempt->decided || attempt->culprit)
		return;
	problem_assert_held(problem);
	problem_add_lemmas(problem);
}

/* Most queries end here, one way or the other. */
static void try_first_lemmas(struct attempt *attempt)
{
	const struct et *exponent = attempt_exponent(attempt);
	if (exponent)
		attempt_split_by_digits(attempt, exponent);
	if (attempt->decided || attempt->culprit)
		return;
	try_lean(attempt, exponent);
	if (attempt->decided || attempt->culprit)
		return;
	attempt_open(attempt, SMT_LINEAR);
	attempt_dump(attempt, "linear");
	try_linear(attempt, unless_split(attempt, exponent, slice(attempt, 0.3)));
	if (attempt->decided || !exponent)
		return;
	bool proof_only = attempt->problem.query->proof_only || attempt->solver->options.proof_only;
	if (attempt->depth == 0 && !proof_only)
		attempt_bits(attempt, slice(attempt, 0.15));
	if (attempt->decided || attempt->culprit)
		return;
	attempt_split(attempt, exponent);
	if (attempt->decided || attempt->culprit)
		return;
	attempt_open(attempt, SMT_LINEAR);
	try_linear(attempt, slice(attempt, 0.2));
}

static void try_further(struct attempt *attempt)
{
	size_t first = attempt->problem.asserted.n;
	problem_add_further_lemmas(&attempt->problem);
	attempt_assert(attempt, first);
	attempt_dump(attempt, "further");
	if (attempt->problem.asserted.n > first)
		try_linear(attempt, 0.5 * attempt_left(attempt));
	else if (attempt->problem.query->proof_only)
		try_linear(attempt, attempt_left(attempt));
}

/* Proof and search in turns in one Z3 solver, which keeps what it learned. */
static void try_linear_stages(struct attempt *attempt)
{
	struct solver *solver = attempt->solver;
	bool proof_only = attempt->problem.query->proof_only;
	try_first_lemmas(attempt);
	if (attempt->decided || attempt->culprit)
		return;
	if (proof_only) {
		if (!attempt_exponent(attempt))
			try_further(attempt);
		return;
	}
	search_pin(&attempt->problem, solver->smt, &solver->pins, 0);
	try_small(attempt, 0, 0, 0.3);
	if (!attempt->decided)
		try_small(attempt, 0, 1, 0.1);
	if (attempt->decided)
		return;
	try_further(attempt);
	if (attempt->decided)
		return;
	search_pin(&attempt->problem, solver->smt, &solver->pins, 1);
	for (unsigned level = 0; level <= SMALL_LEVELS && !attempt->decided; level++)
		try_small(attempt, 1, level, 0.2);
	double left = attempt_left(attempt) < SPLIT_SECONDS ? attempt_left(attempt) : SPLIT_SECONDS;
	if (!attempt->decided && !problem_overdue(&attempt->problem) &&
		smt_check(solver->smt, &attempt->lits, left) == SMT_SAT)
		attempt_take_model(attempt, attempt_integer_leaf, attempt);
}

static void try_products(struct attempt *attempt, double share)
{
	struct solver *solver = attempt->solver;
	solver->stats.nonlinear++;
	attempt_open(attempt, SMT_PRODUCTS);
	attempt_dump(attempt, "products");
	enum smt_result result =
		smt_check(solver->smt, &attempt->lits, share * attempt_left(attempt));
	if (result == SMT_UNSAT)
		attempt_prove(attempt, SMT_PRODUCTS);
	else if (result == SMT_SAT)
		attempt_take_model(attempt, attempt_integer_leaf, attempt);
}

/* As people know it: names that the compiler gives to intermediate results say nothing. */
static const char *name_of(struct arena *arena, const struct symbol *sym)
{
	static const char *const own[] = { "conv", "value", "call", "cond", "cmp", "add", "sub", "mul", "div", "rem", "or", "and" };
	const char *name = sym->name ? sym->name : "value";
	size_t length = strcspn(name, "0123456789");
	for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
		if (strlen(own[i]) == length && !strncmp(name, own[i], length))
			return sym->loc.line ? arena_printf(arena, "what is computed at line %u", sym->loc.line) : "a value";
	return name;
}

static void give_up(struct attempt *attempt)
{
	struct answer *answer = &attempt->answer;
	answer->kind = ANSWER_UNKNOWN;
	if (attempt->culprit) {
		answer->beyond = true;
		answer->loc = attempt->culprit->loc;
		answer->reason = arena_printf(attempt->solver->arena,
			"depends on %s, which is not modelled", name_of(attempt->solver->arena, attempt->culprit));
	} else if (attempt->cut_short || attempt_left(attempt) <= 0 || !attempt->rejected) {
		attempt->solver->stats.timeouts++;
		answer->reason = "time-out";
	} else {
		answer->reason = "no proof and no confirmed witness found";
	}
}

/* The last resort. */
static void try_bits(struct attempt *attempt)
{
	double most = BITS_SHARE * (attempt->end - attempt->start), left = attempt_left(attempt);
	most = most > SLICE_SECONDS ? most : SLICE_SECONDS;
	double end = effort_now() + (most < left ? most : left);
	attempt_bits(attempt, end - effort_now());
	attempt->cut_short = effort_now() >= end;
}

static void run_stages(struct attempt *attempt)
{
	struct solver *solver = attempt->solver;
	if (attempt->problem.refuted) {
		lit_list none = { 0 };
		solver->stats.trivial++;
		attempt_answer_core(attempt, &none);
		return;
	}
	if (!solver->options.linear_first) {
		try_products(attempt, 1);
		return;
	}
	try_linear_stages(attempt);
	if (attempt->problem.query->proof_only)
		return;
	if (!attempt->decided && !attempt->culprit && !attempt->rejected && attempt_left(attempt) > 0)
		try_products(attempt, 0.5);
	if (!attempt->decided && !attempt->culprit)
		try_bits(attempt);
}

static double slack(double seconds)
{
	double share = SLACK_SHARE * seconds;
	return share < MOST_SLACK ? share : MOST_SLACK;
}

void attempt_run(struct attempt *attempt, struct solver *solver, struct arena *scratch,
	const struct query *query)
{
	assert(!attempt->decided && attempt->end > 0);
	attempt->solver = solver;
	attempt->scratch = scratch;
	if (attempt_left(attempt) <= 0)
		return;
	attempt->start = effort_now();
	attempt->problem.end = attempt->end + slack(attempt_left(attempt));
	if (!solver->smt)
		solver->smt = smt_new(solver->arena, solver->ints);
	problem_fill(&attempt->problem, scratch, solver->ints, &solver->literals, query);
	fill_lits(attempt);
	run_stages(attempt);
}

static struct answer solve_with(struct solver *solver, const struct query *query)
{
	struct arena *scratch = arena_new();
	double start = effort_now();
	struct attempt attempt = { .end = start + solver->options.query_seconds };
	solver->stats.queries++;
	solver->dumps++;
	if (solver->deadline > 0 && solver->deadline < attempt.end)
		attempt.end = solver->deadline;
	attempt_run(&attempt, solver, scratch, query);
	if (!attempt.decided && attempt.culprit && !query->proof_only && !solver->options.proof_only)
		attempt_robust(&attempt, query);
	if (!attempt.decided)
		give_up(&attempt);
	arena_free(scratch);
	solver->stats.seconds += effort_now() - start;
	return attempt.answer;
}

struct answer solve(struct solver *solver, const struct query *query)
{
	solver_use_bounds(solver, query->facts);
	return solve_with(solver, query);
}

/* Facts are not read as bounds when they are what is asked about. */
struct answer solve_facts(struct solver *solver, const fact_list *facts)
{
	struct query query = { .ets = solver->ets, .facts = facts, .label = "facts" };
	solver_use_bounds(solver, NULL);
	return solve_with(solver, &query);
}
