#include "kernelanalysis/barriers/async.h"
#include "kernelanalysis/barriers/phased.h"
#include "kernelanalysis/intervals/runs.h"
#include "kernelanalysis/intervals/turns.h"

/*
 * Copies in flight: how far a copy is at a point of a walk from its issue (interval.c), and what completes it.
 */

/* Commits as arrivals, waits for the oldest group as waits. */
static struct phased *pipeline_of(struct kernel *kernel)
{
	struct phased *pipeline = arena_alloc(kernel->arena, sizeof(*pipeline));
	vec_each(block, &kernel->func->blocks) {
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i; i = LLVMGetNextInstruction(i)) {
			if (!LLVMIsACallInst(i))
				continue;
			struct async_call call = async_of_call(i);
			enum async_kind kind = call.kind;
			if (call.bulk || (kind != ASYNC_COMMIT && kind != ASYNC_WAIT_OLDEST))
				continue;
			struct sync *op = arena_alloc(kernel->arena, sizeof(*op));
			op->instruction = i;
			op->block = *block;
			op->arrives = kind == ASYNC_COMMIT;
			op->waits = !op->arrives;
			vec_push(kernel->arena, &pipeline->ops, op);
		}
	}
	return pipeline;
}

static bool waits_for_oldest(const struct phased *pipeline)
{
	vec_each(op, &pipeline->ops) {
		if ((*op)->waits)
			return true;
	}
	return false;
}

const struct phased *flight_barrier(const struct kernel *kernel, const struct access *copy)
{
	if (copy->arrival)
		return copy->arrival->phased;
	vec_each(phased, &kernel->phased) {
		bool chosen = (*phased)->array || (*phased)->turns || !(*phased)->ops.n;
		if (copy->bound && !chosen && (*phased)->object == copy->bound && (*phased)->id != PHASED_EMPTY)
			return *phased;
	}
	return NULL;
}

/* Does the thread that issues the copy make this arrival behind it in the same round, with none at the barrier between. */
static bool is_next(struct kernel *kernel, const struct sync *op, const struct access *copy)
{
	const struct phased *phased = op->phased;
	if (!op->arrives || !phased->turns || phased->unknown || op->block->loop != copy->block->loop ||
		value_et(kernel->env, op->object) != value_et(kernel->env, copy->bound) ||
		!(instruction_dominates(kernel->func, copy->instruction, op->instruction) ||
			(always_follows(kernel, copy->instruction, op->instruction) &&
				op->block->index > copy->block->index)))
		return false;
	const struct et *before = phased_before(kernel, phased, false, op->instruction);
	return before && before == phased_before(kernel, phased, false, copy->instruction);
}

/* Which of the barriers that take turns, counted by arrivals, is the one with this index; `taking`: none. */
static uint64_t turn_of(struct kernel *kernel, const struct sync *op, uint64_t element)
{
	const struct phased *phased = op->phased;
	const struct et *before = phased_before(kernel, phased, false, op->instruction);
	struct turn_rounds rounds;
	uint64_t arrival, index;
	if (!before || !turn_rounds_start(kernel, op->instruction, &rounds))
		return phased->taking;
	do {
		if (!turn_value_at(kernel, before, &rounds, &arrival) ||
			!turn_element(kernel, op->object, &rounds, &index))
			return phased->taking;
		if (index == element)
			return arrival % phased->taking;
	} while (turn_rounds_next(&rounds));
	return phased->taking;
}

