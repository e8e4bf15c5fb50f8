#include "kernelanalysis/barriers/async.h"
#include "kernelanalysis/barriers/phased.h"
#include "kernelanalysis/intervals/runs.h"
#include "kernelanalysis/intervals/turns.h"

#include <limits.h>

/*
 * Barriers used in phases: named barriers with a count (bar.sync, bar.arrive), cuda::barrier.
 * A phase is over when every member has arrived once, so the j-th arrival of each member
 * belongs to phase j, and who has waited for phase j comes after what every member did
 * before its arrival j. With N the arrivals that a thread has made before an access, and M
 * the phases it has waited for:
 *
 *	a of one thread comes before b of another when N(a) < M(b).
 *
 * N and M are terms over loop counters. That the count is the number of members is for the
 * check of a launch (solver/findings/coverage.c).
 */

struct phased *phased_of(struct kernel *kernel, LLVMValueRef object, uint64_t id)
{
	vec_each(each, &kernel->phased) {
		if ((*each)->object == object && (*each)->id == id)
			return *each;
	}
	return phased_new(kernel, object, id);
}

struct phased *phased_new(struct kernel *kernel, LLVMValueRef object, uint64_t id)
{
	struct phased *phased = arena_alloc(kernel->arena, sizeof(*phased));
	phased->object = object;
	phased->id = id;
	struct symbol *puzzle = symbol_new(
		kernel->ets, SYM_UNKNOWN, LEVEL_THREAD, 1, "a barrier whose phases are not known");
	phased->puzzle = puzzle;
	vec_push(kernel->arena, &kernel->phased, phased);
	return phased;
}

#define AHEAD_NONE INT_MIN     /* not reached yet */
#define AHEAD_UNKNOWN INT_MAX

static int step(const struct phased *phased, LLVMValueRef i, int ahead)
{
	vec_each(op, &phased->ops) {
		if ((*op)->instruction == i)
			return ahead + (*op)->arrives - (*op)->waits;
	}
	return ahead;
}

static int through(const struct phased *phased, const struct block *block, int ahead)
{
	LLVMValueRef i = LLVMGetFirstInstruction(block->llvm);
	for (; i && ahead != AHEAD_NONE && ahead != AHEAD_UNKNOWN; i = LLVMGetNextInstruction(i))
		ahead = step(phased, i, ahead);
	return ahead;
}

static int join(int a, int b)
{
	if (a == AHEAD_NONE || b == AHEAD_NONE)
		return a == AHEAD_NONE ? b : a;
	return a == b ? a : AHEAD_UNKNOWN;
}

/* Forward data flow: by block, arrivals less waits before it, on ways that pass no block `out_of_way` (NULL: there are none). */
static int *aheads(struct kernel *kernel, const struct phased *phased, const bool *out_of_way)
{
	size_t n = kernel->func->blocks.n;
	int *at = arena_alloc(kernel->arena, n * sizeof(*at));
	for (size_t i = 0; i < n; i++)
		at[i] = i ? AHEAD_NONE : 0;
	for (bool changed = true; changed;) {
		changed = false;
		vec_each(each, &kernel->func->blocks) {
			const struct block *block = *each;
			if (out_of_way && out_of_way[block->index])
				continue;
			int out = through(phased, block, at[block->index]);
			vec_each(succ, &block->succs) {
				int now = join(at[(*succ)->index], out);
				changed |= now != at[(*succ)->index];
				at[(*succ)->index] = now;
			}
		}
	}
	return at;
}

struct phased phased_may_run(
	struct kernel *kernel, const struct phased *phased, const struct block *block)
{
	struct phased few = { 0 };
	const struct et *guard = lasting_guard(kernel, block);
	vec_each(op, &phased->ops) {
		if (!guards_exclude(kernel, lasting_guard(kernel, (*op)->block), guard))
			vec_push(kernel->arena, &few.ops, *op);
	}
	return few;
}

/* Blocks that no thread comes to which comes to this one. */
static const bool *blocks_apart(struct kernel *kernel, const struct block *block)
{
	bool *apart = arena_alloc(kernel->arena, kernel->func->blocks.n * sizeof(*apart));
	const struct et *guard = lasting_guard(kernel, block);
	vec_each(each, &kernel->func->blocks)
		apart[(*each)->index] = guards_exclude(kernel, lasting_guard(kernel, *each), guard);
	return apart;
}

bool phased_ahead(
	struct kernel *kernel, const struct phased *phased, LLVMValueRef x, int *ahead)
{
	const struct block *block = instruction_block(kernel->func, x);
	const struct phased reached = phased_may_run(kernel, phased, block);
	phased = &reached;
	*ahead = aheads(kernel, phased, NULL)[block->index];
	if (*ahead == AHEAD_UNKNOWN)
		*ahead = aheads(kernel, phased, blocks_apart(kernel, block))[block->index];
	for (LLVMValueRef i = LLVMGetFirstInstruction(block->llvm); i != x;
		i = LLVMGetNextInstruction(i))
		if (*ahead != AHEAD_UNKNOWN)
			*ahead = step(phased, i, *ahead);
	return *ahead != AHEAD_UNKNOWN && *ahead != AHEAD_NONE;
}

