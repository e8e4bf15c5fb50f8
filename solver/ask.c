#include "solver/check_pair.h"

#include "base/effort.h"
#include "expr/known.h"
#include "solver/reductions/siblings.h"

#define HUNT_SHARE 0.3
#define EARLY_ROUNDS 2
#define EARLY_FAILURES 3 /* questions */

/* Questions about pairs (places.c), and what the answers mean for the launch. */

void use_proof(struct check *check, const struct answer *answer)
{
	vec_each(index, &answer->core)
		check->used_facts[*index] = true;
	check->result->assumptions |= answer->assumptions;
}

static void dump_question(
	struct check *check, const struct question *question, const struct answer *answer)
{
	static const char *const answers[] = { "unsat", "sat", "unknown" };
	if (!check->options->dump)
		return;
	struct arena *arena = check->kernel->arena;
	const char *text = arena_printf(arena, "query %s\n  offset 1: %s\n  offset 2: %s\n",
		question->query.label, et_show(arena, question->query.offset[0], true),
		et_show(arena, question->query.offset[1], true));
	vec_each(condition, &question->query.conditions)
		text = arena_printf(arena, "%s  %s\n", text, et_show(arena, *condition, true));
	text = arena_printf(arena, "%s  => %s%s%s\n", text, answers[answer->kind],
		answer->reason ? ": " : "", answer->reason ? answer->reason : "");
	check->options->dump(check->options->dump_data, text);
}

/* A witness whose offsets are negative is replaced by one whose are not, if that is easy to find.
 */
static void prefer_inside(
	struct check *check, const struct question *question, struct answer *answer)
{
	struct arena *arena = check->kernel->arena;
	struct query query = question->query;
	uint64_t offset;
	if (!model_eval(arena, answer, query.offset[0], &offset) || (int64_t)offset >= 0)
		return;
	query.inside[0] = true;
	solver_query_limit(check->solver, budget_short(check));
	struct answer inside = solve(check->solver, &query);
	if (inside.kind == ANSWER_SAT)
		*answer = inside;
}

/* Nothing proves what has a model, be it of values that are not modelled. */
static bool is_unprovable(const struct check *check, const struct answer *answer)
{
	return check->proof_only && (answer->kind == ANSWER_SAT || answer->loc.file);
}

/* For a proof alone all have to be answered, each of which takes longer than it had. */
static void ask_later(struct check *check, struct question *question)
{
	pair_failed(check, question->pair);
	vec_push(check->kernel->arena, &check->later, question);
	double left = check->deadline - effort_now();
	if (check->proof_only && (double)check->later.n * budget_short(check) > left)
		undecided_add(check, "time-out", access_loc(check->kernel, question->pair->a.access));
}

bool pair_stays_open(struct check *check, const struct pair *pair)
{
	return family_is_open(check->family) || family_open(check->family, check, pair);
}

/* A question that stays open is kept for later when `first_round`, else it makes the launch undecided. */
static void use_unknown(struct check *check, struct question *question, bool first_round, const struct answer *answer)
{
	question->reason = answer->reason;
	question->where = answer->loc.line ? answer->loc
					   : access_loc(check->kernel, question->pair->a.access);
	if (answer->beyond || !first_round || pair_stays_open(check, question->pair))
		budget_doomed(check);
	check->opened += first_round && !check->hunting;
	if (first_round)
		ask_later(check, question);
	else if (check->proof_only)
		undecided_add(check, question->reason, question->where);
	else if (!race_behind_loops(check, question, budget_short(check)))
		vec_push(check->kernel->arena, &check->open, question);
}

