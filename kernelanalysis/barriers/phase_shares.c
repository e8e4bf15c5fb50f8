#include "kernelanalysis/barriers/barriers.h"
#include "kernelanalysis/barriers/phased.h"
#include "kernelanalysis/intervals/runs.h"
#include "kernelanalysis/intervals/turns.h"

/*
 * Barriers of an array, or named ones with computed numbers, that do not take turns in the same way
 * everywhere: an operation begins a round late, or at another number than the one that it should
 * meet, or waits for another phase. Each number then is a barrier of its own, and of an operation
 * that comes round to it every so many runs, a share of these is at it. That nobody comes to a
 * number again before its phase is over is not looked at: races are reported, but nothing is
 * proved.
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

/* How many the barrier of this number counts, by who makes it; NULL: not known. */
static LLVMValueRef made_for(struct kernel *kernel, const struct phased *array, uint64_t number)
{
	LLVMValueRef count = NULL;
	vec_each(init, &array->inits) {
		struct barrier_call barrier;
		if (!barrier_of_call(*init, &barrier))
			return NULL;
		uint64_t which = turn_elements(kernel, barrier.id.value, *init);
		if (which && !(which >> number & 1))
			continue;
		if (count &&
			value_et(kernel->env, count) != value_et(kernel->env, barrier.count.value))
			return NULL;
		count = barrier.count.value;
	}
	return count;
}

static bool is_for(struct kernel *kernel, const struct phased *phased, LLVMValueRef count)
{
	return phased->count == count ||
	       (phased->count && count &&
		       value_et(kernel->env, phased->count) == value_et(kernel->env, count));
}

/* The barrier of this number for so many threads. */
static struct phased *share_of(struct kernel *kernel, const struct phased *array,
	const struct sync *op, uint64_t number, size_t first)
{
	LLVMValueRef object = array->object;
	uint64_t id = object ? NAMED_BARRIERS + TURN_ELEMENTS + number : number;
	LLVMValueRef count =
		object ? made_for(kernel, array, number) : named_count(op->instruction);
	for (size_t i = first; i < kernel->phased.n; i++)
		if (kernel->phased.at[i]->id == id && is_for(kernel, kernel->phased.at[i], count))
			return kernel->phased.at[i];
	struct phased *phased = phased_new(kernel, object, id);
	phased->count = count;
	phased->turns = true;
	return phased;
}

static void add_shares(struct kernel *kernel, const struct phased *array, struct sync *op,
	const struct share *share, size_t first)
{
	for (unsigned i = 0; i < share->every; i++) {
		struct sync *part = arena_alloc(kernel->arena, sizeof(*part));
		*part = *op;
		part->every = share->every;
		part->place = i;
		part->phased = share_of(kernel, array, op, share->number[i], first);
		if (part->phased->taking < share->every)
			part->phased->taking = share->every;
		vec_push(kernel->arena, &part->phased->ops, part);
		op->phased = part->phased;
	}
}

/* Is an operation's part in a phase nothing but an arrival, a wait for its own one or for one of a
 * parity. */
static bool is_plain(const struct sync *op)
{
	return !op->drops && !op->rank && !op->bytes && !op->token &&
	       (!op->waits || op->arrives || op->parity);
}

/* Do copies complete at some barrier of the array. */
static bool has_copies(struct kernel *kernel, const struct phased *array)
{
	vec_each(access, &kernel->accesses)
		if (array->object && (*access)->async && (*access)->bound &&
			object_of(kernel, (*access)->bound)->value == array->object)
			return true;
	return false;
}

bool phase_shares_fill(
	struct kernel *kernel, const struct phased *array, struct phased *together, const char *why)
{
	size_t first = kernel->phased.n;
	struct share *shares = arena_alloc(kernel->arena, together->ops.n * sizeof(*shares));
	if (has_copies(kernel, array))
		return false;
	for (size_t i = 0; i < together->ops.n; i++)
		if (!is_plain(together->ops.at[i]) ||
			!find_share(kernel, together->ops.at[i], &shares[i]))
			return false;
	for (size_t i = 0; i < together->ops.n; i++)
		add_shares(kernel, array, together->ops.at[i], &shares[i], first);
	for (size_t i = first; i < kernel->phased.n; i++)
		parities_fill(kernel, kernel->phased.at[i], NULL);
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
