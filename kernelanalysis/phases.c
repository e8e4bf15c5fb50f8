#include "kernelanalysis/turns.h"

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
 * check of a launch (solver/coverage.c).
 */

struct phased *phased_of(struct kernel *kernel, LLVMValueRef object, uint64_t id)
{
	vec_each(each, &kernel->phased) {
		if ((*each)->object == object && (*each)->id == id)
			return *each;
	}
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

/* Forward data flow: by block, arrivals less waits before it. */
static int *aheads(struct kernel *kernel, const struct phased *phased)
{
	size_t n = kernel->func->blocks.n;
	int *at = arena_alloc(kernel->arena, n * sizeof(*at));
	for (size_t i = 0; i < n; i++)
		at[i] = i ? AHEAD_NONE : 0;
	for (bool changed = true; changed;) {
		changed = false;
		vec_each(each, &kernel->func->blocks) {
			const struct block *block = *each;
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

bool phased_ahead(
	struct kernel *kernel, const struct phased *phased, LLVMValueRef x, int *ahead)
{
	const struct block *block = instruction_block(kernel->func, x);
	*ahead = aheads(kernel, phased)[block->index];
	for (LLVMValueRef i = LLVMGetFirstInstruction(block->llvm); i != x;
		i = LLVMGetNextInstruction(i))
		if (*ahead != AHEAD_UNKNOWN)
			*ahead = step(phased, i, *ahead);
	return *ahead != AHEAD_UNKNOWN && *ahead != AHEAD_NONE;
}

/*
 * Condition for a thread to run the block at some time: what decides the branches on the way
 * to it, but not how loops before it ended.
 */
static const struct et *run_when(struct kernel *kernel, const struct block *block)
{
	const struct et *term = et_bool(kernel->ets, true);
	for (; block->idom; block = block->idom)
		if (!block_post_dominates(block, block->idom))
			term = et_and(kernel->ets, term,
				value_reach_from(kernel->env, block->idom, block));
	return term;
}

struct reach {
	struct kernel *kernel;
	bool *seen;
};

static bool reaches_block(struct reach *reach, const struct block *from, const struct block *to)
{
	vec_each(succ, &from->succs) {
		if (*succ == to)
			return true;
		if (reach->seen[(*succ)->index])
			continue;
		reach->seen[(*succ)->index] = true;
		if (reaches_block(reach, *succ, to))
			return true;
	}
	return false;
}

/* Does `a` come before `b` in their common block. */
static bool precedes_in_block(LLVMValueRef a, LLVMValueRef b)
{
	for (LLVMValueRef i = LLVMGetNextInstruction(a); i; i = LLVMGetNextInstruction(i))
		if (i == b)
			return true;
	return false;
}

static bool can_precede(struct kernel *kernel, const struct sync *op, LLVMValueRef x)
{
	const struct block *to = instruction_block(kernel->func, x);
	struct reach reach = { kernel, NULL };
	if (op->block == to && precedes_in_block(op->instruction, x))
		return true;
	reach.seen = arena_alloc(kernel->arena, kernel->func->blocks.n * sizeof(bool));
	return reaches_block(&reach, op->block, to);
}

static bool can_follow(struct kernel *kernel, const struct sync *op, LLVMValueRef x)
{
	const struct sync other = { .block = instruction_block(kernel->func, x), .instruction = x };
	return can_precede(kernel, &other, op->instruction);
}

static bool comes_first(struct kernel *kernel, LLVMValueRef a, LLVMValueRef b)
{
	return a != b && instruction_dominates(kernel->func, a, b);
}

/* Do all exits of the loop lie after the operation, or all before it, in the round. */
static bool exits_are(const struct loop *loop, const struct block *block, bool after)
{
	vec_each(exit, &loop->exits) {
		if (block_is_dead_end(exit->to))
			continue;
		if (after ? !block_dominates(block, exit->from)
			  : exit->from->index >= block->index)
			return false;
	}
	return true;
}

/* The number where the block lies on the thread's way to x, else zero. */
static const struct et *where_run(
	struct kernel *kernel, const struct block *block, LLVMValueRef x, const struct et *number)
{
	if (block_dominates(block, instruction_block(kernel->func, x)))
		return number;
	return et_ite(kernel->ets, run_when(kernel, block), number,
		et_const(kernel->ets, 64, 0));
}

/* How often the operation was run before x, for one that each round of a loop runs once. */
static const struct et *runs_in_loop(struct kernel *kernel, const struct sync *op, LLVMValueRef x)
{
	struct ets *ets = kernel->ets;
	const struct loop *loop = op->block->loop;
	const struct block *at = instruction_block(kernel->func, x);
	const struct et *rounds = et_sym(ets, kernel->env->loops[loop->index].counter);
	const struct et *more = et_binary(ets, ET_ADD, ET_NSW, rounds, et_const(ets, 64, 1));
	if (loop->parent || !loop->latch || !block_dominates(op->block, loop->latch))
		return NULL;
	if (loop_contains(loop, at)) {
		if (comes_first(kernel, op->instruction, x))
			return more;
		bool later = at == op->block || at->index < op->block->index;
		return later ? rounds : NULL;
	}
	if (exits_are(loop, op->block, true))
		return where_run(kernel, loop->header->idom, x, more);
	return exits_are(loop, op->block, false)
		       ? where_run(kernel, loop->header->idom, x, rounds)
		       : NULL;
}

static const struct et *runs_before(struct kernel *kernel, const struct sync *op, LLVMValueRef x)
{
	if (!can_precede(kernel, op, x))
		return et_const(kernel->ets, 64, 0);
	if (op->block->loop)
		return runs_in_loop(kernel, op, x);
	const struct et *one = et_const(kernel->ets, 64, 1);
	if (comes_first(kernel, op->instruction, x))
		return one;
	return can_follow(kernel, op, x) ? NULL : where_run(kernel, op->block, x, one);
}

const struct et *phased_before(
	struct kernel *kernel, const struct phased *phased, bool waits, LLVMValueRef x)
{
	struct ets *ets = kernel->ets;
	const struct et *sum = et_const(ets, 64, 0);
	vec_each(op, &phased->ops) {
		if (!(waits ? (*op)->waits : (*op)->arrives))
			continue;
		const struct et *runs = runs_before(kernel, *op, x);
		if (!runs)
			return NULL;
		sum = et_binary(ets, ET_ADD, ET_NSW, sum, runs);
	}
	return sum;
}

/* Is a wait's token what the barrier gave at an arrival. */
static bool token_known(const struct phased *phased, LLVMValueRef token, unsigned depth)
{
	if (LLVMIsAPHINode(token) && depth) {
		for (unsigned i = 0; i < LLVMCountIncoming(token); i++)
			if (!token_known(phased, LLVMGetIncomingValue(token, i), depth - 1))
				return false;
		return true;
	}
	vec_each(op, &phased->ops) {
		if ((*op)->instruction == token)
			return true;
	}
	return false;
}

/* Each wait is for the phase of the thread's latest arrival, which is its first wait since. */
static const char *wait_defect(
	struct kernel *kernel, const struct phased *phased, const struct sync *op)
{
	int ahead;
	if (phased->in_order || op->parity)
		return NULL;
	if (op->token && !token_known(phased, op->token, 2))
		return "barrier whose phase is not that of an arrival";
	if (!phased_ahead(kernel, phased, op->instruction, &ahead))
		return "barrier that some rounds or branches leave out";
	return ahead == (op->arrives ? 0 : 1)
		       ? NULL
		       : "barrier at which a thread arrives more often than it waits";
}

/* Between two arrivals that do not wait, the thread waits for something in each round. */
static bool held_back(const struct kernel *kernel, const struct sync *op)
{
	const struct loop *loop = op->block->loop;
	if (!loop)
		return true;
	vec_each(each, &kernel->syncs) {
		const struct sync *wait = *each;
		bool waits = wait->kind == SYNC_PHASE ? wait->waits
						      : wait->kind <= SYNC_BLOCK_BARRIER;
		if (waits && wait->block->loop == loop && block_dominates(wait->block, loop->latch))
			return true;
	}
	return false;
}

static const char *op_defect(
	struct kernel *kernel, const struct phased *phased, const struct sync *op)
{
	const struct loop *loop = op->block->loop;
	if (loop && (loop->parent || !loop->latch || !block_dominates(op->block, loop->latch)))
		return "barrier that some rounds or branches leave out";
	if (loop && loop_exit_level(kernel, loop) > LEVEL_BLOCK)
		return "barrier in a loop whose rounds differ between threads";
	if (op->waits)
		return wait_defect(kernel, phased, op);
	bool alone = phased->count && LLVMIsAConstantInt(phased->count) &&
		     LLVMConstIntGetZExtValue(phased->count) == 1;
	return alone || held_back(kernel, op) ? NULL : "barrier at which a thread arrives without waiting";
}

static const struct et *members_of(struct kernel *kernel, const struct phased *phased)
{
	const struct et *members = et_bool(kernel->ets, false);
	vec_each(op, &phased->ops) {
		const struct block *block = (*op)->block;
		if (block->loop)
			block = block->loop->header->idom;
		if ((*op)->arrives)
			members = et_or(kernel->ets, members, run_when(kernel, block));
	}
	return members;
}

void phases_fill(struct kernel *kernel)
{
	phase_arrays_fill(kernel);
	vec_each(each, &kernel->phased) {
		struct phased *phased = *each;
		if (!phased->array && !phased->turns)
			parities_fill(kernel, phased, NULL);
		vec_each(op, &phased->ops) {
			if (!phased->unknown)
				phased->unknown = op_defect(kernel, phased, *op);
			if (phased->unknown) {
				kernel_unsupported(kernel, (*op)->instruction, "%s", phased->unknown);
				break;
			}
		}
		phased->members = members_of(kernel, phased);
	}
}

struct ordering {
	struct kernel *kernel;
	struct et_map *launch, *const *maps;
};

static const struct et *renamed(const struct ordering *o, const struct et *term, unsigned side)
{
	if (o->launch)
		term = et_map_apply(o->launch, term);
	return et_map_apply(o->maps[side], term);
}

/* The barrier whose phase completes a bound copy; NULL: none. */
static const struct phased *completes(const struct kernel *kernel, const struct access *copy)
{
	vec_each(phased, &kernel->phased) {
		if (copy->bound && (*phased)->object == copy->bound && (*phased)->id != PHASED_EMPTY)
			return *phased;
	}
	return NULL;
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
	struct phased both = { 0 };
	int ahead = 0, first = 0;
	bool found = false;
	if (!own)
		return NULL;
	const struct et *phase = phased_before(kernel, own, false, copy->instruction);
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

/* `from` comes before `to`, by this barrier. */
static const struct et *ordered(const struct ordering *o, const struct phased *phased,
	const struct access *from, unsigned side, const struct access *to)
{
	struct ets *ets = o->kernel->ets;
	const struct et *arrived =
		from->async ? arrivals_at_end(o->kernel, phased, from)
			    : phased_before(o->kernel, phased, false, from->instruction);
	const struct et *waited = phased_before(o->kernel, phased, true, to->instruction);
	const struct et *member = renamed(o, phased->members, side);
	if (waited && phased->lag)
		waited = et_binary(ets, ET_SUB, ET_NSW, waited, et_const(ets, 64, phased->lag));
	if (waited && et_is_const(waited) && et_signed(waited) <= 0)
		return et_bool(ets, false);
	if (!arrived || !waited)
		return et_and(ets, member, renamed(o, et_sym(ets, phased->puzzle), side));
	return et_and(ets, member,
		et_binary(ets, ET_SLT, 0, renamed(o, arrived, side), renamed(o, waited, !side)));
}

const struct et *phases_unordered(struct kernel *kernel, const struct pair *pair,
	struct et_map *launch, struct et_map *const maps[2])
{
	struct ets *ets = kernel->ets;
	struct ordering o = { kernel, launch, maps };
	const struct et *unordered = et_bool(ets, true);
	if (pair->interval->kind == RACE_INTER_BLOCK)
		return unordered;
	vec_each(phased, &kernel->phased) {
		const struct et *some = et_or(ets, ordered(&o, *phased, pair->a.access, 0, pair->b.access),
			ordered(&o, *phased, pair->b.access, 1, pair->a.access));
		if (!(*phased)->unknown)
			unordered = et_and(ets, unordered, et_not(ets, some));
	}
	return unordered;
}

struct seat {
	uint64_t tid[3];
};

static bool seat_value(void *data, const struct et *leaf, const uint64_t *args, uint64_t *value)
{
	const struct seat *seat = data;
	(void)args;
	if (leaf->op != ET_SYM || leaf->sym->builtin != BUILTIN_TID)
		return false;
	*value = seat->tid[leaf->sym->axis];
	return true;
}

bool phased_members(const struct kernel *kernel, const struct phased *phased,
	struct et_map *launch, const uint64_t *dims, uint64_t *members)
{
	const struct et *member = et_map_apply(launch, phased->members);
	struct seat seat;
	*members = 0;
	for (seat.tid[2] = 0; seat.tid[2] < dims[2]; seat.tid[2]++) {
		for (seat.tid[1] = 0; seat.tid[1] < dims[1]; seat.tid[1]++) {
			for (seat.tid[0] = 0; seat.tid[0] < dims[0]; seat.tid[0]++) {
				uint64_t in;
				if (!et_eval(kernel->arena, member, seat_value, &seat, &in))
					return false;
				*members += in & 1;
			}
		}
	}
	return true;
}
