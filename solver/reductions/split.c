#include "solver/attempt.h"
#include "solver/digits/digits.h"

/*
 * Case distinction on an exponent. Bitwise operators and divisions with 1 << k
 * are hard for integers while k is unknown and easy when it is a number, and k
 * has few values: one query for each, and one for all others, which the rule
 * that shifts stay below the width refutes. Proofs digit by digit of all of them are tried first.
 */
#define CASES 40
#define DEPTH 4
#define MOST_LEFT 2

struct dependence {
	const struct et *leaf; /* the only one so far */
	bool several;
};

static void depend(void *data, const struct et *et)
{
	struct dependence *dependence = data;
	if (et->op == ET_APP)
		dependence->several = true;
	if (et->op != ET_SYM)
		return;
	dependence->several |= dependence->leaf && dependence->leaf != et;
	dependence->leaf = et;
}

/* The symbol that alone decides a term; NULL when there is none or more. */
static const struct et *only_leaf(struct arena *arena, const struct et *et)
{
	struct dependence dependence = { 0 };
	et_once(arena, et, depend, &dependence);
	return dependence.several ? NULL : dependence.leaf;
}

static bool is_counter(const struct et *leaf)
{
	const struct symbol *sym = leaf->sym;
	if (sym->builtin != BUILTIN_NONE)
		return false;
	return sym->bounded ? sym->lo >= 0 : sym->kind == SYM_HOST || sym->kind == SYM_PARAM;
}

static bool reads_bits(const struct et *et)
{
	bool bitwise = et->op == ET_AND || et->op == ET_OR || et->op == ET_XOR;
	bool divides =
		et->op == ET_UDIV || et->op == ET_SDIV || et->op == ET_UREM || et->op == ET_SREM;
	return et->width > 1 && (bitwise || divides);
}

struct exponent {
	struct arena *arena;
	const struct query *query;
	const struct et *leaf;
};

/* Of a fact x == c << k: k, when x is the leaf. */
static const struct et *exponent_of(const struct et *fact, const struct et *leaf)
{
	if (fact->op != ET_EQ)
		return NULL;
	const struct et *shift = fact->arg[fact->arg[0] == leaf];
	if (shift == leaf || shift->op != ET_SHL || !et_is_const(shift->arg[0]) ||
		(fact->arg[0] != leaf && fact->arg[1] != leaf))
		return NULL;
	const struct et *k = shift->arg[1];
	return k->op == ET_SYM && is_counter(k) ? k : NULL;
}

static void find_power(struct exponent *exponent, const struct et *leaf)
{
	const struct query *query = exponent->query;
	for (size_t i = 0; query->facts && i < query->facts->n && !exponent->leaf; i++)
		exponent->leaf = exponent_of(query->facts->at[i].cond, leaf);
}

static void find_exponent(void *data, const struct et *et)
{
	struct exponent *exponent = data;
	if (et->op == ET_SYM && !exponent->leaf)
		find_power(exponent, et);
	if (et_op_class((enum et_op)et->op) != ET_SHIFT || et_is_const(et->arg[1]))
		return;
	const struct et *leaf = only_leaf(exponent->arena, et->arg[1]);
	if (leaf && is_counter(leaf) && !exponent->leaf)
		exponent->leaf = leaf;
}

const struct et *attempt_exponent(const struct attempt *attempt)
{
	struct exponent exponent = { .arena = attempt->scratch, .query = attempt->problem.query };
	if (attempt->depth == DEPTH)
		return NULL;
	struct et_set *seen = et_set_new(attempt->scratch);
	vec_each(it, &attempt->problem.terms) {
		if (reads_bits(*it))
			et_each(seen, *it, find_exponent, &exponent);
		if (exponent.leaf)
			break;
	}
	return exponent.leaf;
}

struct choice {
	const struct et *leaf;
	uint64_t value;
	VEC(const struct et *) powers;	/* leaves that facts make powers with this exponent */
	VEC(const struct et *) numbers; /* what they are in this case */
	const struct answer *rest;	/* values of the other leaves */
};

static const struct et *chosen(void *data, struct ets *ets, const struct et *leaf)
{
	const struct choice *choice = data;
	for (size_t i = 0; i < choice->powers.n; i++)
		if (leaf == choice->powers.at[i])
			return choice->numbers.at[i];
	return leaf == choice->leaf ? et_const(ets, leaf->width, choice->value) : NULL;
}

/* Leaves that fell out of the case take any value in bounds. */
static uint64_t case_leaf(void *data, const struct et *leaf, const uint64_t *args)
{
	const struct choice *choice = data;
	if (leaf == choice->leaf)
		return choice->value;
	for (size_t i = 0; i < choice->powers.n; i++)
		if (leaf == choice->powers.at[i])
			return choice->numbers.at[i]->value;
	const struct model_value *known = model_find(choice->rest, leaf, args);
	if (known)
		return known->value;
	const struct symbol *sym = leaf->sym;
	return sym->bounded && (sym->lo > 0 || sym->hi < 0) ? (uint64_t)sym->lo : 0;
}

