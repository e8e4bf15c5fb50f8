#include <llvm-c/Target.h>

#include "expr/place.h"
#include "kernelanalysis/sums/sums.h"

/* The instructions of one block, each for all threads that come there. */

static const struct sum_value any = { .kind = SUM_ANY };
enum { MOST_ROUNDS = 200 };

static bool keeps_number(LLVMValueRef value)
{
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
	return kind == LLVMPointerTypeKind ||
	       (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64);
}

struct sum_slot *sum_slot_of(struct sums *m, LLVMValueRef value)
{
	struct sum_slot *slot = ptrmap_get(m->slots, value);
	if (slot)
		return slot;
	slot = arena_alloc(m->arena, sizeof(*slot));
	slot->value = value;
	slot->at = arena_alloc(m->arena, m->threads * sizeof(*slot->at));
	slot->ran = arena_alloc(m->arena, m->threads);
	slot->width = keeps_number(value) ? type_width(value) : 0;
	slot->pointer = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
	if (LLVMIsAInstruction(value))
		slot->block = instruction_block(m->kernel->func, value);
	ptrmap_set(m->slots, value, slot);
	vec_push(m->arena, &m->all, slot);
	return slot;
}

static unsigned family_of(struct sums *m, struct sum_slot *slot, unsigned round)
{
	while (slot->families.n < round) {
		unsigned narrowest = slot->width > 1 ? slot->width : 64;
		struct sum_family family = { slot, narrowest, !slot->families.n };
		vec_push(m->arena, &slot->families, (unsigned)m->families.n);
		vec_push(m->arena, &m->families, family);
	}
	return slot->families.at[round - 1];
}

void sum_set(struct sums *m, struct sum_slot *slot, unsigned thread, struct sum_value value)
{
	if (slot->ran[thread] < MOST_ROUNDS)
		slot->ran[thread]++;
	bool atom = value.kind == SUM_ANY && slot->width && !slot->pointer &&
		    slot->ran[thread] < MOST_ROUNDS;
	if (atom)
		value = (struct sum_value){ .kind = SUM_ATOMS,
			.of = family_of(m, slot, slot->ran[thread]),
			.begin = thread,
			.end = thread + 1 };
	slot->at[thread] = value;
}

/* A constant address in shared memory. */
static struct sum_value constant_place(struct sums *m, LLVMValueRef value)
{
	place_list places = { 0 };
	struct kernel *kernel = m->kernel;
	if (!address_places(kernel->ets, value_et(kernel->env, value), &places) || places.n != 1 ||
		!et_is_const(places.at[0].offset) || places.at[0].base->op != ET_SYM)
		return any;
	const struct object *object = object_of_base(kernel, places.at[0].base->sym);
	return object && object->kind == OBJECT_SHARED
		       ? sum_place(m, object, places.at[0].offset->value)
		       : any;
}

struct sum_value sum_operand(struct sums *m, LLVMValueRef value, unsigned thread)
{
	if (LLVMIsAConstantInt(value))
		return keeps_number(value) ? sum_number(LLVMConstIntGetZExtValue(value)) : any;
	if (LLVMIsAUndefValue(value) || LLVMIsABasicBlock(value))
		return any;
	if (LLVMIsAConstant(value))
		return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind
			       ? constant_place(m, value)
			       : any;
	struct sum_slot *slot = ptrmap_get(m->slots, value);
	return slot ? slot->at[thread] : any;
}

struct view {
	struct sums *m;
	unsigned thread;
};

static bool id_value(void *data, const struct et *leaf, const uint64_t *args, uint64_t *value)
{
	(void)args;
	struct view *view = data;
	uint64_t rest = view->thread;
	for (unsigned i = 0; i < 3; i++) {
		*value = rest % view->m->dims[i];
		rest /= view->m->dims[i];
		if (leaf->op == ET_SYM && leaf->sym == view->m->kernel->tid[i])
			return true;
	}
	return false;
}

/* A function of the thread's ids under the launch. */
static struct sum_value by_ids(struct sums *m, const struct et *term, unsigned thread)
{
	struct view view = { m, thread };
	uint64_t number;
	if (!term)
		return any;
	if (et_is_const(term))
		return sum_number(term->value);
	return et_eval(m->arena, term, id_value, &view, &number) ? sum_number(number) : any;
}