const struct et *phased_before(
	struct kernel *kernel, const struct phased *phased, bool waits, LLVMValueRef x)
{
	struct ets *ets = kernel->ets;
	const struct et *sum = et_const(ets, 64, 0);
	vec_each(op, &phased->ops) {
		if (!(waits ? (*op)->waits : (*op)->arrives))
			continue;
		const struct et *runs =
			share_of_runs(kernel, *op, runs_before(kernel, (*op)->instruction, x));
		if (!runs)
			return NULL;
		sum = et_binary(ets, ET_ADD, ET_NSW, sum, runs);
	}
	return sum;
}

static void leaders_fill(struct kernel *kernel)
{
	vec_each(sync, &kernel->syncs) {
		if ((*sync)->kind == SYNC_PHASE)
			leader_find(kernel, *sync);
	}
}

void phases_fill(struct kernel *kernel)
{
	leaders_fill(kernel);
	phase_arrays_fill(kernel);
	vec_each(each, &kernel->phased) {
		struct phased *phased = *each;
		vec_each(op, &phased->ops) phased->clustered |= (*op)->rank != NULL;
		if (!phased->array && !phased->turns)
			parities_fill(kernel, phased, NULL);
		vec_each(op, &phased->ops) {
			if (!phased->unknown)
				phased->unknown = phased->clustered
					? cluster_phase_defect(kernel, phased, *op)
					: phase_defect(kernel, phased, *op);
			if (phased->unknown) {
				kernel_unsupported(kernel, (*op)->instruction, "%s", phased->unknown);
				break;
			}
		}
		phased->arrivers = phased_arrivers(kernel, phased);
		phased->members = et_or(kernel->ets, phased_group(kernel, phased, false, false),
			phased_group(kernel, phased, false, true));
	}
	phase_chains_fill(kernel);
	bulk_fill(kernel);
	arrivals_bind(kernel);
}

const struct et *ordering_term(const struct ordering *o, const struct et *term, unsigned side)
{
	if (o->launch)
		term = et_map_apply(o->launch, term);
	return et_map_apply(o->maps[side], term);
}

/* The barrier whose phase completes a bound copy; NULL: none. */
static const struct phased *completes(const struct kernel *kernel, const struct access *copy)
{
	if (copy->bulk)
		return copy->expect ? copy->expect->phased : NULL;
	return flight_barrier(kernel, copy);
}

/*
 * Arrivals at a barrier before the wait that completes a bound copy: phase N of the copy's
 * barrier is what the N-th wait is for, and at all waits the arrivals are ahead of the waits
 * by one number. NULL: not known.
 */
static const struct et *arrivals_at_end(
	struct kernel *kernel, const struct phased *phased, const struct access *copy)
{
	const struct phased *own = completes(kernel, copy);
	LLVMValueRef end = copy->bound ? NULL : flight_end(kernel, copy);
	if (end)
		return phased_before_led(kernel, phased, false, end);
	struct phased both = { 0 };
	int ahead = 0, first = 0;
	bool found = false;
	if (!own)
		return NULL;
	const struct et *phase = copy->bulk ? copy->phase
					    : arrivals_at_copy(kernel, own, copy);
	if (own == phased || !phase)
		return phase;
	for (unsigned side = 0; side < 2; side++) {
		const struct phased *from = side ? own : phased;
		vec_each(op, &from->ops) {
			struct sync *only = arena_alloc(kernel->arena, sizeof(*only));
			*only = **op;
			only->arrives = !side && (*op)->arrives;
			only->waits = side && (*op)->waits;
			vec_push(kernel->arena, &both.ops, only);
		}
	}
	vec_each(op, &own->ops) {
		if (!(*op)->waits)
			continue;
		if (!phased_ahead(kernel, &both, (*op)->instruction, &ahead) ||
			(found && ahead != first))
			return NULL;
		first = ahead;
		found = true;
	}
	return et_binary(kernel->ets, ET_ADD, ET_NSW, phase,
		et_const(kernel->ets, 64, (uint64_t)(int64_t)first));
}

const struct et *known_phases(
	struct kernel *kernel, const struct phased *phased, LLVMValueRef at)
{
	struct ets *ets = kernel->ets;
	const struct et *waited = phased_before_led(kernel, phased, true, at);
	const struct et *most = et_const(ets, 64, phased->most);
	if (waited && phased->lag)
		return et_binary(ets, ET_SUB, ET_NSW, waited, et_const(ets, 64, phased->lag));
	if (waited && phased->stays)
		return et_ite(ets, et_binary(ets, ET_SLT, 0, waited, most), waited, most);
	return waited;
}

