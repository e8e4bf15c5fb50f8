#include "solver/check_pair.h"

#include "base/effort.h"
#include "base/stats.h"
#include "solver/reductions/coarse.h"
#include "solver/digits/digits.h"
#include "solver/witnesses/exhaust.h"
#include "solver/reductions/recall.h"

/* Answers to questions: what was proved before, digits, evaluation, and Z3. */
#define COARSER_SHARE 0.3
#define WHOLE_SHARE 0.4
#define CHEAP_SHARE 0.02
#define LESS_TIMES 2 /* as long as the proof that is like it took */
#define UNREVERSED_SHARE 0.5

/* A proof of the coarser question (solver/reductions/coarse.h), within so many seconds. */
static bool proved_coarser(struct check *check, const struct query *query, double seconds,
	struct answer *answer)
{
	struct query coarser;
	if (!coarse_query(check->coarse, query, &coarser))
		return false;
	if (digits_prove(check->kernel->arena, &coarser, answer)) {
		stats.digits++;
		return true;
	}
	solver_query_limit(check->solver, seconds);
	*answer = solve(check->solver, &coarser);
	return answer->kind == ANSWER_UNSAT;
}

/* Each way that choices can go, digit by digit. */
static bool proved_in_cases(struct check *check, const struct query *query, struct answer *answer)
{
	bool proved = choices_digits_prove(check->kernel->arena, query, answer);
	check->choices_help |= proved;
	return proved;
}

/* What a table of numbers holds is rarely looked into. The query as a whole comes first, until cases have helped. */
static bool proved_by_digits(struct check *check, const struct query *query, struct answer *answer)
{
	struct arena *arena = check->kernel->arena;
	struct query coarser;
	bool chooses = coarse_chooses(check->coarse) && coarse_query(check->coarse, query, &coarser), split = check->choices_help;
	bool proved = (chooses && digits_prove(arena, &coarser, answer)) || (split && proved_in_cases(check, query, answer)) ||
		      digits_prove(arena, query, answer) || (!split && proved_in_cases(check, query, answer));
	stats.digits += proved;
	return proved;
}

/* Races come from evaluation mostly, where there are any. */
static bool found_by_sample(struct check *check, const struct query *query, struct answer *answer)
{
	if (query->proof_only || check->proof_only)
		return false;
	return solve_by_sample(check->solver, query, answer);
}

/* Failed attempts of a kind may take so long before the other questions have been looked at. */
static bool is_patient(const struct check *check, double vain)
{
	return !budget_is_cheap(check) || vain < CHEAP_SHARE * check->options->seconds;
}

static bool try_digits(struct check *check, struct question *question, struct answer *answer)
{
	if (question->divided || check->settled || check->hunting || !is_patient(check, check->undivided))
		return false;
	double since = effort_counted();
	question->divided = true;
	bool proved = proved_by_digits(check, &question->query, answer);
	check->undivided += proved ? 0 : effort_counted() - since;
	return proved;
}

/* What few threads and rounds there are for. */
static bool try_all(struct check *check, struct question *question, struct answer *answer)
{
	if (question->exhausted || check->settled || check->hunting || !is_patient(check, check->unexhausted))
		return false;
	double since = effort_counted();
	question->exhausted = true;
	enum exhausted result = exhaust(&question->query, answer);
	bool proved = result == EXHAUST_PROVED;
	question->met = result == EXHAUST_MET;
	stats.exhausted += proved;
	check->unexhausted += proved ? 0 : effort_counted() - since;
	return proved;
}

static bool try_sample(struct check *check, struct question *question, struct answer *answer)
{
	if (question->sampled || !is_patient(check, check->unsampled))
		return false;
	double since = effort_counted();
	question->sampled = true;
	bool found = found_by_sample(check, &question->query, answer);
	check->unsampled += found ? 0 : effort_counted() - since;
	return found;
}

/* A race by evaluation, or a proof by digits, in the order that is the better one here. */
static bool answer_new_cheaply(struct check *check, struct question *question, struct answer *answer)
{
	if (check->doomed)
		return try_sample(check, question, answer) || try_digits(check, question, answer) || try_all(check, question, answer);
	return try_digits(check, question, answer) || try_all(check, question, answer) || try_sample(check, question, answer);
}

