#include "kernelanalysis/draws/drawing.h"

#include <string.h>

/* What is drawn by one lane for others: ranks in a mask, masks that are empty. */

const struct et *drawn_term(
	const struct drawing *d, const struct et *term, unsigned t)
{
	if (d->threads.launch)
		term = et_map_apply(d->threads.launch, term);
	return et_map_apply(d->threads.maps[t], term);
}

void drawing_say(struct drawing *d, const struct et *condition)
{
	d->known = et_and(d->kernel->ets, d->known, condition);
}

/* What the lanes of a match have in common. */
const struct et *lanes_matched(struct kernel *kernel, const struct aggregated *lanes)
{
	bool match = lanes->mask && !strncmp(call_name(lanes->mask), "llvm.nvvm.match.any", 19);
	return match ? value_et(kernel->env, call_arg(lanes->mask, 1)) : NULL;
}

/* All other masks hold the lane that asks. */
static bool is_ballot(LLVMValueRef mask)
{
	return mask && !strncmp(call_name(mask), "llvm.nvvm.vote.ballot", 21);
}

/* Is the thread's own lane one of the mask. */
static const struct et *takes_part(const struct drawing *d, const struct aggregated *lanes, unsigned t)
{
	if (!is_ballot(lanes->mask))
		return et_bool(d->kernel->ets, true);
	LLVMValueRef predicate = call_arg(lanes->mask, call_args(lanes->mask) - 1);
	return drawn_term(d, value_et(d->kernel->env, predicate), t);
}

/* Where the lanes are not what the kernel takes them for, nothing is known of the ranks, nor of amounts. */
const struct et *lanes_known(struct drawing *d, bool flat_only)
{
	struct ets *ets = d->kernel->ets;
	if (!flat_only)
		return et_bool(ets, true);
	const struct et *flat = warps_flat(d->kernel, d->threads.launch);
	if (!d->kernel->aggregated_puzzle)
		d->kernel->aggregated_puzzle = symbol_new(ets, SYM_UNKNOWN, LEVEL_THREAD, 1,
			"a rank among lanes that are not consecutive in x");
	drawing_say(d, et_or(ets, flat, et_sym(ets, d->kernel->aggregated_puzzle)));
	return flat;
}

static const struct et *has_lanes(const struct drawing *d, const struct et *mask, unsigned t)
{
	struct ets *ets = d->kernel->ets;
	return et_not(ets, et_binary(ets, ET_EQ, 0, drawn_term(d, mask, t),
				   et_const(ets, mask->width, 0)));
}

const struct et *lanes_drew(const struct drawing *d, const struct aggregated *lanes, unsigned t)
{
	return lanes && is_ballot(lanes->mask) ? has_lanes(d, lanes->count, t)
					       : et_bool(d->kernel->ets, true);
}

/* The number of lanes and the mask are zero for the same threads. */
static void say_empty(struct drawing *d, const struct aggregated *lanes, unsigned t)
{
	const struct et *some = has_lanes(d, value_et(d->kernel->env, lanes->mask), t);
	if (is_ballot(lanes->mask))
		drawing_say(d, et_binary(d->kernel->ets, ET_EQ, 0, some, lanes_drew(d, lanes, t)));
}

void say_ranks(struct drawing *d, const struct aggregated *lanes)
{
	struct ets *ets = d->kernel->ets;
	const struct et *known = et_not(ets, lanes_known(d, lanes->flat));
	for (unsigned t = 0; lanes->mask && t < 2; t++) {
		const struct et *below = drawn_term(d, lanes->below, t);
		const struct et *count = drawn_term(d, lanes->count, t);
		const struct et *least = et_cast(ets, ET_ZEXT, 32, takes_part(d, lanes, t));
		const struct et *above = et_binary(ets, ET_ADD, ET_NUW | ET_NSW, below, least);
		const struct et *most = et_const(ets, 32, EXTENT_WARP);
		say_empty(d, lanes, t);
		drawing_say(d, et_or(ets, known,
			et_and(ets, et_binary(ets, ET_ULE, 0, above, count),
				et_and(ets, et_binary(ets, ET_ULE, 0, below, most),
					et_binary(ets, ET_ULE, 0, count, most)))));
	}
}

/* Does each round of the loop that is followed by another one pass the block. */
static bool is_in_each_round(const struct loop *loop, const struct block *block)
{
	vec_each(pred, &loop->header->preds)
		if (loop_contains(loop, *pred) && !block_dominates(block, *pred))
			return false;
	return true;
}

/* The threads are in the same round of the loops in each of whose rounds lanes wait for each other, and find something together. */
static const struct et *in_one_round(const struct drawing *d, const struct aggregated *lanes)
{
	struct kernel *kernel = d->kernel;
	const struct block *at = instruction_block(kernel->func, lanes->shuffle);
	const struct et *same = et_bool(kernel->ets, true);
	bool meets = shuffle_mask(lanes->shuffle) && (!lanes->mask || is_ballot(lanes->mask));
	for (const struct loop *loop = at->loop; loop && meets; loop = loop->parent) {
		const struct symbol *counter = kernel->env->loops[loop->index].counter;
		if (!counter || !loop_contains(loop, d->pair->a.access->block) || !loop_contains(loop, d->pair->b.access->block) ||
			!is_in_each_round(loop, at))
			continue;
		const struct et *k = et_sym(kernel->ets, counter);
		same = et_and(kernel->ets, same, et_binary(kernel->ets, ET_EQ, 0, drawn_term(d, k, 0), drawn_term(d, k, 1)));
	}
	return same;
}

/* Both threads have what one lane found for them. */
const struct et *lanes_drew_together(
	const struct drawing *d, const struct draw *a, const struct draw *b)
{
	struct ets *ets = d->kernel->ets;
	const struct aggregated *lanes = a->lanes;
	if (!lanes || lanes != b->lanes || d->pair->interval->kind != RACE_INTRA_WARP)
		return et_bool(ets, false);
	const struct et *together = et_and(ets, in_one_round(d, lanes),
		et_binary(ets, ET_EQ, 0, drawn_term(d, a->found, 0), drawn_term(d, b->found, 1)));
	if (!lanes->mask)
		return shuffle_mask(lanes->shuffle)
			       ? et_and(ets, together,
					 lane_in_mask(&d->threads, shuffle_mask(lanes->shuffle), 0, 1))
			       : together;
	const struct et *both =
		et_and(ets, takes_part(d, lanes, 0), takes_part(d, lanes, 1));
	const struct et *same_rank = et_binary(
		ets, ET_EQ, 0, drawn_term(d, lanes->below, 0), drawn_term(d, lanes->below, 1));
	const struct et *same_count = et_binary(
		ets, ET_EQ, 0, drawn_term(d, lanes->count, 0), drawn_term(d, lanes->count, 1));
	together = et_and(ets, together, same_count);
	return et_and(ets, together, et_not(ets, et_and(ets, both, same_rank)));
}

