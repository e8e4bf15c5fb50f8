#include "expr/place.h"
#include "kernelanalysis/locks/lock_entries.h"
#include "kernelanalysis/signals/wait_memo.h"

/*
 * What lies in the memory of a flag or counter before the launch: the host or another kernel has put it there, or a variable
 * begins with it. Where a wait goes on with it, having seen the flag proves nothing. What that is is left to the
 * launch (struct host_preset): symbols stand for it.
 */

static unsigned slot_of(unsigned width)
{
	return width <= 8 ? 0 : width <= 16 ? 1 : width <= 32 ? 2 : 3;
}

static void begun_make(struct kernel *kernel, struct object *object)
{
	static const unsigned widths[BEGUN_WIDTHS] = { 8, 16, 32, 64 };
	object->begun = arena_alloc(kernel->arena, BEGUN_WAYS * sizeof(*object->begun));
	for (unsigned way = 0; way < BEGUN_WAYS; way++)
		for (unsigned slot = 0; slot < BEGUN_WIDTHS; slot++) {
			struct begun *begun = &object->begun[way];
			begun->surely[slot] = symbol_new(
				kernel->ets, SYM_PARAM, LEVEL_GRID, 1, "put there before");
			begun->maybe[slot] = symbol_new(
				kernel->ets, SYM_PARAM, LEVEL_GRID, 1, "maybe put there before");
			begun->below[slot] = symbol_new(kernel->ets, SYM_PARAM, LEVEL_GRID, 1,
				"known to have been below zero before");
			begun->known[slot] = symbol_new(
				kernel->ets, SYM_PARAM, LEVEL_GRID, 1, "what was there is known");
			begun->word[slot] = symbol_new(kernel->ets, SYM_LOAD, LEVEL_GRID,
				widths[slot], "what was there before");
		}
}

static bool object_lasts(const struct object *object)
{
	return object->kind == OBJECT_PARAM || object->kind == OBJECT_GLOBAL;
}

/* Where in its object the operation is; NULL: not known, or that is no memory that a launch begins with. */
static const struct et *place_of(struct kernel *kernel, const struct access *op)
{
	place_list places = { 0 };
	struct object *object = kernel->objects.at[op->object->index];
	if (!object_lasts(object) || op->size > 8 || !address_places(kernel->ets, op->address, &places) ||
		places.n != 1 || places.at[0].base != et_sym(kernel->ets, object->base)) {
		kernel->assumes_unset |= object->space != SPACE_SHARED;
		return NULL;
	}
	if (!object->begun)
		begun_make(kernel, object);
	return places.at[0].offset;
}

/* May the kernel itself take the flag back before somebody waits: a write with which the wait does not go on. */
static bool may_be_taken_back(struct kernel *kernel, const struct acquire *acquire)
{
	vec_each(each, &kernel->accesses) {
		const struct access *write = *each;
		bool writes = access_writes(write);
		if (!writes || write->object != acquire->op->object || keeps_value(write) ||
			!accesses_may_meet(write, acquire->op) || counter_step(write))
			continue;
		const struct et *value = value_written(kernel, write);
		if (!value || value->width != acquire->op->size * 8 ||
			!et_is_true(acquire_test(kernel, acquire, value)))
			return true;
	}
	return false;
}

struct begins wait_begins_open(struct kernel *kernel, const struct acquire *acquire)
{
	struct ets *ets = kernel->ets;
	const struct access *op = acquire->op;
	struct begins begins = { et_bool(ets, false), et_bool(ets, false) };
	const struct et *place = lock_only_read(op) ? place_of(kernel, op) : NULL;
	unsigned slot = slot_of(op->size * 8);
	for (unsigned way = 0; place && way < BEGUN_WAYS; way++) {
		const struct begun *begun = &kernel->objects.at[op->object->index]->begun[way];
		const struct et *goes_on = acquire_test(
			kernel, acquire, et_app(ets, begun->word[slot], 1, &place));
		begins.surely = et_or(ets, begins.surely,
			et_and(ets, et_app(ets, begun->surely[slot], 1, &place), goes_on));
		begins.maybe = et_or(ets, begins.maybe,
			et_and(ets, et_app(ets, begun->maybe[slot], 1, &place), goes_on));
	}
	return begins;
}