static void use_answer(struct check *check, struct question *question, bool first_round, struct answer *answer)
{
	bool doomed = check->doomed;
	dump_question(check, question, answer);
	if (is_unprovable(check, answer)) {
		undecided_add(check, UNDECIDED_UNPROVED,
			access_loc(check->kernel, question->pair->a.access));
		return;
	}
	switch (answer->kind) {
	case ANSWER_UNSAT:
		use_proof(check, answer);
		break;
	case ANSWER_SAT:
		prefer_inside(check, question, answer);
		if (!race_add(check, question, answer))
			pair_failed(check, question->pair);
		break;
	case ANSWER_UNKNOWN:
		use_unknown(check, question, first_round, answer);
		break;
	}
	if (!doomed && check->doomed)
		check->dooming = *question->pair;
}

/* Leaves a question undecided that rests on a box of which nothing is known, unless there is a proof. */
static bool box_left(struct check *check, const struct question *question, const struct answer *answer)
{
	const struct access *a = question->pair->a.access, *b = question->pair->b.access;
	if ((answer && answer->kind == ANSWER_UNSAT) || !question_box_unknown(check, question))
		return false;
	undecided_add(check, "place of a tensor's box whose descriptor the host is not seen to make",
		access_loc(check->kernel, a->bulk ? a : b));
	return true;
}

void ask_question(
	struct check *check, struct question *question, bool first_round, double seconds)
{
	struct answer answer;
	double since = effort_now();
	bool known = answer_cheaply(check, question, &answer);
	if (box_left(check, question, known ? &answer : NULL))
		return;
	if (!known)
		answer = answer_by_z3(check, &question->query, first_round, seconds);
	check->asked |= !known;
	if (answer.kind == ANSWER_UNSAT)
		family_proved(check->family, effort_now() - since);
	use_answer(check, question, first_round, &answer);
}

static double seconds_worth(struct check *check, const struct question *question, double seconds)
{
	return pair_stays_open(check, question->pair) ? family_seconds(check->family, seconds) : seconds;
}

void ask_first(struct check *check, struct question *question)
{
	ask_question(check, question, true, seconds_worth(check, question, budget_first(check)));
}

void ask_cheaply(struct check *check, struct question *question)
{
	struct answer answer;
	bool known = answer_cheaply(check, question, &answer);
	if (box_left(check, question, known ? &answer : NULL))
		return;
	if (known)
		use_answer(check, question, true, &answer);
	else
		vec_push(check->kernel->arena, &check->hard, question);
}

static bool race_in_rounds(struct check *check, const struct question *question)
{
	for (uint64_t round = 1; round <= EARLY_ROUNDS && effort_now() < check->deadline; round++)
		if (race_in_round(check, question, round, budget_short(check)))
			return true;
	return effort_now() < check->deadline &&
	       race_in_round(check, question, LAST_ROUND, budget_short(check));
}

/*
 * What is open after all questions were asked is looked at in the first rounds of loops, in the time that is left, until some
 * have shown nothing.
 */
static void leave_open(struct check *check)
{
	unsigned failures = 0;
	vec_each(each, &check->open) {
		struct question *question = *each;
		if (reported_has(check->reported, question->pair) ||
			(failures < EARLY_FAILURES && (race_alone(check, question, budget_short(check)) ||
							      race_in_rounds(check, question))))
			continue;
		failures++;
		undecided_add(check, question->reason, question->where);
	}
}

static bool found_early(struct check *check, const struct question *question, double seconds)
{
	return race_early(check, question, true, seconds) ||
	       race_early(check, question, false, seconds) ||
	       race_sketched(check, question, seconds);
}

void ask_again(struct check *check)
{
	later_sort(check);
	for (size_t i = 0; i < check->later.n; i++) {
		struct question *question = check->later.at[i];
		if (check_failed(check) || reported_has(check->reported, question->pair))
			continue;
		if (effort_now() >= check->deadline) {
			vec_push(check->kernel->arena, &check->open, question);
			continue;
		}
		if (!check->proof_only &&
			found_early(check, question, seconds_worth(check, question, budget_short(check))))
			continue;
		double seconds = budget_again(check, check->later.n - i);
		ask_question(check, question, false, seconds_worth(check, question, seconds));
	}
	leave_open(check);
}

