#include "kernelanalysis/locks/lock_entries.h"
#include "kernelanalysis/draws/swapped_draws.h"

/*
 * Turns that are drawn when they have come: who sees the turn of a place in a queue tries to draw that place by compare-and-swap,
 * and goes on where he succeeds (Vyukov's bounded queue). He is let in there: while nobody has drawn the place, nobody changes
 * its turn who must have drawn it, and once somebody has, the swap fails.
 */

static const struct acquire *drawn_behind(struct orders *orders, const struct acquire *acquire,
	const struct et *awaited, struct swapped_draw *draw)
{
	struct kernel *kernel = orders->kernel;
	vec_each(each, &orders->acquires) {
		const struct acquire *swap = *each;
		if (swap != acquire && swapped_draw_of(kernel, swap->op, draw) && !swap->told &&
			block_dominates(acquire->success, swap->op->block) &&
			swap->op->block->loop == acquire->op->block->loop &&
			et_mentions(kernel->arena, awaited, draw->found) && lock_swap_needed(kernel, swap))
			return swap;
	}
	return NULL;
}

bool turn_may_be_drawn(const struct kernel *kernel, const struct access *read, const struct block *behind)
{
	vec_each(each, &kernel->accesses)
		if ((*each)->block->loop == read->block->loop && block_dominates(behind, (*each)->block) &&
			swapped_way(*each) != SWAPPED_OTHERWISE)
			return true;
	return false;
}

void drawn_turns_find(struct orders *orders)
{
	vec_each(each, &orders->acquires) {
		struct acquire *acquire = *each;
		struct swapped_draw draw;
		const struct et *awaited = lock_awaited(acquire);
		if (!awaited || acquire->told || acquire->vote || !lock_only_read(acquire->op))
			continue;
		const struct acquire *swap = drawn_behind(orders, acquire, awaited, &draw);
		if (!swap)
			continue;
		acquire->success = swap->success;
		acquire->spins = swap->spins;
		acquire->drawn = draw.changes;
		((struct access *)acquire->op)->spin_flag |= is_strong(acquire->op);
	}
}