/* The term of what is read from parameters and registers; NULL: it is no function of the ids, for no thread. */
static const struct et *term_under_launch(struct sums *m, LLVMValueRef value)
{
	if (!keeps_number(value) || LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind)
		return NULL;
	const struct et *term = et_map_apply(m->launch, value_et(m->kernel->env, value));
	return by_ids(m, term, 0).kind == SUM_NUMBER ? term : NULL;
}

static bool add_index(struct sums *m, LLVMValueRef index, LLVMTypeRef type, unsigned thread,
	uint64_t *offset)
{
	LLVMTargetDataRef data = LLVMGetModuleDataLayout(LLVMGetGlobalParent(m->kernel->llvm));
	struct sum_value value = sum_operand(m, index, thread);
	if (value.kind != SUM_NUMBER)
		return false;
	*offset += (uint64_t)sign_extend(value.number, type_width(index)) * LLVMABISizeOfType(data, type);
	return true;
}

/* The address that a thread makes of another by indices. */
static struct sum_value element_address(struct sums *m, LLVMValueRef gep, unsigned thread)
{
	LLVMTargetDataRef data = LLVMGetModuleDataLayout(LLVMGetGlobalParent(m->kernel->llvm));
	struct sum_value pointer = sum_operand(m, LLVMGetOperand(gep, 0), thread);
	LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
	if (pointer.kind != SUM_PLACE)
		return pointer.kind == SUM_SOMEWHERE ? pointer : any;
	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
		LLVMValueRef index = LLVMGetOperand(gep, i);
		if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
			unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
			pointer.number += LLVMOffsetOfElement(data, type, field);
			type = LLVMStructGetTypeAtIndex(type, field);
			continue;
		}
		if (i > 1)
			type = LLVMGetElementType(type);
		if (!add_index(m, index, type, thread, &pointer.number)) {
			pointer.kind = SUM_SOMEWHERE;
			pointer.number = 0;
			return pointer;
		}
	}
	return pointer;
}

static const struct object *object_at(struct sums *m, LLVMValueRef pointer)
{
	const struct object *object = ptrmap_get(m->pointers, pointer);
	if (!object) {
		object = object_of(m->kernel, pointer);
		ptrmap_set(m->pointers, pointer, object);
	}
	return object;
}

/* A thread's address in shared memory; SUM_ANY: it is in other memory. */
static struct sum_value accessed(struct sums *m, LLVMValueRef pointer, unsigned thread)
{
	struct sum_value place = sum_operand(m, pointer, thread);
	if (place.kind == SUM_PLACE || place.kind == SUM_SOMEWHERE)
		return place;
	const struct object *object = object_at(m, pointer);
	if (object->kind == OBJECT_UNKNOWN)
		m->failed = "an address is not known";
	if (object->kind != OBJECT_SHARED)
		return any;
	place = sum_place(m, object, 0);
	place.kind = SUM_SOMEWHERE;
	return place;
}

static unsigned bytes_of(const struct sums *m, LLVMTypeRef type)
{
	LLVMTargetDataRef data = LLVMGetModuleDataLayout(LLVMGetGlobalParent(m->kernel->llvm));
	return (unsigned)LLVMStoreSizeOfType(data, type);
}

static struct sum_value loaded(
	struct sums *m, LLVMValueRef load, const struct et *term, unsigned thread)
{
	struct sum_value place = accessed(m, LLVMGetOperand(load, 0), thread);
	if (place.kind == SUM_ANY)
		return by_ids(m, term, thread);
	if (LLVMGetVolatile(load) || !keeps_number(load) ||
		LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic)
		return any;
	return sum_load(m, place, bytes_of(m, LLVMTypeOf(load)), thread);
}

static void store(struct sums *m, LLVMValueRef i, LLVMValueRef pointer, LLVMValueRef stored,
	const struct sum_threads *threads)
{
	unsigned size = bytes_of(m, LLVMTypeOf(stored));
	bool plain = LLVMIsAStoreInst(i) && !LLVMGetVolatile(i) && keeps_number(stored);
	for (unsigned t = 0; t < m->threads && !m->failed; t++) {
		if (!sum_has(threads, t))
			continue;
		struct sum_value place = accessed(m, pointer, t);
		if (place.kind != SUM_ANY)
			sum_store(m, place, size, t, plain ? sum_operand(m, stored, t) : any);
	}
}

