#include "solver/findings/between_internal.h"

/* Copies, fills and releases beside launches and each other: some byte of theirs is what one thread touches. */

/* A number from 0 to before another one. */
static const struct et *number_below(struct between *between, struct meeting *meeting, const struct et *end, const char *name)
{
	const struct et *number = et_sym(between->ets, symbol_new(between->ets, SYM_HOST, LEVEL_GRID, 64, name));
	vec_push(between->run, &meeting->terms.conditions, et_binary(between->ets, ET_SLT, 0, number, end));
	return number;
}

/* Some byte of a copy's or fill's, in one of its rows, in one of its layers. */
static const struct et *copy_address(struct between *between, struct meeting *meeting, unsigned t, unsigned range)
{
	struct ets *ets = between->ets;
	const struct host_launch *copy = between->side[t].host;
	const struct et *start = copy->args.at[2 * range].pieces.at[0].value;
	const struct host_arg *bytes = &copy->args.at[2 * range + 1];
	const struct et *at = number_below(between, meeting, bytes->pieces.at[0].value, "byte of the copy");
	for (size_t i = 1; i + 1 < bytes->pieces.n; i += 2) {
		const struct et *row = number_below(between, meeting, bytes->pieces.at[i].value, i == 1 ? "row of the copy" : "layer of the copy");
		at = et_binary(ets, ET_ADD, ET_NSW, at, et_binary(ets, ET_MUL, ET_NSW, row, bytes->pieces.at[i + 1].value));
	}
	meeting->copy_writes[t] = copy->transfer_writes >> range & 1;
	return et_binary(ets, ET_ADD, ET_NSW, start, at);
}

static void ends_push(struct between *between, struct meeting *meeting, const struct place *place)
{
	const struct et *size = ((const struct host_alloc *)place->base->sym->origin)->size;
	if (size && size->width == 64)
		vec_push(between->run, &meeting->terms.conditions,
			et_binary(between->ets, ET_SLT, 0, place->offset, size));
}

/* Is a copy's base what the other side has, a copy (no kernel) or the access of a kernel. */
static bool is_copied(const struct kernel *kernel, const struct et *copied, const struct et *other)
{
	const char *variable = between_variable(copied);
	if (copied == other)
		return variable || between_allocated(copied);
	return variable && kernel && between_is_variable(kernel, other, variable);
}

/* The places of both, of which side t is a copy. */
static void ask_copied(struct between *between, const struct meeting *meeting, const place_list *places, unsigned t)
{
	vec_each(a, &places[0]) {
		vec_each(b, &places[1]) {
			const struct et *kept = kept_meet(between->ets, a->base, b->base);
			if (!kept && !is_copied(between->side[!t].kernel, (t ? b : a)->base, (t ? a : b)->base))
				continue;
			struct meeting inside = *meeting;
			ends_push(between, &inside, t ? b : a);
			between_ask_if(between, &inside, kept ? kept : et_bool(between->ets, true), a, b);
		}
	}
}

static void ask_copy(struct between *between, struct interval *interval, const struct instance *instance, unsigned t,
	unsigned range)
{
	struct meeting meeting = { 0 };
	struct side *side = &between->side[t];
	place_list places[2] = { { 0 }, { 0 } };
	meeting.access[t] = instance->access;
	pair_side(side->kernel, interval, instance, t, side->launch->map, &meeting.terms);
	between_range(between, &meeting, t);
	side_loops_before(side->kernel, interval, instance, t, side->launch->map, &meeting.before);
	meeting.own = t == 0 ? meeting.terms.conditions.n : 0;
	const struct et *copied = copy_address(between, &meeting, !t, range);
	if (!(access_writes(instance->access) || meeting.copy_writes[!t]) ||
		!address_places(between->ets, meeting.terms.address[t], &places[t]) ||
		!address_places(between->ets, copied, &places[!t]))
		return;
	ask_copied(between, &meeting, places, !t);
}

static void ask_two_copies(struct between *between, unsigned first, unsigned second)
{
	struct meeting meeting = { 0 };
	place_list places[2] = { { 0 }, { 0 } };
	const unsigned range[] = { first, second };
	for (unsigned t = 0; t < 2; t++) {
		if (!address_places(between->ets, copy_address(between, &meeting, t, range[t]), &places[t]))
			return;
	}
	if (!meeting.copy_writes[0] && !meeting.copy_writes[1])
		return;
	ask_copied(between, &meeting, places, 0);
}

/* A __constant__ variable that is changed while a kernel reads it: which bytes these are is not asked. */
static void ask_constant(struct between *between, unsigned t, unsigned range)
{
	const struct host_launch *copy = between->side[!t].host;
	place_list places = { 0 };
	struct loc loc;
	if (!(copy->transfer_writes >> range & 1) ||
		!address_places(between->ets, copy->args.at[2 * range].pieces.at[0].value, &places))
		return;
	vec_each(place, &places) {
		const char *variable = between_variable(place->base);
		if (variable && kernel_reads_constant(between->side[t].kernel, variable, &loc))
			between_ask_constant(between, t, place, loc);
	}
}

void between_copies(struct between *between, unsigned t)
{
	const struct host_launch *copy = between->side[!t].host;
	for (unsigned range = 0; range < copy->args.n / 2 && !between_done(between); range++)
		ask_constant(between, t, range);
	vec_each(interval, &between->side[t].intervals)
		vec_each(instance, &(*interval)->instances)
			for (unsigned range = 0; range < copy->args.n / 2 && !between_done(between); range++)
				if (between_plain(instance->access))
					ask_copy(between, *interval, instance, t, range);
}

void between_transfers(struct between *between)
{
	const struct host_launch *a = between->side[0].host, *b = between->side[1].host;
	for (unsigned i = 0; i < a->args.n / 2; i++)
		for (unsigned j = 0; j < b->args.n / 2 && !between_done(between); j++)
			ask_two_copies(between, i, j);
}