static void use_fact(struct attempt *attempt, size_t fact)
{
	struct answer *answer = &attempt->answer;
	vec_each(other, &answer->core)
		if (*other == fact)
			return;
	vec_push(attempt->solver->arena, &answer->core, fact);
}

/* Leaves that are numbers once the exponent is one; their facts become part of the proof. */
static void find_powers(struct attempt *attempt, struct choice *choice)
{
	const struct query *query = attempt->problem.query;
	for (size_t i = 0; query->facts && i < query->facts->n; i++) {
		const struct et *cond = query->facts->at[i].cond;
		for (unsigned side = 0; cond->op == ET_EQ && side < 2; side++) {
			const struct et *leaf = cond->arg[side];
			if (leaf->op != ET_SYM || exponent_of(cond, leaf) != choice->leaf)
				continue;
			struct et_map *map = et_map_new(query->ets, chosen, choice);
			const struct et *number = et_map_apply(map, cond->arg[!side]);
			vec_push(attempt->scratch, &choice->powers, leaf);
			vec_push(attempt->scratch, &choice->numbers, number);
			use_fact(attempt, i);
		}
	}
}

/* Facts keep their places, since cores name them by these. */
static struct query case_query(struct attempt *attempt, struct choice *choice, fact_list *facts)
{
	struct arena *arena = attempt->scratch;
	const struct query *query = attempt->problem.query;
	find_powers(attempt, choice);
	struct choice copy = *choice;
	struct et_map *map = et_map_new(query->ets, chosen, &copy);
	struct query result = *query;
	result.conditions.at = NULL;
	result.conditions.n = result.conditions.room = 0;
	for (size_t i = 0; i < query->conditions.n; i++)
		vec_push(arena, &result.conditions, et_map_apply(map, query->conditions.at[i]));
	for (size_t i = 0; query->facts && i < query->facts->n; i++) {
		struct fact fact = query->facts->at[i];
		fact.cond = et_map_apply(map, fact.cond);
		vec_push(arena, facts, fact);
	}
	result.facts = facts;
	for (unsigned i = 0; i < 2 && query->offset[0]; i++)
		result.offset[i] = et_map_apply(map, query->offset[i]);
	return result;
}

/* Adds what the proof of one case used. */
static void join_proof(struct attempt *attempt, const struct answer *proof)
{
	attempt->answer.assumptions |= proof->assumptions;
	vec_each(index, &proof->core)
		use_fact(attempt, *index);
}

/* Is a condition or a fact false in this case? */
static bool is_closed(struct attempt *attempt, const struct query *query)
{
	for (size_t i = 0; i < query->conditions.n; i++)
		if (et_is_false(query->conditions.at[i]))
			return true;
	for (size_t i = 0; i < query->facts->n; i++) {
		if (et_is_false(query->facts->at[i].cond)) {
			use_fact(attempt, i);
			return true;
		}
	}
	return false;
}

enum outcome { CASE_REFUTED, CASE_FOUND, CASE_OPEN };

/* With the exponent being a number, places are often numbers in mixed radix. */
static bool is_refuted_by_digits(struct attempt *attempt, const struct query *query)
{
	struct answer answer;
	bool refuted = query->offset[0] && digits_prove(attempt->scratch, query, &answer);
	if (refuted)
		join_proof(attempt, &answer);
	return refuted;
}

static enum outcome run_case(
	struct attempt *attempt, const struct query *query, struct choice *choice, unsigned depth)
{
	if (is_refuted_by_digits(attempt, query))
		return CASE_REFUTED;
	struct attempt inner = { .depth = depth,
		.any_model = attempt->any_model,
		.end = attempt->end - 0.5 * attempt_left(attempt) };
	attempt_run(&inner, attempt->solver, attempt->scratch, query);
	attempt->rejected |= inner.rejected;
	if (inner.culprit) {
		attempt->culprit = inner.culprit;
		attempt->residual = inner.residual;
		attempt->premise = inner.premise;
		attempt->dropped = inner.dropped;
	}
	if (!inner.decided)
		return CASE_OPEN;
	if (inner.answer.kind == ANSWER_UNSAT) {
		join_proof(attempt, &inner.answer);
		return CASE_REFUTED;
	}
	assert(inner.answer.kind == ANSWER_SAT);
	choice->rest = &inner.answer;
	return attempt_take_model(attempt, case_leaf, choice) ? CASE_FOUND : CASE_OPEN;
}

/* A condition, if `alone` only where it speaks of nothing but the leaf, else one that holds. */
static const struct et *of_leaf(struct attempt *attempt, const struct et *cond, const struct et *leaf, bool alone)
{
	return !alone || only_leaf(attempt->scratch, cond) == leaf ? cond : et_bool(attempt->problem.query->ets, true);
}

