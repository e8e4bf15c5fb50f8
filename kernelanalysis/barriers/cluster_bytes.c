#include "kernelanalysis/barriers/cluster_hall.h"
#include "kernelanalysis/intervals/runs.h"

/*
 * Copies to other blocks of the cluster (PTX ISA, cp.async.bulk with multicast or from shared memory, st.async): they
 * complete by bytes at the barrier of the block that they go to, whose phase is over when all have arrived and as many bytes have
 * come as that block's own threads said. The copy of round k belongs to phase k: it is made once in each phase, as is
 * what expects its bytes; no phase expects more or fewer than come; and none comes before the phases are over before it
 * (cluster_census.c). So it comes before all in that block who have waited for phase k.
 */

static bool is_sent(struct kernel *kernel, const struct access *copy)
{
	return copy->bulk && copy->bound && pointer_is_mapped(kernel, copy->bound);
}

/* Do copies of other blocks complete at barriers of the object. */
static bool is_fed(struct kernel *kernel, const struct object *object)
{
	vec_each(each, &kernel->accesses)
		if (is_sent(kernel, *each) && object_of(kernel, (*each)->bound) == object)
			return true;
	return false;
}

static const struct et *in_block(struct kernel *kernel, LLVMValueRef pointer)
{
	return cluster_in_block(kernel, value_et(kernel->env, pointer));
}

/* In every round of its loop, of one that is in no other, or where no loop is. */
static bool is_even(struct kernel *kernel, const struct block *block)
{
	struct cadence cadence;
	return !block->loop || (!block->loop->parent && cadence_of(kernel, block, &cadence) && !cadence.skip && !cadence.cap);
}

/* Does who expects the bytes arrive behind it, in the same straight code, for the phase of its round. */
static bool arrives_too(struct kernel *kernel, const struct sync *expect)
{
	const struct et *round = runs_before(kernel, expect->instruction, expect->instruction);
	bool behind = false;
	vec_each(op, &expect->phased->ops)
		behind |= (*op)->arrives && (*op)->block == expect->block && !(*op)->drops && !(*op)->rank &&
			  instruction_dominates(kernel->func, expect->instruction, (*op)->instruction);
	return behind && round && round == phased_before(kernel, expect->phased, false, expect->instruction);
}

static const struct sync *expecting(struct kernel *kernel, const struct access *copy)
{
	vec_each(each, &kernel->syncs) {
		const struct sync *op = *each;
		if (op->kind == SYNC_PHASE && op->bytes && op->phased && !op->phased->unknown &&
			!op->phased->clustered && !op->phased->role && !op->phased->in_order &&
			op->block->loop == copy->block->loop && is_even(kernel, op->block) && arrives_too(kernel, op) &&
			in_block(kernel, op->object) == in_block(kernel, copy->bound))
			return op;
	}
	return NULL;
}

/* Do all of the cluster meet behind all places where barriers of the object are made, and before the copy. */
static bool made_before(struct kernel *kernel, const struct access *copy)
{
	const struct object *object = object_of(kernel, copy->bound);
	vec_each(each, &kernel->syncs) {
		const struct sync *meets = *each;
		bool all = meets->kind == SYNC_CLUSTER_BARRIER && !meets->apart && !meets->relaxed && !meets->block->loop &&
			   instruction_dominates(kernel->func, meets->instruction, copy->instruction);
		vec_each(access, &kernel->accesses) {
			bool makes = (*access)->object == object && (*access)->type == ACCESS_WRITE && !(*access)->ends;
			const struct block *made = (*access)->block;
			if (makes && made == meets->block)
				all &= instruction_dominates(kernel->func, (*access)->instruction, meets->instruction);
			else if (makes)
				all &= block_post_dominates(meets->block, made) && !block_dominates(meets->block, made);
		}
		if (all)
			return true;
	}
	return false;
}

/* Does what is written lie in the memory of the block whose barrier it is. */
static bool goes_along(struct kernel *kernel, const struct access *copy, LLVMValueRef rank)
{
	LLVMValueRef mapping = cluster_mapping(kernel, copy->pointer);
	if (copy->type != ACCESS_WRITE)
		return true;
	if (!rank || !mapping)
		return !rank && !pointer_is_mapped(kernel, copy->pointer);
	return value_et(kernel->env, call_arg(mapping, 1)) == value_et(kernel->env, rank);
}

/* The copy as an operation at its barrier; NULL: it is not understood. */
static const struct sync *landing(struct kernel *kernel, const struct access *copy)
{
	LLVMValueRef mapping = is_sent(kernel, copy) ? cluster_mapping(kernel, copy->bound) : NULL;
	const struct sync *expect = expecting(kernel, copy);
	LLVMValueRef rank = mapping ? call_arg(mapping, 1) : NULL;
	if (!expect || (is_sent(kernel, copy) && !mapping) || !is_even(kernel, copy->block) ||
		!goes_along(kernel, copy, rank) || !made_before(kernel, copy))
		return NULL;
	struct sync *op = arena_alloc(kernel->arena, sizeof(*op));
	op->kind = SYNC_PHASE;
	op->instruction = copy->instruction;
	op->block = copy->block;
	op->phased = expect->phased;
	op->object = copy->bound;
	op->rank = rank;
	expect->phased->fed = true;
	return op;
}

