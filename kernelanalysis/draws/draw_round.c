#include "kernelanalysis/draws/drawing.h"
#include "kernelanalysis/signals/signal.h"

#include <stdlib.h>

/*
 * Counters that come round: amounts, constants in the launch, which all threads of a launch add may make more than the counter, or the part that is
 * kept of what is found, has numbers. Of a constant that fits more than MANY times, that it does not is taken for granted where
 * the launch does not show how many add it.
 */

enum { MANY = 4096 };

/* What each addition adds, or takes away, in the launch (NULL: in any); 0: nothing that is known. */
static uint64_t amount_of(struct kernel *kernel, struct et_map *launch, const struct access *counter)
{
	int64_t change = counter_draw(counter);
	if (!change && counter->rmw == RMW_ADD && counter->operand) {
		const struct et *amount = value_et(kernel->env, counter->operand);
		amount = et_cast(kernel->ets, ET_SEXT, 64, launch ? et_map_apply(launch, amount) : amount);
		change = et_is_const(amount) ? (int64_t)amount->value : 0;
	}
	return change < 0 ? -(uint64_t)change : (uint64_t)change;
}

/* How many additions of so much numbers of so many bits have room for. */
static uint64_t room_for(uint64_t amount, unsigned bits)
{
	uint64_t most = bits < 64 ? UINT64_C(1) << bits : UINT64_MAX;
	return most / amount;
}

static uint64_t places_of(struct kernel *kernel, struct et_map *launch, const struct object *object)
{
	uint64_t n = 0;
	vec_each(access, &kernel->accesses)
		n += (*access)->object == object && amount_of(kernel, launch, *access);
	return n;
}

static const struct et *comes_round_at(
	struct kernel *kernel, struct et_map *launch, struct et_map *thread, const struct access *place, uint64_t fit)
{
	struct ets *ets = kernel->ets;
	const struct et *threads = threads_at_place(kernel, place);
	threads = et_map_apply(thread, launch ? et_map_apply(launch, threads) : threads);
	const struct et *wide = et_cast(ets, ET_ZEXT, 64, threads);
	const struct et *more = et_binary(ets, ET_ULT, 0, et_const(ets, 64, fit), wide);
	if (place->block->loop && fit <= MANY)
		return et_bool(ets, true);
	return et_is_const(more) || fit <= MANY ? more : et_bool(ets, false);
}

const struct et *counter_comes_round(struct kernel *kernel, struct et_map *launch, struct et_map *thread,
	const struct access *counter, unsigned bits, unsigned spare)
{
	struct ets *ets = kernel->ets;
	const struct et *round = et_bool(ets, false);
	uint64_t places = places_of(kernel, launch, counter->object);
	vec_each(place, &kernel->accesses) {
		uint64_t amount = (*place)->object == counter->object ? amount_of(kernel, launch, *place) : 0;
		if (!amount)
			continue;
		uint64_t fit = room_for(amount, bits) / places;
		fit = fit > spare ? fit - spare : 0;
		round = et_or(ets, round, comes_round_at(kernel, launch, thread, *place, fit));
	}
	return round;
}

bool draws_are_large(const struct drawing *d, const struct access *counter, unsigned bits)
{
	vec_each(place, &d->kernel->accesses) {
		uint64_t amount = (*place)->object == counter->object ? amount_of(d->kernel, d->threads.launch, *place) : 0;
		if (amount && room_for(amount, bits) <= MANY)
			return true;
	}
	return false;
}

const struct et *draws_come_round(const struct drawing *d, const struct access *counter, unsigned bits)
{
	return counter_comes_round(d->kernel, d->threads.launch, d->threads.maps[0], counter, bits, 0);
}