const struct et *begun_satisfies(struct kernel *kernel, const struct access *op, const struct et *term, const struct symbol *sym)
{
	struct ets *ets = kernel->ets;
	unsigned slot = slot_of(op->size * 8);
	const struct et *place = place_of(kernel, op), *zero = et_const(ets, op->size * 8, 0);
	const struct et *holds = et_and(ets, et_not(ets, word_is_put(kernel, op)), with_value(ets, term, sym, zero));
	for (unsigned way = 0; place && way < BEGUN_WAYS; way++) {
		const struct begun *begun = &kernel->objects.at[op->object->index]->begun[way];
		const struct et *there = et_or(ets, et_app(ets, begun->surely[slot], 1, &place),
			et_app(ets, begun->maybe[slot], 1, &place));
		const struct et *word = et_app(ets, begun->word[slot], 1, &place);
		holds = et_or(ets, holds, et_and(ets, there, with_value(ets, term, sym, word)));
	}
	return holds;
}

const struct et *word_is_put(struct kernel *kernel, const struct access *op)
{
	struct ets *ets = kernel->ets;
	const struct et *place = place_of(kernel, op), *put = et_bool(ets, false);
	for (unsigned way = 0; place && way < BEGUN_WAYS; way++) {
		const struct begun *begun = &kernel->objects.at[op->object->index]->begun[way];
		put = et_or(ets, put, et_app(ets, begun->surely[slot_of(op->size * 8)], 1, &place));
	}
	return put;
}

const struct et *wait_takes_unset(struct kernel *kernel, const struct acquire *acquire)
{
	struct ets *ets = kernel->ets;
	const struct access *op = acquire->op;
	if (!lock_only_read(op) || !object_lasts(op->object))
		return et_bool(ets, false);
	return et_and(ets, et_not(ets, word_is_put(kernel, op)),
		acquire_test(kernel, acquire, et_const(ets, op->size * 8, 0)));
}

static struct begins begins_or_not(struct kernel *kernel, const struct acquire *acquire)
{
	struct begins begins = wait_begins_open(kernel, acquire);
	if (et_is_false(begins.surely) || !may_be_taken_back(kernel, acquire))
		return begins;
	begins.maybe = et_or(kernel->ets, begins.maybe, begins.surely);
	begins.surely = et_bool(kernel->ets, false);
	return begins;
}

struct begins wait_begins(struct kernel *kernel, const struct acquire *acquire)
{
	struct wait_memo *memo = wait_memo_of(kernel, acquire);
	if (!memo->begins.surely)
		memo->begins = begins_or_not(kernel, acquire);
	return memo->begins;
}

const struct et *word_begins(struct kernel *kernel, const struct object *object, const struct et *place,
	unsigned width, const struct et **maybe)
{
	struct ets *ets = kernel->ets;
	unsigned slot = slot_of(width);
	const struct et *zero = et_const(ets, width, 0), *begins = zero;
	if (!object->begun)
		begun_make(kernel, kernel->objects.at[object->index]);
	*maybe = et_bool(ets, false);
	for (unsigned way = 0; way < BEGUN_WAYS; way++) {
		const struct begun *begun = &object->begun[way];
		const struct et *word = et_app(ets, begun->word[slot], 1, &place);
		begins = et_ite(ets, et_app(ets, begun->surely[slot], 1, &place), word, begins);
		*maybe = et_or(ets, *maybe,
			et_and(ets, et_app(ets, begun->maybe[slot], 1, &place),
				et_not(ets, et_binary(ets, ET_EQ, 0, word, zero))));
	}
	return begins;
}

const struct et *counter_begins(struct kernel *kernel, const struct access *counter, const struct et **maybe)
{
	unsigned width = counter->size * 8;
	const struct et *place = place_of(kernel, counter);
	*maybe = et_bool(kernel->ets, false);
	return place ? word_begins(kernel, counter->object, place, width, maybe)
		     : et_const(kernel->ets, width, 0);
}

