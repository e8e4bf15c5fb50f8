#include "solver/check_pair.h"

/*
 * The order of pairs. The first race makes the verdict, and lines that none was found for are worth more than others: pairs whose
 * accesses were in questions that stayed open, and those of lines that a race is known for, come last.
 */

enum { MOST_WAITING = 100000, LAST = 1000000 };

unsigned pair_rank(struct check *check, const struct pair *pair)
{
	if (reported_lines(check->reported, pair))
		return LAST;
	return check->failures[pair->a.access->index] + check->failures[pair->b.access->index];
}

bool pair_waits(struct check *check, const struct pair *pair)
{
	if (check->waiting.n >= MOST_WAITING || !pair_rank(check, pair))
		return false;
	vec_push(check->kernel->arena, &check->waiting, *pair);
	return true;
}

void pair_failed(struct check *check, const struct pair *pair)
{
	check->failures[pair->a.access->index]++;
	check->failures[pair->b.access->index] += pair->a.access != pair->b.access;
}

void waiting_take(struct check *check, unsigned most, pair_list *pairs)
{
	size_t n = 0;
	vec_each(pair, &check->waiting) {
		if (pair_rank(check, pair) <= most)
			vec_push(check->kernel->arena, pairs, *pair);
		else
			check->waiting.at[n++] = *pair;
	}
	check->waiting.n = n;
}