bool cluster_bytes_fill(struct kernel *kernel, struct access *copy)
{
	if (!is_fed(kernel, object_of(kernel, copy->bound)))
		return false;
	copy->lands = landing(kernel, copy);
	if (!copy->lands)
		kernel_unsupported(kernel, copy->instruction,
			"bulk copy to a barrier of a cluster whose bytes are not expected once in each of its rounds");
	return true;
}

const struct et *cluster_bytes_before(
	const struct ordering *o, const struct access *from, unsigned side, LLVMValueRef to)
{
	struct kernel *kernel = o->kernel;
	struct ets *ets = kernel->ets;
	const struct sync *op = from->lands;
	const struct et *rank = op_rank(kernel, op), *own = cluster_rank(kernel);
	const struct et *round = runs_before(kernel, op->instruction, op->instruction);
	const struct et *waited = known_phases(kernel, op->phased, to);
	const struct et *there = et_binary(ets, ET_EQ, 0, ordering_term(o, rank ? rank : own, side),
		ordering_term(o, own, !side));
	if (op->phased->unknown || (waited && et_is_const(waited) && et_signed(waited) <= 0))
		return et_bool(ets, false);
	if (!round || !waited)
		return ordering_term(o, et_sym(ets, op->phased->puzzle), side);
	return et_and(ets, there, et_binary(ets, ET_SLT, 0, ordering_term(o, round, side),
		ordering_term(o, waited, !side)));
}

/* Adds the bytes of a term where the operation is run; false: not known. */
static bool add_bytes(struct hall *hall, const struct sync *op, const struct et *bytes, uint64_t *sums)
{
	struct kernel *kernel = hall->kernel;
	const uint64_t *runs = hall_values(hall, op_members_of_all(kernel, op));
	const uint64_t *to = hall_targets(hall, op_rank(kernel, op)), *each = hall_values(hall, bytes);
	for (uint64_t seat = 0; seat < hall->threads * hall->ranks; seat++) {
		if (!runs || !to || !each)
			return false;
		if (runs[seat] & 1 && to[seat] >= hall->ranks)
			return false;
		if (runs[seat] & 1)
			sums[to[seat]] += each[seat];
	}
	return true;
}

/* Are the bytes expected wherever the copy is made, as far as the whole grid decides it. */
static bool expected_with(struct kernel *kernel, const struct sync *copy)
{
	const struct et *made = runners(kernel, copy->block);
	vec_each(op, &copy->phased->ops)
		if ((*op)->bytes && !guard_implies(made, alike(kernel, runners(kernel, (*op)->block), LEVEL_GRID)))
			return false;
	return true;
}

static bool bytes_agree(struct hall *hall, const struct phased *phased)
{
	struct kernel *kernel = hall->kernel;
	uint64_t said[MOST_RANKS] = { 0 }, come[MOST_RANKS] = { 0 }, used = cluster_waiting(hall, phased);
	vec_each(op, &phased->ops)
		if ((*op)->bytes && !add_bytes(hall, *op, value_et(kernel->env, (*op)->bytes), said))
			return false;
	vec_each(each, &kernel->accesses) {
		const struct access *copy = *each;
		const struct et *size = et_const(kernel->ets, 64, copy->size);
		if (!copy->lands || copy->lands->phased != phased || copy->type != ACCESS_WRITE)
			continue;
		if (!expected_with(kernel, copy->lands) || !add_bytes(hall, copy->lands, size, come))
			return false;
	}
	for (uint64_t rank = 0; rank < hall->ranks; rank++) {
		used |= said[rank] || come[rank] ? UINT64_C(1) << rank : 0;
		if (said[rank] != come[rank])
			return false;
	}
	return cluster_made(hall, phased, used);
}

const char *cluster_bytes_kept(
	struct kernel *kernel, const struct phased *phased, struct et_map *launch, const uint64_t *dims)
{
	struct hall hall = { .kernel = kernel, .launch = launch, .dims = dims };
	bool elects = kernel->measures[MEASURE_ELECTED_LANE] != NULL, kept = hall_start(&hall);
	for (uint64_t lane = elects ? EXTENT_WARP : 1; kept && lane-- > 0;) {
		hall_elect(&hall, lane);
		kept = bytes_agree(&hall, phased);
	}
	if (!kept)
		return "barrier of a cluster that may expect other bytes than come";
	vec_each(each, &kernel->accesses) {
		const struct sync *op = (*each)->lands;
		if (op && op->phased == phased &&
			!cluster_keeps_phase(&hall, phased, op, runs_before(kernel, op->instruction, op->instruction)))
			return "barrier at which bytes from the cluster may come before its phase";
	}
	vec_each(op, &phased->ops)
		if ((*op)->arrives && !cluster_keeps_phase(&hall, phased, *op,
			phased_before(kernel, phased, false, (*op)->instruction)))
			return "barrier of a cluster that may expect bytes before its phase";
	return NULL;
}
