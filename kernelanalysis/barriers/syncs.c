#include "kernelanalysis/barriers/barriers.h"
#include "kernelanalysis/pairs/order.h"
#include "kernelanalysis/barriers/phased.h"

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

/* The barrier of this number for so many threads: with another count it is another one, of which a launch may use one. */
static struct phased *named_of(struct kernel *kernel, uint64_t id, LLVMValueRef count)
{
	struct phased *other = NULL;
	vec_each(each, &kernel->phased) {
		struct phased *phased = *each;
		if (phased->object || phased->id != id)
			continue;
		if (phased->count == count)
			return phased;
		other = phased;
	}
	return other ? phased_new(kernel, NULL, id) : phased_of(kernel, NULL, id);
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
	LLVMValueRef count = operand_value(i, &barrier->count);
	struct phased *phased = known ? named_of(kernel, id, count) : phased_of(kernel, NULL, id);
	phased->count = count;
	phased->array |= !known;
	struct sync *sync = phase_add(kernel, block, i, phased, barrier);
	sync->object = operand_value(i, &barrier->id);
}

/* Is it a barrier for all of the block of this number. */
static bool is_whole(const struct sync *sync, uint64_t number)
{
	struct barrier_call barrier;
	uint64_t id = number;
	if (sync->kind != SYNC_BLOCK_BARRIER || !barrier_of_call(sync->instruction, &barrier) || barrier.count.given)
		return false;
	if (!barrier.id.given)
		return number == 0;
	return !barrier_number(&barrier.id, &id) || id == number;
}

static bool comes_behind(const struct kernel *kernel, const struct sync *first, const struct sync *second)
{
	if (first->block == second->block)
		return first->block->loop || before_in_block(first->instruction, second->instruction);
	return block_reaches(kernel, first->block, second->block);
}

/* May threads wait at the barrier of the whole block while others are at the named one, which they do not come to first. */
static bool may_meet(const struct kernel *kernel, const struct sync *named, const struct sync *whole)
{
	return comes_behind(kernel, named, whole) || !comes_behind(kernel, whole, named);
}

bool named_meets_whole(const struct kernel *kernel, const struct phased *phased, bool all)
{
	vec_each(sync, &kernel->syncs)
		vec_each(op, &phased->ops)
			if (is_whole(*sync, phased->id) && may_meet(kernel, *op, *sync) && (!all || !(*op)->waits))
				return true;
	return false;
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
	bool elsewhere = pointer_is_mapped(kernel, object);
	LLVMValueRef mapping = elsewhere ? cluster_mapping(kernel, object) : NULL;
	if (object == mapping)
		object = call_arg(mapping, 0);
	bool chosen = !LLVMIsAConstant(object);
	if (root->kind != OBJECT_SHARED || ((chosen || elsewhere) && barrier->part) ||
		(elsewhere && (!mapping || !barrier->arrives || barrier->waits))) {
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
	sync->rank = mapping ? call_arg(mapping, 1) : NULL;
	sync->clusterwide = barrier->clusterwide;
}

/* The first half of a barrier of all blocks or of a cluster. */
static void half_add(struct kernel *kernel, struct block *block, LLVMValueRef i,
	const struct barrier_call *barrier)
{
	struct sync *half = arena_alloc(kernel->arena, sizeof(*half));
	half->kind = barrier->kind;
	half->instruction = i;
	half->block = block;
	half->extent = barrier->extent;
	half->arrives = true;
	half->relaxed = barrier->relaxed;
	vec_push(kernel->arena, &kernel->halves, half);
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
	if (!barrier->waits) {
		half_add(kernel, block, i, barrier);
		return;
	}
	struct sync *sync = sync_add(kernel, block, i, barrier->kind);
	sync->extent = barrier->extent;
	sync->waits = true;
	sync->arrives = barrier->arrives;
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
	halves_fill(kernel);
}
