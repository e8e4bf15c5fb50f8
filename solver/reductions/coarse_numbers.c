#include "solver/reductions/coarse_numbers.h"

#include "base/divisor.h"

/* Numbers that a term chooses from, as one of a table by the round of a loop. */

enum { LEAST_CASES = 2, MOST_CASES = 32 };

/* Numbers k from lo on and below hi; without bounds these are INT64_MIN and INT64_MAX. */
struct span {
	int64_t lo, hi;
};

struct cases {
	const struct et *k; /* what is compared; NULL: nothing yet */
	struct span spans[MOST_CASES];
	unsigned n;
};

static bool is_k(struct cases *cases, const struct et *term)
{
	if (!cases->k && !et_is_const(term))
		cases->k = term;
	return term == cases->k;
}

/* Narrows the span by a condition that is made of comparisons of k with numbers; false: it is not. */
static bool narrow(struct cases *cases, const struct et *cond, struct span *span)
{
	if (cond->op == ET_AND)
		return narrow(cases, cond->arg[0], span) && narrow(cases, cond->arg[1], span);
	if (cond->op != ET_SLT && cond->op != ET_SLE)
		return false;
	bool below = et_is_const(cond->arg[1]);
	if (!is_k(cases, cond->arg[below ? 0 : 1]) || !et_is_const(cond->arg[below ? 1 : 0]))
		return false;
	int64_t bound = et_signed(cond->arg[below ? 1 : 0]);
	if (bound == INT64_MAX)
		return false;
	bound += below == (cond->op == ET_SLE);
	if (below)
		span->hi = bound < span->hi ? bound : span->hi;
	else
		span->lo = bound > span->lo ? bound : span->lo;
	return true;
}

/* Is each number in one of the spans. */
static bool is_all(const struct cases *cases)
{
	int64_t reach = INT64_MIN;
	for (unsigned round = 0; round < cases->n && reach < INT64_MAX; round++)
		for (unsigned i = 0; i < cases->n; i++)
			if (cases->spans[i].lo <= reach && cases->spans[i].hi > reach)
				reach = cases->spans[i].hi;
	return reach == INT64_MAX;
}

static void number_add(struct chosen *chosen, const struct et *number)
{
	int64_t value = et_signed(number);
	chosen->lo = value < chosen->lo ? value : chosen->lo;
	chosen->hi = value > chosen->hi ? value : chosen->hi;
	chosen->divisor = value >= 0 ? common_divisor(chosen->divisor, (uint64_t)value) : 1;
	chosen->powers &= value > 0 && !(value & (value - 1));
}

bool numbers_chosen(const struct et *et, struct chosen *chosen)
{
	struct cases cases = { 0 };
	bool told = true;
	*chosen = (struct chosen){ .lo = INT64_MAX, .hi = INT64_MIN, .powers = true };
	for (; et->op == ET_ITE; et = et->arg[2]) {
		if (!et_is_const(et->arg[1]) || cases.n == MOST_CASES)
			return false;
		number_add(chosen, et->arg[1]);
		cases.spans[cases.n] = (struct span){ INT64_MIN, INT64_MAX };
		told = told && narrow(&cases, et->arg[0], &cases.spans[cases.n++]);
	}
	if (cases.n < LEAST_CASES)
		return false;
	if (et_is_const(et))
		number_add(chosen, et);
	else if (!told || !is_all(&cases))
		return false;
	return true;
}