/* Is the copy's barrier the one that the thread arrives at so many arrivals after its next one, the same number in all rounds. */
static bool is_later(struct kernel *kernel, const struct sync *op, struct access *copy)
{
	const struct phased *phased = op->phased;
	struct turn_rounds rounds;
	uint64_t arrivals, index, turn;
	bool first = true;
	if (!op->arrives || !phased->turns || phased->unknown || phased->clustered || !phased->taking ||
		object_of(kernel, op->object) != object_of(kernel, copy->bound))
		return false;
	const struct et *before = phased_before(kernel, phased, false, copy->instruction);
	if (!before || !turn_rounds_start(kernel, copy->instruction, &rounds))
		return false;
	do {
		if (!turn_value_at(kernel, before, &rounds, &arrivals) ||
			!turn_element(kernel, copy->bound, &rounds, &index))
			return false;
		turn = turn_of(kernel, op, index);
		uint64_t ahead = (turn + phased->taking - arrivals % phased->taking) % phased->taking;
		if (turn == phased->taking || (!first && ahead != copy->ahead))
			return false;
		copy->ahead = (unsigned)ahead;
		first = false;
	} while (turn_rounds_next(&rounds));
	return true;
}

const struct et *arrivals_at_copy(struct kernel *kernel, const struct phased *phased, const struct access *copy)
{
	const struct et *before = phased_before(kernel, phased, false, copy->instruction);
	if (!before || !copy->ahead)
		return before;
	return et_binary(kernel->ets, ET_ADD, ET_NSW, before, et_const(kernel->ets, 64, copy->ahead));
}

void arrivals_bind(struct kernel *kernel)
{
	vec_each(each, &kernel->accesses) {
		struct access *copy = *each;
		if (!copy->async || copy->bulk || !copy->bound || flight_barrier(kernel, copy))
			continue;
		vec_each(sync, &kernel->syncs) {
			bool phase = (*sync)->kind == SYNC_PHASE && (*sync)->phased && (*sync)->object;
			if (phase && is_next(kernel, *sync, copy))
				copy->arrival = *sync;
		}
		vec_each(sync, &kernel->syncs) {
			bool phase = (*sync)->kind == SYNC_PHASE && (*sync)->phased && (*sync)->object;
			if (phase && !copy->arrival && is_later(kernel, *sync, copy))
				copy->arrival = *sync;
		}
		copy->ahead = copy->arrival ? copy->ahead : 0;
	}
}

/*
 * Is a wait for the oldest group that finds one pending behind others that did: there is one wait,
 * in each of whose rounds at most one group is committed.
 */
static bool keeps_pace(const struct phased *pipeline)
{
	const struct sync *wait = NULL;
	const struct sync *commit = NULL;
	vec_each(op, &pipeline->ops) {
		if ((*op)->waits && wait)
			return false;
		wait = (*op)->waits ? *op : wait;
	}
	const struct loop *loop = wait ? wait->block->loop : NULL;
	vec_each(op, &pipeline->ops) {
		if (!loop || !(*op)->arrives || !loop_contains(loop, (*op)->block))
			continue;
		if (commit || (*op)->block->loop != loop)
			return false;
		commit = *op;
	}
	return wait && (!loop || !loop->parent);
}

/* Is it known how often the pipeline's operations were run, so that groups are numbered
 * (flight_groups.c). */
static bool all_counted(struct kernel *kernel, const struct phased *pipeline, const struct access *copy)
{
	bool counted = keeps_pace(pipeline) || runs_counted(kernel, copy->block);
	vec_each(op, &pipeline->ops)
		counted = counted && runs_before(kernel, (*op)->instruction, copy->instruction) &&
			  runs_before(kernel, (*op)->instruction, (*op)->instruction);
	return counted;
}

static void count_pending(
	struct kernel *kernel, const struct phased *pipeline, struct access *copy)
{
	int ahead;
	copy->in_order = true;
	copy->pending = FLIGHT_MOST;
	bool in_turn = pipeline && !copy->arrival && !pipeline->lag && !pipeline->stays;
	if (in_turn && phased_ahead(kernel, pipeline, copy->instruction, &ahead) && ahead >= 0 &&
		ahead < FLIGHT_MOST)
		copy->pending = (unsigned)ahead;
	else if (copy->bound)
		copy->open = true;
	else if (!all_counted(kernel, pipeline, copy))
		kernel_unsupported(kernel, copy->instruction,
			"pipeline whose number of pending stages is not known");
}