/* The question for larger values of the leaf than all that were tried; `alone`: only with what speaks of nothing else. */
static struct query beyond(struct attempt *attempt, const struct et *leaf, uint64_t last, bool alone, fact_list *facts)
{
	struct arena *arena = attempt->scratch;
	const struct query *query = attempt->problem.query;
	struct query rest = *query;
	rest.conditions.at = NULL;
	rest.conditions.n = rest.conditions.room = 0;
	vec_each(cond, &query->conditions)
		vec_push(arena, &rest.conditions, of_leaf(attempt, *cond, leaf, alone));
	for (size_t i = 0; query->facts && i < query->facts->n; i++) {
		struct fact fact = query->facts->at[i];
		fact.cond = of_leaf(attempt, fact.cond, leaf, alone);
		vec_push(arena, facts, fact);
	}
	rest.facts = facts;
	if (alone)
		rest.offset[0] = rest.offset[1] = NULL;
	const struct et *bound = et_const(query->ets, leaf->width, last);
	vec_push(arena, &rest.conditions, et_binary(query->ets, ET_ULT, 0, bound, leaf));
	return rest;
}

/* Do facts about the leaf alone keep it from larger values than all that were tried. */
static bool is_bounded(struct attempt *attempt, const struct et *leaf, uint64_t last)
{
	fact_list facts = { 0 };
	struct query query = beyond(attempt, leaf, last, true, &facts);
	struct attempt inner = { .depth = DEPTH, .any_model = attempt->any_model, .end = attempt->end - 0.5 * attempt_left(attempt) };
	query.proof_only = true;
	attempt_run(&inner, attempt->solver, attempt->scratch, &query);
	bool refuted = inner.decided && inner.answer.kind == ANSWER_UNSAT;
	if (refuted)
		join_proof(attempt, &inner.answer);
	return refuted;
}

static bool refutes_rest(struct attempt *attempt, const struct et *leaf, uint64_t last)
{
	fact_list facts = { 0 };
	struct choice none = { 0 };
	if (is_bounded(attempt, leaf, last))
		return true;
	struct query query = beyond(attempt, leaf, last, false, &facts);
	return run_case(attempt, &query, &none, DEPTH) == CASE_REFUTED;
}

/* The values for which there is a case each; false: there are more. */
static bool few_values(const struct et *leaf, uint64_t *first, uint64_t *last)
{
	const struct symbol *sym = leaf->sym;
	uint64_t most = sym->bounded ? (uint64_t)sym->hi : mask_bits(leaf->width);
	*first = sym->bounded ? (uint64_t)sym->lo : 0;
	*last = most - *first >= CASES ? *first + CASES - 1 : most;
	return *last == most;
}

static enum outcome decide_case(struct attempt *attempt, const struct et *leaf, uint64_t value, bool by_digits)
{
	struct choice choice = { .leaf = leaf, .value = value };
	fact_list facts = { 0 };
	struct query query = case_query(attempt, &choice, &facts);
	if (is_closed(attempt, &query))
		return CASE_REFUTED;
	if (by_digits)
		return is_refuted_by_digits(attempt, &query) ? CASE_REFUTED : CASE_OPEN;
	return run_case(attempt, &query, &choice, attempt->depth + 1);
}

static bool run_cases(struct attempt *attempt, const struct et *leaf)
{
	uint64_t first, last;
	bool few = few_values(leaf, &first, &last), open = false;
	for (uint64_t value = first; value <= last && attempt_left(attempt) > 0; value++) {
		enum outcome outcome = decide_case(attempt, leaf, value, false);
		if (outcome == CASE_FOUND)
			return true;
		open |= outcome == CASE_OPEN;
	}
	if (!few)
		open |= !refutes_rest(attempt, leaf, last);
	return !open && attempt_left(attempt) > 0;
}

/* What comes of the cases, all of which are refuted or not; `before` are the statistics from before them. */
static void split_end(struct attempt *attempt, const struct solve_stats *before, bool all)
{
	struct solve_stats *stats = &attempt->solver->stats;
	unsigned rejected = stats->rejected;
	*stats = *before;
	stats->rejected = rejected;
	if (attempt->decided) {
		stats->small_found++;
	} else if (all) {
		attempt->answer.kind = ANSWER_UNSAT;
		attempt->decided = true;
		stats->linear_proved++;
	} else {
		attempt->answer = (struct answer){ 0 };
	}
}

/* Are all values refuted: digit by digit, but for a few that Z3 is asked about then. */
static bool run_by_digits(struct attempt *attempt, const struct et *leaf)
{
	uint64_t value, last, left[MOST_LEFT];
	unsigned n = 0;
	bool few = few_values(leaf, &value, &last);
	for (; value <= last && attempt_left(attempt) > 0; value++) {
		if (decide_case(attempt, leaf, value, true) == CASE_REFUTED)
			continue;
		if (n == MOST_LEFT)
			return false;
		left[n++] = value;
	}
	for (unsigned i = 0; i < n; i++)
		if (decide_case(attempt, leaf, left[i], false) != CASE_REFUTED)
			return false;
	return attempt_left(attempt) > 0 && (few || refutes_rest(attempt, leaf, last));
}

void attempt_split_by_digits(struct attempt *attempt, const struct et *exponent)
{
	struct solve_stats stats = attempt->solver->stats;
	split_end(attempt, &stats, run_by_digits(attempt, exponent));
}

void attempt_split(struct attempt *attempt, const struct et *exponent)
{
	struct solve_stats stats = attempt->solver->stats;
	split_end(attempt, &stats, run_cases(attempt, exponent));
}