/* Does a barrier of warps name all lanes. */
static bool names_all(const struct sync *sync)
{
	bool all = sync->mask ? et_is_const(sync->mask) && sync->mask->value == UINT32_MAX
			      : !sync->mask_value;
	return sync->kind == SYNC_WARP_BARRIER && all && !sync->partial;
}

static void synchronize(
	struct sums *m, const struct sync *sync, const struct sum_threads *threads)
{
	bool all = !m->doubted;
	for (unsigned w = 0; w < SUM_WARPS; w++) {
		uint32_t there = ~m->gone.warp[w];
		if ((w + 1) * EXTENT_WARP > m->threads)
			there &= w * EXTENT_WARP < m->threads
					 ? (uint32_t)mask_bits(m->threads % EXTENT_WARP)
					 : 0;
		bool whole = there == threads->warp[w];
		all &= whole;
		if (names_all(sync) && there && whole && !m->doubted)
			m->warp_epoch[w]++;
	}
	if (sync->kind == SYNC_WARP_BARRIER || sync->kind == SYNC_FENCE)
		return;
	if (sync->kind == SYNC_PHASE || sync->kind == SYNC_STRAY || sync->kind == SYNC_TILE_BARRIER)
		return;
	if (!all)
		m->failed = "not all threads come to a barrier";
	m->epoch++;
}

/* A call that is more than a function. */
static void act(struct sums *m, LLVMValueRef call, const struct sum_threads *threads)
{
	const struct sync *sync = sync_at(m->kernel, call);
	enum scope scope;
	if (sync)
		synchronize(m, sync, threads);
	else if (call_is_atomic(call, &scope) && access_at(m->kernel, call))
		store(m, call, access_at(m->kernel, call)->pointer, call_arg(call, 1), threads);
	else if (!call_touches_no_memory(call) && call_fence_scope(call) == SCOPE_NONE)
		m->failed = "a call is not understood";
}

static struct sum_value computed(struct sums *m, LLVMValueRef i, const struct et *term,
	const struct sum_threads *threads, unsigned thread)
{
	struct sum_value operands[3] = { any, any, any };
	if (LLVMIsALoadInst(i))
		return loaded(m, i, term, thread);
	if (LLVMIsACallInst(i)) {
		struct sum_value value = sum_called(m, i, threads, thread);
		return value.kind == SUM_ANY ? by_ids(m, term, thread) : value;
	}
	if (LLVMIsAGetElementPtrInst(i))
		return element_address(m, i, thread);
	unsigned n = (unsigned)LLVMGetNumOperands(i);
	for (unsigned k = 0; k < n && k < 3; k++)
		operands[k] = sum_operand(m, LLVMGetOperand(i, k), thread);
	return n <= 3 ? sum_computed(m, i, operands) : any;
}

static void run_instruction(struct sums *m, LLVMValueRef i, const struct sum_threads *threads)
{
	bool reads = LLVMIsALoadInst(i) || LLVMIsACallInst(i);
	const struct et *term = reads ? term_under_launch(m, i) : NULL;
	if (LLVMIsAStoreInst(i))
		store(m, i, LLVMGetOperand(i, 1), LLVMGetOperand(i, 0), threads);
	else if (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i))
		store(m, i, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1), threads);
	else if (LLVMIsACallInst(i))
		act(m, i, threads);
	if (LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVoidTypeKind || m->failed)
		return;
	struct sum_slot *slot = sum_slot_of(m, i);
	for (unsigned t = 0; t < m->threads; t++)
		if (sum_has(threads, t))
			sum_set(m, slot, t, slot->width ? computed(m, i, term, threads, t) : any);
}

void sum_run_block(struct sums *m, const struct block *block, const struct sum_threads *threads)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(block->llvm);
	for (LLVMValueRef i = LLVMGetFirstInstruction(block->llvm); i != last && !m->failed;
		i = LLVMGetNextInstruction(i)) {
		if (LLVMIsAPHINode(i))
			continue;
		run_instruction(m, i, threads);
		m->steps += m->threads;
	}
}