LLVMValueRef flight_end(struct kernel *kernel, const struct access *copy)
{
	LLVMValueRef best = NULL;
	vec_each(block, &kernel->func->blocks) {
		if ((*block)->loop != copy->block->loop ||
			!(*block == copy->block || block_post_dominates(*block, copy->block)))
			continue;
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i; i = LLVMGetNextInstruction(i)) {
			if (!LLVMIsACallInst(i))
				continue;
			struct async_call call = async_of_call(i);
			bool all = call.kind == ASYNC_WAIT_ALL ||
				   (call.kind == ASYNC_WAIT && call.known && !call.prior);
			bool reads = call.reads && copy->type == ACCESS_WRITE;
			if (all && call.bulk == copy->bulk && !reads &&
				instruction_dominates(kernel->func, copy->instruction, i) &&
				(!best || instruction_dominates(kernel->func, i, best)))
				best = i;
		}
	}
	return best;
}

bool flight_never_ends(const struct kernel *kernel, const struct access *copy)
{
	if (copy->bound)
		return false;
	vec_each(block, &kernel->func->blocks) {
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i; i = LLVMGetNextInstruction(i)) {
			if (!LLVMIsACallInst(i))
				continue;
			struct async_call call = async_of_call(i);
			bool waits = call.kind == ASYNC_WAIT || call.kind == ASYNC_WAIT_ALL ||
				     call.kind == ASYNC_WAIT_OLDEST;
			if (waits && call.bulk == copy->bulk)
				return false;
		}
	}
	return true;
}

void flights_prepare(struct kernel *kernel)
{
	const struct phased *pipeline = pipeline_of(kernel);
	bool oldest = waits_for_oldest(pipeline);
	vec_each(each, &kernel->accesses) {
		struct access *copy = *each;
		if (copy->bulk)
			continue;
		if (copy->async && copy->bound)
			count_pending(kernel, flight_barrier(kernel, copy), copy);
		else if (copy->async && oldest)
			count_pending(kernel, pipeline, copy);
	}
}

/*
 * Where waits are for the oldest group, the state counts the groups that were pending when
 * the copy was issued: FLIGHT_COMMITTED plus those not waited for yet.
 */
static unsigned oldest_after(const struct access *copy, unsigned flight, enum async_kind kind)
{
	if (kind == ASYNC_COMMIT && flight == FLIGHT_ISSUED)
		return copy->pending < FLIGHT_MOST - FLIGHT_COMMITTED
			       ? FLIGHT_COMMITTED + copy->pending
			       : FLIGHT_MOST;
	if (kind == ASYNC_WAIT_OLDEST && flight == FLIGHT_COMMITTED)
		return 0;
	if (kind == ASYNC_WAIT_OLDEST && flight > FLIGHT_COMMITTED && flight < FLIGHT_MOST)
		return flight - 1;
	return kind == ASYNC_WAIT_ALL ? 0 : flight;
}

/* Condition for a copy of this phase to be complete behind the wait, by the thread that issued it, in the same round; NULL: not known. */
static const struct et *phase_is_over(
	const struct kernel *kernel, const struct et *phase, const struct sync *wait)
{
	struct kernel *k = (struct kernel *)kernel;
	const struct et *before = phased_before(k, wait->phased, true, wait->instruction);
	if (!wait->waits || !phase || !before || wait->phased->stays)
		return NULL;
	const struct et *lag = et_const(k->ets, 64, wait->phased->lag);
	const struct et *done = et_binary(k->ets, ET_SUB, ET_NSW, before, lag);
	return et_binary(k->ets, ET_SLE, 0, phase, done);
}

static bool bulk_is_over(
	const struct kernel *kernel, const struct access *copy, const struct sync *wait)
{
	const struct et *over = phase_is_over(kernel, copy->expect ? copy->phase : NULL, wait);
	return over && et_is_true(over);
}

/* The same for a copy that a thread's arrival completes. */
static const struct et *bound_is_over(
	const struct kernel *kernel, const struct access *copy, const struct sync *wait)
{
	struct kernel *k = (struct kernel *)kernel;
	return phase_is_over(kernel, arrivals_at_copy(k, wait->phased, copy), wait);
}

