#include "solver/check_pair.h"

/*
 * The order of pairs. The first race makes the verdict, and lines that none was found for are worth more than others: pairs whose
 * accesses were in questions that stayed open, and those of lines that a race is known for, come last, and behind these what can
 * be no race once only races count. Conditions of many
 * signals take seconds to make: pairs that need them come when all others have been asked about.
 */

enum { MOST_WAITING = 100000, LAST = 1000000, BARREN_LAST = 2 * LAST, MANY_STEPS = 50000 };

unsigned pair_rank(struct check *check, const struct pair *pair)
{
	if (reported_lines(check->reported, pair))
		return LAST;
	return check->failures[pair->a.access->index] + check->failures[pair->b.access->index];
}

unsigned question_rank(struct check *check, struct question *question)
{
	return question_is_barren(check, question) ? BARREN_LAST : pair_rank(check, question->pair);
}

void later_sort(struct check *check)
{
	struct arena *arena = check->kernel->arena;
	__typeof__(check->later) sorted = { 0 };
	for (unsigned barren = 0; barren < 2; barren++)
		vec_each(each, &check->later)
			if (question_is_barren(check, *each) == barren)
				vec_push(arena, &sorted, *each);
	check->later = sorted;
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

bool same_pair(const struct pair *a, const struct pair *b)
{
	return a->interval == b->interval && a->a.access == b->a.access && a->b.access == b->b.access &&
	       a->a.state == b->a.state && a->b.state == b->b.state;
}

bool pair_put_off(struct check *check, const struct pair *pair)
{
	if (check->with_signals || pair_signal_steps(check->kernel, pair) < MANY_STEPS)
		return false;
	size_t n = check->signalled.n;
	if (!n || !same_pair(&check->signalled.at[n - 1], pair))
		vec_push(check->kernel->arena, &check->signalled, *pair);
	return true;
}

void pair_draws_set(struct check *check, const struct pair *pair)
{
	size_t n = check->set_draws.n;
	if (!n || !same_pair(&check->set_draws.at[n - 1], pair))
		vec_push(check->kernel->arena, &check->set_draws, *pair);
}

void put_off_take(struct check *check, pair_list *pairs)
{
	size_t left = check->signalled.n, *steps = arena_alloc(check->kernel->arena, (left + 1) * sizeof(*steps));
	check->with_signals = true;
	for (size_t i = 0; i < left; i++)
		steps[i] = pair_signal_steps(check->kernel, &check->signalled.at[i]);
	for (size_t most = MANY_STEPS; left; most *= 2) {
		for (size_t i = 0; i < check->signalled.n; i++) {
			if (!steps[i] || steps[i] > most)
				continue;
			vec_push(check->kernel->arena, pairs, check->signalled.at[i]);
			steps[i] = 0;
			left--;
		}
	}
}
