#include "solver/check_pair.h"

#include "base/effort.h"
#include "solver/digits/digits.h"

/*
 * Case distinction on what is the same for all threads of a launch and chooses between terms of addresses (`rowMajor ? a : b`): a
 * query that holds several ways of computing one is far harder than a query for each of them.
 */
#define CHOICES 3	   /* of more there are too many cases, */
#define MOST_ATOMS 16	   /* and of more values that one term is compared with */
#define CASE_SHARE 0.5 /* of the time that is left for the first of two cases */

struct chooser {
	struct arena *arena;
	const struct et *found[MOST_ATOMS]; /* flags and equalities of values of the launch */
	unsigned n;			    /* may be more than MOST_ATOMS */
	unsigned choices;		    /* of them, those of one term with constants as one */
};

static void see_leaf(void *data, const struct et *et)
{
	bool *varies = data;
	if (et->op == ET_APP)
		*varies = true;
	if (et->op == ET_SYM)
		*varies |= et->sym->level != LEVEL_GRID ||
			   (et->sym->kind != SYM_PARAM && et->sym->kind != SYM_HOST);
}

static bool is_of_launch(struct arena *arena, const struct et *et)
{
	bool varies = false;
	et_once(arena, et, see_leaf, &varies);
	return !varies;
}

/* What says which way is taken; comparisons by order are of sizes mostly (`a < b ? a : b`). */
static bool is_atom(const struct et *et)
{
	return et->width == 1 && (et->op == ET_SYM || et->op == ET_EQ);
}

/* What is compared with a constant; NULL: nothing. */
static const struct et *compared(const struct et *atom)
{
	if (atom->op != ET_EQ || et_is_const(atom->arg[0]) == et_is_const(atom->arg[1]))
		return NULL;
	return atom->arg[et_is_const(atom->arg[0])];
}

/* One term has one value: a chain of comparisons with it has as many cases as it is long. */
static bool is_of_chain(const struct chooser *chooser, const struct et *atom)
{
	const struct et *term = compared(atom);
	for (unsigned i = 0; term && i < chooser->n && i < MOST_ATOMS; i++)
		if (compared(chooser->found[i]) == term)
			return true;
	return false;
}

static void add(struct chooser *chooser, const struct et *atom)
{
	for (unsigned i = 0; i < chooser->n && i < MOST_ATOMS; i++)
		if (chooser->found[i] == atom)
			return;
	chooser->choices += !is_of_chain(chooser, atom);
	if (chooser->n < MOST_ATOMS)
		chooser->found[chooser->n] = atom;
	chooser->n++;
}

static bool is_too_much(const struct chooser *chooser)
{
	return chooser->choices > CHOICES || chooser->n > MOST_ATOMS;
}

static void find_atom(void *data, const struct et *et)
{
	struct chooser *chooser = data;
	if (is_atom(et) && is_of_launch(chooser->arena, et))
		add(chooser, et);
}

static void find_choice(void *data, const struct et *et)
{
	struct chooser *chooser = data;
	if (et->op == ET_ITE && et->width > 1 && !is_too_much(chooser))
		et_once(chooser->arena, et->arg[0], find_atom, chooser);
}

/* What the addresses depend on; NULL: nothing, or too much. */
static const struct et *choice_of(struct arena *arena, const struct query *query)
{
	struct chooser chooser = { .arena = arena };
	struct et_set *seen = et_set_new(arena);
	for (unsigned i = 0; i < 2 && query->offset[i]; i++)
		et_each(seen, query->offset[i], find_choice, &chooser);
	return is_too_much(&chooser) || !chooser.n ? NULL : chooser.found[0];
}

static struct query query_with(struct arena *arena, const struct query *query, const struct et *condition)
{
	struct query result = *query;
	result.conditions.at = NULL;
	result.conditions.n = result.conditions.room = 0;
	vec_each(each, &query->conditions) vec_push(arena, &result.conditions, *each);
	vec_push(arena, &result.conditions, condition);
	return result;
}

/* Adds to a proof what the proof of another case used. */
static void join(struct arena *arena, struct answer *proof, const struct answer *other)
{
	proof->assumptions |= other->assumptions;
	vec_each(index, &other->core) {
		bool there = false;
		vec_each(known, &proof->core) there |= *known == *index;
		if (!there)
			vec_push(arena, &proof->core, *index);
	}
}

bool has_choices(const struct query *query)
{
	struct arena *scratch = arena_new();
	bool has = choice_of(scratch, query);
	arena_free(scratch);
	return has;
}

/* Is the term that this case has one value less of compared with others still: what is left then is as hard as all was. */
static bool goes_on(struct arena *arena, const struct query *rest, const struct et *choice)
{
	const struct et *next = compared(choice) ? choice_of(arena, rest) : NULL;
	return next && compared(next) == compared(choice);
}

static bool digits_prove_cases(struct arena *arena, const struct query *query, unsigned depth, struct answer *proof)
{
	const struct et *choice = choice_of(arena, query);
	if (!choice || !depth)
		return false;
	for (unsigned i = 0; i < 2; i++) {
		struct query one = query_with(arena, query, i ? et_not(query->ets, choice) : choice);
		struct answer part = { .kind = ANSWER_UNSAT };
		if (!query_simplify(arena, &one))
			continue;
		if ((!i || !goes_on(arena, &one, choice)) && digits_prove(arena, &one, &part))
			join(arena, proof, &part);
		else if (!digits_prove_cases(arena, &one, depth - 1, proof))
			return false;
	}
	return true;
}

bool choices_digits_prove(struct arena *arena, const struct query *query, struct answer *answer)
{
	struct answer proof = { .kind = ANSWER_UNSAT };
	if (!digits_prove_cases(arena, query, MOST_ATOMS, &proof))
		return false;
	*answer = proof;
	return true;
}

static struct answer solve_case(struct check *check, struct query *query, double end)
{
	struct answer answer = { .kind = ANSWER_UNSAT };
	struct arena *arena = check->kernel->arena;
	if (!query_simplify(arena, query) || digits_prove(arena, query, &answer))
		return answer;
	if (has_choices(query))
		return answer_by_choices(check, query, end);
	double left = end - effort_now();
	answer = (struct answer){ .kind = ANSWER_UNKNOWN, .reason = "time-out" };
	if (left <= 0)
		return answer;
	solver_query_limit(check->solver, left);
	return solve(check->solver, query);
}

struct answer answer_by_choices(struct check *check, const struct query *query, double end)
{
	struct arena *scratch = arena_new(), *arena = check->kernel->arena;
	const struct et *choice = choice_of(scratch, query);
	struct answer proof = { .kind = ANSWER_UNSAT };
	arena_free(scratch);
	assert(choice);
	for (unsigned i = 0; i < 2; i++) {
		double left = end - effort_now();
		struct query one = query_with(arena, query, i ? et_not(query->ets, choice) : choice);
		struct answer answer = solve_case(check, &one, i ? end : end - CASE_SHARE * left);
		if (answer.kind != ANSWER_UNSAT)
			return answer;
		join(arena, &proof, &answer);
	}
	return proof;
}