/* A copy bound to a barrier: the thread's arrival commits it, its waits are in order. */
static unsigned bound_after(
	const struct kernel *kernel, const struct access *copy, unsigned flight, LLVMValueRef call)
{
	const struct sync *sync = sync_at(kernel, call);
	if (!sync || sync->kind != SYNC_PHASE)
		return flight;
	if (!copy->bulk && sync->phased != flight_barrier(kernel, copy))
		return flight;
	if (copy->open) {
		const struct et *over = bound_is_over(kernel, copy, sync);
		return over && et_is_true(over) ? 0 : flight;
	}
	if (copy->bulk && sync->phased->object != copy->bound)
		return flight;
	if (copy->bulk)
		return bulk_is_over(kernel, copy, sync) ? 0 : flight;
	if (sync->arrives)
		flight = oldest_after(copy, flight, ASYNC_COMMIT);
	return sync->waits ? oldest_after(copy, flight, ASYNC_WAIT_OLDEST) : flight;
}

/* Waits that leave the latest `prior` groups pending. */
static unsigned latest_after(unsigned flight, const struct async_call *async)
{
	switch (async->kind) {
	case ASYNC_COMMIT:
		return flight < FLIGHT_MOST ? flight + 1 : flight;
	case ASYNC_WAIT: {
		bool old = flight >= FLIGHT_COMMITTED && flight - FLIGHT_COMMITTED >= async->prior;
		return old ? 0 : flight;
	}
	case ASYNC_WAIT_ALL:
		return 0;
	case ASYNC_NONE:
	case ASYNC_COPY:
	case ASYNC_WAIT_OLDEST:
		break;
	}
	return flight;
}

unsigned flight_after(
	const struct kernel *kernel, const struct access *copy, unsigned flight, LLVMValueRef call)
{
	if (!LLVMIsACallInst(call))
		return flight;
	if (copy->bound)
		return bound_after(kernel, copy, flight, call);
	struct async_call async = async_of_call(call);
	if (async.bulk != copy->bulk || (async.reads && copy->type == ACCESS_WRITE))
		return flight;
	if (!copy->in_order)
		return latest_after(flight, &async);
	bool all = async.kind == ASYNC_WAIT && !async.prior && flight >= FLIGHT_COMMITTED;
	return oldest_after(copy, flight, all ? ASYNC_WAIT_ALL : async.kind);
}

/* Is the operation at an element of the array of barriers that the copy is bound to one of. */
static bool is_of_array(const struct kernel *kernel, const struct sync *op, const struct access *copy)
{
	struct kernel *k = (struct kernel *)kernel;
	return !flight_barrier(kernel, copy) && op->object && LLVMGetTypeKind(LLVMTypeOf(op->object)) == LLVMPointerTypeKind &&
	       object_may_be(k, object_of(k, op->object), object_of(k, copy->bound));
}

bool flight_may_end(const struct kernel *kernel, const struct access *copy, LLVMValueRef call)
{
	const struct sync *sync = sync_at(kernel, call);
	if (!copy->open || !sync || sync->kind != SYNC_PHASE || !sync->waits)
		return false;
	if (sync->phased != flight_barrier(kernel, copy))
		return is_of_array(kernel, sync, copy);
	const struct et *over = bound_is_over(kernel, copy, sync);
	return !over || copy->block->loop || sync->block->loop || !et_is_false(over);
}

static bool has_conjunct(const struct et *term, const struct et *wanted)
{
	if (term == wanted)
		return true;
	return term->op == ET_AND && term->width == 1 &&
	       (has_conjunct(term->arg[0], wanted) || has_conjunct(term->arg[1], wanted));
}

bool flight_excludes(struct kernel *kernel, const struct access *copy, const struct block *from,
	const struct block *to)
{
	if (from->succs.n < 2)
		return false;
	const struct et *taken = value_edge(kernel->env, from, to);
	return has_conjunct(copy->guard, et_not(kernel->ets, taken));
}
