#include "kernelanalysis/barriers.h"
#include "kernelanalysis/phased.h"

/*
 * Barriers and fences of a kernel. Barriers for part of a block, in halves or in
 * memory become operations on phased barriers (phases.c).
 */

struct sync *sync_at(const struct kernel *kernel, LLVMValueRef instruction)
{
	return ptrmap_get(kernel->sync_map, instruction);
}

static struct sync *sync_add(
	struct kernel *kernel, struct block *block, LLVMValueRef i, enum sync_kind kind)
{
	struct sync *sync = arena_alloc(kernel->arena, sizeof(*sync));
	sync->kind = kind;
	sync->instruction = i;
	sync->block = block;
	sync->scope = SCOPE_BLOCK;
	vec_push(kernel->arena, &kernel->syncs, sync);
	ptrmap_set(kernel->sync_map, i, sync);
	return sync;
}

static void fence_add(
	struct kernel *kernel, struct block *block, LLVMValueRef i, enum scope scope)
{
	struct sync *sync = sync_add(kernel, block, i, SYNC_FENCE);
	sync->scope = scope;
	sync->sc = LLVMIsAFenceInst(i)
			   ? LLVMGetOrdering(i) == LLVMAtomicOrderingSequentiallyConsistent
			   : call_fence_sc(i);
	sync->order = LLVMIsAFenceInst(i) ? order_of_llvm(LLVMGetOrdering(i)) : call_fence_order(i);
}

static LLVMValueRef operand_value(LLVMValueRef call, const struct barrier_operand *operand)
{
	LLVMTypeRef type = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(call)));
	return operand->value ? operand->value : LLVMConstInt(type, operand->number, false);
}

LLVMValueRef named_count(LLVMValueRef call)
{
	struct barrier_call barrier;
	return barrier_of_call(call, &barrier) ? operand_value(call, &barrier.count) : NULL;
}

static struct sync *phase_add(struct kernel *kernel, struct block *block, LLVMValueRef i,
	struct phased *phased, const struct barrier_call *barrier)
{
	struct sync *sync = sync_add(kernel, block, i, SYNC_PHASE);
	sync->phased = phased;
	sync->arrives = barrier->arrives;
	sync->waits = barrier->waits;
	vec_push(kernel->arena, &phased->ops, sync);
	return sync;
}

/* A barrier for as many threads as its count says. */
static void named_add(struct kernel *kernel, struct block *block, LLVMValueRef i,
	const struct barrier_call *barrier)
{
	uint64_t id = PHASED_NUMBERS;
	bool known = barrier_number(&barrier->id, &id);
	if (known && id >= NAMED_BARRIERS) {
		sync_add(kernel, block, i, SYNC_STRAY);
		return;
	}
	struct phased *phased = phased_of(kernel, NULL, id);
	LLVMValueRef count = operand_value(i, &barrier->count);
	if (known && phased->count && phased->count != count)
		phased->unknown = "named barrier with different counts";
	phased->count = count;
	phased->array |= !known;
	struct sync *sync = phase_add(kernel, block, i, phased, barrier);
	sync->object = operand_value(i, &barrier->id);
}

/* The two barriers of a cuda::pipeline that the threads of a group share. */
static void pipeline_add(struct kernel *kernel, struct block *block, LLVMValueRef i,
	const struct barrier_call *barrier)
{
	uint64_t stages = 0;
	struct phased *full = phased_of(kernel, barrier->id.value, PHASED_FULL);
	struct phased *empty = phased_of(kernel, barrier->id.value, PHASED_EMPTY);
	full->in_order = empty->in_order = true;
	if (!barrier_number(&barrier->stages, &stages) || !stages || stages > 16)
		empty->unknown = "pipeline whose number of stages is not known";
	empty->lag = (unsigned)stages;
	if (barrier->arrives || barrier->waits)
		phase_add(kernel, block, i, barrier->part == PHASED_FULL ? full : empty, barrier);
	else if (barrier->role.given)
		full->role = empty->role = barrier->role.value;
	else
		full->count = empty->count = barrier->count.value;
}

/* cuda::barrier, as the headers spell it. */
static void object_barrier_add(struct kernel *kernel, struct block *block, LLVMValueRef i,
	const struct barrier_call *barrier)
{
	LLVMValueRef object = barrier->id.value;
	if (!object) {
		struct phased *whole = phased_of(kernel, NULL, PHASED_BLOCK);
		whole->count = barrier->count.value;
		phase_add(kernel, block, i, whole, barrier);
		return;
	}
	const struct object *root = object_of(kernel, object);
	bool chosen = !LLVMIsAConstant(object);
	if (root->kind != OBJECT_SHARED || (chosen && barrier->part)) {
		kernel_unsupported(kernel, i, "barrier object that is not one shared variable");
		return;
	}
	if (barrier->part) {
		pipeline_add(kernel, block, i, barrier);
		return;
	}
	struct phased *phased = phased_of(kernel, chosen ? root->value : object, chosen);
	phased->array |= chosen;
	if (!barrier->arrives && !barrier->waits && !barrier->bytes.given) {
		if (phased->count && !chosen)
			phased->unknown = "barrier that is initialised twice";
		phased->count = barrier->count.value;
		vec_push(kernel->arena, &phased->inits, i);
		return;
	}
	struct sync *sync = phase_add(kernel, block, i, phased, barrier);
	uint64_t arrivals = 0;
	bool number = barrier->arrives && barrier_number(&barrier->count, &arrivals);
	sync->drops = number && arrivals == UINT64_MAX;
	if (barrier->arrives && !sync->drops && !(number && arrivals == 1))
		sync->weight = barrier->count.value;
	sync->bytes = barrier->bytes.value;
	sync->token = barrier->token.value;
	sync->parity = barrier->parity.value;
	sync->object = object;
}