/* A query with choices is left early for its cases; once that has helped it is not tried as a whole. */
static struct answer solve_new(struct check *check, const struct query *query, double seconds)
{
	double end = effort_now() + seconds;
	bool choices = has_choices(query);
	if (!choices || !check->choices_help) {
		solver_query_limit(check->solver, choices ? WHOLE_SHARE * seconds : seconds);
		struct answer answer = solve(check->solver, query);
		if (!choices || answer.kind != ANSWER_UNKNOWN || answer.beyond)
			return answer;
	}
	struct answer answer = answer_by_choices(check, query, end);
	check->choices_help |= answer.kind == ANSWER_UNSAT;
	return answer;
}

/*
 * The coarser question costs more than it saves where the question itself is easy: in the first round it comes last, until one
 * was proved by it alone, or where tables of numbers are chosen from.
 */
static struct answer answer_new(
	struct check *check, const struct query *query, bool first_round, double seconds)
{
	struct answer answer = { 0 }, coarser = { 0 };
	double share = COARSER_SHARE * seconds;
	bool before = !first_round || check->coarser_helps || coarse_chooses(check->coarse);
	if (before && !check->doomed && proved_coarser(check, query, share, &answer))
		return answer;
	answer = solve_new(check, query, seconds);
	bool open = answer.kind == ANSWER_UNKNOWN && !answer.beyond && !check->doomed &&
		    !check->expects_open;
	if (before || !open || !proved_coarser(check, query, share, &coarser))
		return answer;
	check->coarser_helps = true;
	return coarser;
}

static bool is_known(struct check *check, const struct query *query, struct answer *answer)
{
	const struct answer *known = recall_find(check->recall, query);
	if (known) {
		stats.recalled++;
		*answer = *known;
	}
	return known;
}

/* Proofs are remembered, and failures to prove that were not meant to find a witness. */
static void keep_answer(struct check *check, const struct query *query, const struct answer *answer, double since)
{
	if (answer->kind == ANSWER_UNSAT || query->proof_only)
		recall_keep(check->recall, query, answer, effort_now() - since);
}

/*
 * Accesses to one place stand under different conditions, which mostly are not what keeps the threads apart: digit by digit. A
 * proof that assumes more than the launch does already is none, as the conditions may spare it.
 */
static bool divided_by_less(struct check *check, const struct query *query, struct answer *answer)
{
	struct query less;
	double since = effort_now(), took;
	if (check->settled || check->hunting || check->undivided_less > check->divided_less || !query->offset[0] ||
		!recall_less(check->recall, query, &less, &took))
		return false;
	bool proved = digits_prove(check->kernel->arena, &less, answer) && !(answer->assumptions & ~check->result->assumptions);
	check->divided_less += proved;
	check->undivided_less += !proved;
	stats.digits += proved;
	if (proved)
		keep_answer(check, &less, answer, since);
	return proved;
}

bool answer_cheaply(struct check *check, struct question *question, struct answer *answer)
{
	double since = effort_now();
	if (is_known(check, &question->query, answer) || divided_by_less(check, &question->query, answer))
		return true;
	if (!answer_new_cheaply(check, question, answer))
		return false;
	keep_answer(check, &question->query, answer, since);
	return true;
}

/* The same by Z3. */
static bool proved_by_less(struct check *check, const struct query *query, double seconds, struct answer *answer)
{
	struct query less;
	double since = effort_now(), took;
	if (check->settled || check->less_failed > check->less_proved || !query->offset[0] || !recall_less(check->recall, query, &less, &took))
		return false;
	if (!digits_prove(check->kernel->arena, &less, answer)) {
		double most = LESS_TIMES * took;
		solver_query_limit(check->solver, most < seconds ? most : seconds);
		*answer = solve(check->solver, &less);
	}
	keep_answer(check, &less, answer, since);
	bool proved = answer->kind == ANSWER_UNSAT;
	check->less_proved += proved;
	check->less_failed += !proved;
	return proved;
}

static bool proved_unreversed(struct check *check, const struct query *query, double seconds, struct answer *answer)
{
	struct query plain;
	if (!query_unreverse(check->kernel->arena, query, &plain))
		return false;
	if (digits_prove(check->kernel->arena, &plain, answer))
		return true;
	solver_query_limit(check->solver, UNREVERSED_SHARE * seconds);
	*answer = solve(check->solver, &plain);
	return answer->kind == ANSWER_UNSAT;
}

struct answer answer_by_z3(
	struct check *check, const struct query *query, bool first_round, double seconds)
{
	struct answer answer = { 0 };
	double since = effort_now();
	if (proved_by_less(check, query, seconds, &answer))
		return answer;
	if (!proved_unreversed(check, query, seconds, &answer))
		answer = answer_new(check, query, first_round, seconds);
	keep_answer(check, query, &answer, since);
	return answer;
}