const struct et *counter_begins_below(struct kernel *kernel, const struct access *counter)
{
	struct ets *ets = kernel->ets;
	unsigned width = counter->size * 8, slot = slot_of(width);
	const struct et *place = place_of(kernel, counter), *below = et_bool(ets, false);
	if (!place)
		return below;
	if (!counter->object->begun)
		begun_make(kernel, kernel->objects.at[counter->object->index]);
	for (unsigned way = 0; way < BEGUN_WAYS; way++)
		below = et_or(ets, below,
			et_app(ets, counter->object->begun[way].below[slot], 1, &place));
	return below;
}

/* Maybe something else than `begins` has been put there in that way. */
static const struct et *maybe_other(struct kernel *kernel, const struct access *op, const struct et *place,
	unsigned way, const struct et *begins)
{
	struct ets *ets = kernel->ets;
	const struct begun *begun = &kernel->objects.at[op->object->index]->begun[way];
	unsigned slot = slot_of(op->size * 8);
	const struct et *word = et_app(ets, begun->word[slot], 1, &place);
	return et_and(ets, et_app(ets, begun->maybe[slot], 1, &place),
		et_not(ets, et_binary(ets, ET_EQ, 0, word, begins)));
}

const struct et *counter_begins_known(
	struct kernel *kernel, const struct access *counter, const struct et **known)
{
	struct ets *ets = kernel->ets;
	unsigned width = counter->size * 8, slot = slot_of(width);
	const struct et *place = place_of(kernel, counter), *begins = et_const(ets, width, 0);
	const struct et *left = object_left(kernel, counter->object);
	const struct et *again = et_and(ets, left, counter_goes_round(kernel, counter));
	const struct et *doubt = et_or(ets, object_left_resized(kernel, counter->object),
		et_and(ets, left, et_not(ets, again)));
	*known = et_bool(ets, false);
	if (!place)
		return begins;
	const struct begun *begun = kernel->objects.at[counter->object->index]->begun;
	for (unsigned way = 0; way < BEGUN_WAYS; way++) {
		const struct et *maybe = et_app(ets, begun[way].maybe[slot], 1, &place);
		const struct et *here = et_or(ets, et_app(ets, begun[way].surely[slot], 1, &place),
			et_and(ets, maybe, again));
		const struct et *unknown = et_not(ets, et_app(ets, begun[way].known[slot], 1, &place));
		begins = et_ite(ets, here, et_app(ets, begun[way].word[slot], 1, &place), begins);
		*known = et_or(ets, *known, here);
		doubt = et_or(ets, doubt, et_and(ets, here, unknown));
	}
	for (unsigned way = 0; way < BEGUN_WAYS; way++)
		doubt = et_or(ets, doubt, maybe_other(kernel, counter, place, way, begins));
	*known = et_and(ets, *known, et_not(ets, doubt));
	return begins;
}

const struct et *permits_put(
	struct kernel *kernel, const struct access *op, bool again, const struct et **known)
{
	struct ets *ets = kernel->ets;
	unsigned width = op->size * 8, slot = slot_of(width);
	const struct et *place = place_of(kernel, op), *begins = et_const(ets, width, 0);
	const struct et *left = object_left(kernel, op->object);
	const struct et *doubt = et_or(ets, object_left_perhaps(kernel, op->object),
		et_or(ets, left, object_left_resized(kernel, op->object)));
	if (again)
		doubt = et_bool(ets, false);
	*known = et_bool(ets, false);
	if (!place)
		return begins;
	const struct begun *begun = kernel->objects.at[op->object->index]->begun;
	for (unsigned way = 0; way < BEGUN_WAYS; way++) {
		const struct et *here = et_app(ets, begun[way].surely[slot], 1, &place);
		if (again)
			here = et_or(ets, here, et_and(ets, left, et_app(ets, begun[way].maybe[slot], 1, &place)));
		begins = et_ite(ets, here, et_app(ets, begun[way].word[slot], 1, &place), begins);
		*known = et_or(ets, *known, here);
	}
	for (unsigned way = 0; way < BEGUN_WAYS; way++)
		doubt = et_or(ets, doubt, maybe_other(kernel, op, place, way, begins));
	*known = et_and(ets, *known, et_not(ets, doubt));
	return begins;
}