/* From an instruction on: 1 an access comes first, 0 a wait for this kind of barrier does. */
static int meets_access(struct kernel *kernel, LLVMValueRef i, enum sync_kind kind)
{
	struct barrier_call barrier;
	for (; i; i = LLVMGetNextInstruction(i)) {
		if (access_at(kernel, i))
			return 1;
		if (LLVMIsACallInst(i) && barrier_of_call(i, &barrier) && barrier.kind == kind &&
			barrier.waits)
			return 0;
	}
	return -1;
}

/* May a thread access memory after it arrived at a barrier and before it waits for it. */
static bool works_between(
	struct kernel *kernel, struct block *block, LLVMValueRef arrival, enum sync_kind kind)
{
	bool *seen = arena_alloc(kernel->arena, kernel->func->blocks.n * sizeof(*seen));
	VEC(struct block *) work = { 0 };
	int met = meets_access(kernel, LLVMGetNextInstruction(arrival), kind);
	for (;;) {
		if (met == 1)
			return true;
		for (size_t s = 0; met < 0 && s < block->succs.n; s++) {
			if (!seen[block->succs.at[s]->index])
				vec_push(kernel->arena, &work, block->succs.at[s]);
			seen[block->succs.at[s]->index] = true;
		}
		if (!work.n)
			return false;
		block = work.at[--work.n];
		met = meets_access(kernel, LLVMGetFirstInstruction(block->llvm), kind);
	}
}

/* From an instruction back: 1 a wait for this kind of barrier comes first, 0 an arrival without one does. */
static int meets_wait(LLVMValueRef i, enum sync_kind kind)
{
	struct barrier_call barrier;
	for (; i; i = LLVMGetPreviousInstruction(i))
		if (LLVMIsACallInst(i) && barrier_of_call(i, &barrier) && barrier.kind == kind)
			return barrier.waits;
	return -1;
}

/* May a thread come to the wait for a barrier that it has not arrived at. */
static bool waits_unarrived(
	struct kernel *kernel, struct block *block, LLVMValueRef wait, enum sync_kind kind)
{
	bool *seen = arena_alloc(kernel->arena, kernel->func->blocks.n * sizeof(*seen));
	VEC(struct block *) work = { 0 };
	int met = meets_wait(LLVMGetPreviousInstruction(wait), kind);
	for (;;) {
		if (met == 1 || (met < 0 && !block->preds.n))
			return true;
		for (size_t p = 0; met < 0 && p < block->preds.n; p++) {
			if (!seen[block->preds.at[p]->index])
				vec_push(kernel->arena, &work, block->preds.at[p]);
			seen[block->preds.at[p]->index] = true;
		}
		if (!work.n)
			return false;
		block = work.at[--work.n];
		met = meets_wait(LLVMGetLastInstruction(block->llvm), kind);
	}
}

/* May the thread access memory before an arrival with no fence of the cluster between? */
static bool leaves_unordered(struct kernel *kernel, struct block *block, LLVMValueRef arrival)
{
	for (LLVMValueRef i = LLVMGetPreviousInstruction(arrival); i; i = LLVMGetPreviousInstruction(i)) {
		if (LLVMIsACallInst(i) && call_fence_scope(i) >= SCOPE_CLUSTER)
			return false;
		if (access_at(kernel, i))
			return true;
	}
	return block->preds.n > 0;
}

static void barrier_add(struct kernel *kernel, struct block *block, LLVMValueRef i,
	const struct barrier_call *barrier)
{
	uint64_t mask = UINT32_MAX;
	if (barrier->unsupported) {
		kernel_unsupported(kernel, i, "%s", barrier->unsupported);
		return;
	}
	if (barrier->kind == SYNC_BLOCK_BARRIER && barrier->count.given) {
		named_add(kernel, block, i, barrier);
		return;
	}
	if (barrier->kind == SYNC_PHASE) {
		object_barrier_add(kernel, block, i, barrier);
		return;
	}
	if (barrier->relaxed && leaves_unordered(kernel, block, i))
		kernel_unsupported(kernel, i,
			"arrival at a cluster barrier that is relaxed: it orders no accesses before it");
	if (!barrier->waits) {
		if (works_between(kernel, block, i, barrier->kind))
			kernel_unsupported(
				kernel, i, "work between the arrival at a barrier and its wait");
		return;
	}
	if (!barrier->arrives && waits_unarrived(kernel, block, i, barrier->kind))
		kernel_unsupported(kernel, i, "wait for a barrier that the thread need not have arrived at");
	struct sync *sync = sync_add(kernel, block, i, barrier->kind);
	sync->extent = barrier->extent;
	if (barrier->kind != SYNC_WARP_BARRIER || !barrier->mask.given)
		return;
	if (barrier_number(&barrier->mask, &mask) && (uint32_t)mask == UINT32_MAX)
		return;
	sync->mask_value = operand_value(i, &barrier->mask);
}

static void sync_scan(struct kernel *kernel, struct block *block, LLVMValueRef i)
{
	struct barrier_call barrier;
	if (LLVMIsAFenceInst(i))
		fence_add(kernel, block, i, scope_of_instruction(i));
	else if (!LLVMIsACallInst(i))
		return;
	else if (barrier_of_call(i, &barrier))
		barrier_add(kernel, block, i, &barrier);
	else if (call_fence_scope(i) != SCOPE_NONE)
		fence_add(kernel, block, i, call_fence_scope(i));
}

void syncs_fill(struct kernel *kernel)
{
	vec_each(block, &kernel->func->blocks) {
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i; i = LLVMGetNextInstruction(i))
			sync_scan(kernel, *block, i);
	}
}
