#include "kernelanalysis/barriers/phased.h"
#include "kernelanalysis/intervals/runs.h"
#include "kernelanalysis/intervals/turns.h"

/*
 * Named barriers with computed numbers that do not take turns in the same way everywhere: an
 * operation begins a round late, or at another number than the one that it should meet. Each number
 * then is a barrier of its own, and of an operation that comes round to it every so many runs, a
 * share of these is at it. That nobody comes to a number again before its phase is over is not
 * looked at: races are reported, but nothing is proved.
 */

enum { MOST_EVERY = 8 };

/* The numbers of an operation's runs, which come round. */
struct share {
	uint64_t number[MOST_EVERY];
	unsigned every;
};

/* Does the number of a run follow from the remainder of its own one. */
static bool comes_round(struct kernel *kernel, const struct sync *op, struct share *share)
{
	const struct et *before = runs_before(kernel, op->instruction, op->instruction);
	struct turn_rounds rounds;
	uint64_t run, number, seen = 0;
	if (!before || !turn_rounds_start(kernel, op->instruction, &rounds))
		return false;
	do {
		if (!turn_value_at(kernel, before, &rounds, &run) ||
			!turn_element(kernel, op->object, &rounds, &number))
			return false;
		if ((int64_t)run < 0) /* rounds that leave it out */
			continue;
		unsigned at = (unsigned)(run % share->every);
		if (seen >> at & 1 && share->number[at] != number)
			return false;
		share->number[at] = number;
		seen |= UINT64_C(1) << at;
	} while (turn_rounds_next(&rounds));
	return seen == (UINT64_C(1) << share->every) - 1;
}

static bool find_share(struct kernel *kernel, const struct sync *op, struct share *share)
{
	for (share->every = 1; share->every <= MOST_EVERY; share->every++)
		if (comes_round(kernel, op, share))
			return true;
	return false;
}

/* The barrier of this number for so many threads. */
static struct phased *share_of(
	struct kernel *kernel, uint64_t number, LLVMValueRef count, size_t first)
{
	for (size_t i = first; i < kernel->phased.n; i++)
		if (kernel->phased.at[i]->id == number &&
			value_et(kernel->env, kernel->phased.at[i]->count) ==
				value_et(kernel->env, count))
			return kernel->phased.at[i];
	struct phased *phased = phased_new(kernel, NULL, number);
	phased->count = count;
	phased->turns = true;
	return phased;
}

static void add_shares(
	struct kernel *kernel, struct sync *op, const struct share *share, size_t first)
{
	for (unsigned i = 0; i < share->every; i++) {
		struct sync *part = arena_alloc(kernel->arena, sizeof(*part));
		*part = *op;
		part->every = share->every;
		part->place = i;
		part->phased =
			share_of(kernel, share->number[i], named_count(op->instruction), first);
		if (part->phased->taking < share->every)
			part->phased->taking = share->every;
		vec_push(kernel->arena, &part->phased->ops, part);
		op->phased = part->phased;
	}
}

bool phase_shares_fill(struct kernel *kernel, struct phased *together, const char *why)
{
	size_t first = kernel->phased.n;
	struct share *shares = arena_alloc(kernel->arena, together->ops.n * sizeof(*shares));
	if (together->object)
		return false;
	for (size_t i = 0; i < together->ops.n; i++)
		if (!find_share(kernel, together->ops.at[i], &shares[i]))
			return false;
	for (size_t i = 0; i < together->ops.n; i++)
		add_shares(kernel, together->ops.at[i], &shares[i], first);
	kernel_doubt(kernel, together->ops.at[0]->instruction, why);
	together->ops.n = 0;
	return true;
}

const struct et *share_of_runs(struct kernel *kernel, const struct sync *op, const struct et *runs)
{
	struct ets *ets = kernel->ets;
	if (!runs || op->every < 2)
		return runs;
	const struct et *more = et_const(ets, 64, op->every - 1 - op->place);
	return et_binary(ets, ET_UDIV, 0, et_binary(ets, ET_ADD, ET_NSW, runs, more),
		et_const(ets, 64, op->every));
}