static bool read_in_the_light(struct arena *arena, struct arena *scratch, struct query *query)
{
	struct known *known = known_new(scratch, query->ets);
	size_t n = 0;
	const struct et **left =
		known_conjuncts(scratch, known, query->conditions.n, query->conditions.at, &n);
	query->conditions.n = 0;
	for (size_t i = 0; left && i < n; i++)
		vec_push(arena, &query->conditions, left[i]);
	for (unsigned i = 0; left && i < 2; i++)
		query->offset[i] = known_apply(known, query->offset[i]);
	return left != NULL;
}

bool query_simplify(struct arena *arena, struct query *query)
{
	struct arena *scratch = arena_new();
	bool holds = read_in_the_light(arena, scratch, query);
	bool leaves = holds && query_leave_once(scratch, query), counts = holds && query_count_ended(arena, query);
	if (leaves || counts)
		holds = read_in_the_light(arena, scratch, query);
	if (holds) {
		query_drop_ended(query);
		query_unscatter(arena, query);
	}
	arena_free(scratch);
	return holds;
}

/* An answer by Z3, with what it cost. */
static struct answer ask_sparing(struct check *check, const struct query *query, double seconds)
{
	double since = effort_now();
	struct answer answer = answer_by_z3(check, query, true, seconds);
	double spent = effort_now() - since;
	if (answer.kind == ANSWER_UNSAT)
		check->proved += spent;
	else
		check->unproved += spent;
	return answer;
}

static bool proof_used(struct check *check, struct question *question, const struct answer *answer)
{
	dump_question(check, question, answer);
	if (answer->kind == ANSWER_UNSAT)
		use_proof(check, answer);
	return answer->kind == ANSWER_UNSAT;
}

/* What is asked about the pair is forgotten, but for a race. */
static void hunt(struct check *check, const struct pair *pair)
{
	size_t hard = check->hard.n;
	check->hunting = true;
	ask_pair(check, pair);
	check->hunting = false;
	check->hard.n = hard;
}

static struct pair in_order(const struct pair *pair)
{
	bool swap = pair->a.access->index > pair->b.access->index;
	return (struct pair){ pair->interval, swap ? pair->b : pair->a, swap ? pair->a : pair->b };
}

bool ask_for_race(struct check *check, const struct pair *pair)
{
	struct pair ordered = in_order(pair);
	size_t before = check->later.n;
	hunt(check, &ordered);
	for (size_t i = before; !check->settled && i < check->later.n; i++)
		found_early(check, check->later.at[i], HUNT_SHARE * budget_short(check));
	check->later.n = before;
	return check->settled;
}

/* Is the pair found to race by evaluation. */
static bool race_drawn_at(struct check *check, const struct pair *pair)
{
	struct pair ordered = in_order(pair);
	size_t before = check->later.n;
	if (check->proof_only || pair_may_signal(pair))
		return false;
	budget_draws(check, true);
	hunt(check, &ordered);
	budget_draws(check, false);
	check->later.n = before;
	return reported_has(check->reported, &ordered);
}

bool ask_proof(struct check *check, struct query *query, double seconds, const struct pair *one)
{
	struct question question = { .query = *query };
	struct answer answer = { .kind = ANSWER_UNKNOWN, .reason = "time-out" };
	bool known = answer_cheaply(check, &question, &answer);
	if (!known && !question.met && seconds > 0 && !(one && race_drawn_at(check, one)))
		answer = ask_sparing(check, query, seconds);
	return proof_used(check, &question, &answer);
}

bool ask_z3_proof(struct check *check, struct query *query, double seconds)
{
	struct question question = { .query = *query };
	if (seconds <= 0)
		return false;
	struct answer answer = ask_sparing(check, query, seconds);
	return proof_used(check, &question, &answer);
}