/* Condition for the thread to be counted still at the access. */
static const struct et *still_counted(
	struct kernel *kernel, const struct phased *phased, const struct access *access)
{
	struct ets *ets = kernel->ets;
	const struct et *counted = et_bool(ets, true), *none = et_const(ets, 64, 0);
	vec_each(op, &phased->ops) {
		if (!(*op)->drops)
			continue;
		const struct et *runs =
			runs_before(kernel, (*op)->instruction, access->instruction);
		counted = et_and(ets, counted,
			runs ? et_binary(ets, ET_EQ, 0, runs, none) : et_sym(ets, phased->puzzle));
	}
	return counted;
}

/* `from` comes before who has waited for so many phases of the barrier (NULL: not known). */
static const struct et *ordered(const struct ordering *o, const struct phased *phased,
	const struct access *from, unsigned side, const struct et *waited)
{
	struct ets *ets = o->kernel->ets;
	bool lost = from->async && (from->bulk && from->bound ? !from->expect
							      : flight_never_ends(o->kernel, from));
	const struct et *arrived =
		from->async ? arrivals_at_end(o->kernel, phased, from)
			    : phased_before_led(o->kernel, phased, false, from->instruction);
	const struct et *counted = still_counted(o->kernel, phased, from);
	const struct et *member = ordering_term(o, et_and(ets, phased->members, counted), side);
	if (from->expect && from->expect->phased == phased)
		member = et_bool(ets, true);
	if (lost || (waited && et_is_const(waited) && et_signed(waited) <= 0))
		return et_bool(ets, false);
	if (!arrived || !waited)
		return et_and(ets, member, ordering_term(o, et_sym(ets, phased->puzzle), side));
	return et_and(ets, member,
		et_binary(ets, ET_SLT, 0, ordering_term(o, arrived, side), ordering_term(o, waited, !side)));
}

/* `from` comes before `to`, by this barrier, or by it and another one. */
static const struct et *ordered_before(const struct ordering *o, const struct phased *phased,
	const struct access *from, unsigned side, LLVMValueRef to)
{
	struct kernel *kernel = o->kernel;
	const struct et *some =
		ordered(o, phased, from, side, known_phases(kernel, phased, to));
	vec_each(chain, &kernel->phase_chains) {
		const struct et *waited = chain->first == phased
			? known_phases(kernel, chain->second, to) : NULL;
		if (waited)
			some = et_or(kernel->ets, some,
				ordered(o, phased, from, side, phases_chained(kernel, chain, waited)));
	}
	return some;
}

const struct et *phases_before(struct kernel *kernel, struct et_map *launch, struct et_map *const maps[2],
	const struct access *from, LLVMValueRef to)
{
	struct ordering o = { kernel, launch, maps };
	const struct et *some = et_bool(kernel->ets, false);
	vec_each(phased, &kernel->phased)
		if (!(*phased)->unknown && !(*phased)->loose && !(*phased)->clustered)
			some = et_or(kernel->ets, some, ordered_before(&o, *phased, from, 0, to));
	return some;
}

static const struct et *one_order(const struct ordering *o, const struct phased *phased, const struct pair *pair,
	unsigned side)
{
	const struct access *from = side ? pair->b.access : pair->a.access;
	LLVMValueRef to = (side ? pair->a.access : pair->b.access)->instruction;
	return phased->clustered ? cluster_phase_before(o, phased, from, side, to)
				 : ordered_before(o, phased, from, side, to);
}

/* Can the barrier order threads of the interval's pairs. */
static bool reaches(const struct phased *phased, const struct interval *interval)
{
	bool apart = interval->kind == RACE_INTER_BLOCK;
	return !phased->unknown && !phased->loose &&
	       (!apart || (phased->clustered && interval->extent == EXTENT_CLUSTER));
}

const struct et *phases_unordered(struct kernel *kernel, const struct pair *pair,
	struct et_map *launch, struct et_map *const maps[2])
{
	struct ets *ets = kernel->ets;
	struct ordering o = { kernel, launch, maps };
	const struct et *unordered = et_bool(ets, true);
	bool clustered = false, apart = pair->interval->kind == RACE_INTER_BLOCK;
	for (unsigned side = 0; side < 2 && (!apart || pair->interval->extent == EXTENT_CLUSTER); side++) {
		const struct access *from = side ? pair->b.access : pair->a.access;
		LLVMValueRef to = (side ? pair->a.access : pair->b.access)->instruction;
		if (from->lands)
			unordered = et_and(ets, unordered, et_not(ets, cluster_bytes_before(&o, from, side, to)));
		clustered |= from->lands != NULL;
	}
	vec_each(phased, &kernel->phased) {
		if (!reaches(*phased, pair->interval))
			continue;
		clustered |= (*phased)->clustered;
		for (unsigned side = 0; side < 2; side++)
			unordered = et_and(ets, unordered, et_not(ets, one_order(&o, *phased, pair, side)));
	}
	for (unsigned side = 0; clustered && side < 2; side++)
		unordered = et_and(ets, unordered, et_not(ets, cluster_phases_chain(&o,
			side ? pair->b.access : pair->a.access, side,
			(side ? pair->a.access : pair->b.access)->instruction)));
	return unordered;
}
