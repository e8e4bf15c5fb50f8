#include "kernelanalysis/kernel.h"

#include <string.h>

#include <llvm-c/Target.h>

#include "kernelanalysis/async.h"
#include "kernelanalysis/barriers.h"

/* Accesses and synchronization operations of a kernel. */

struct access *access_at(const struct kernel *kernel, LLVMValueRef instruction)
{
	return ptrmap_get(kernel->access_map, instruction);
}

struct sync *sync_at(const struct kernel *kernel, LLVMValueRef instruction)
{
	return ptrmap_get(kernel->sync_map, instruction);
}

static unsigned store_size(const struct kernel *kernel, LLVMTypeRef type)
{
	LLVMTargetDataRef data = LLVMGetModuleDataLayout(LLVMGetGlobalParent(kernel->llvm));
	unsigned long long size = LLVMStoreSizeOfType(data, type);
	return size ? (unsigned)size : 1;
}

static enum scope scope_of_id(LLVMValueRef instruction)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(instruction));
	unsigned id = LLVMGetAtomicSyncScopeID(instruction);
	if (id == LLVMGetSyncScopeID(context, "block", 5))
		return SCOPE_BLOCK;
	if (id == LLVMGetSyncScopeID(context, "singlethread", 12))
		return SCOPE_NONE;
	if (id == LLVMGetSyncScopeID(context, "device", 6))
		return SCOPE_DEVICE;
	return SCOPE_SYSTEM;
}

static enum order order_of(LLVMAtomicOrdering ordering)
{
	switch (ordering) {
	case LLVMAtomicOrderingNotAtomic:
	case LLVMAtomicOrderingUnordered:
		return ORDER_WEAK;
	case LLVMAtomicOrderingMonotonic:
		return ORDER_RELAXED;
	case LLVMAtomicOrderingAcquire:
		return ORDER_ACQUIRE;
	case LLVMAtomicOrderingRelease:
		return ORDER_RELEASE;
	case LLVMAtomicOrderingAcquireRelease:
	case LLVMAtomicOrderingSequentiallyConsistent:
		return ORDER_ACQ_REL;
	}
	return ORDER_WEAK;
}

static struct access *add(struct kernel *kernel, struct block *block, LLVMValueRef instruction,
	enum access_type type, LLVMValueRef pointer, unsigned size)
{
	const struct object *object = object_of(kernel, pointer);
	if (object->kind == OBJECT_LOCAL || object->kind == OBJECT_BYVAL ||
		object->kind == OBJECT_CONSTANT)
		return NULL;
	struct access *access = arena_alloc(kernel->arena, sizeof(*access));
	access->index = (unsigned)kernel->accesses.n;
	access->instruction = instruction;
	access->pointer = pointer;
	access->block = block;
	access->type = type;
	access->size = size;
	access->object = object;
	vec_push(kernel->arena, &kernel->accesses, access);
	if (!access_at(kernel, instruction))
		ptrmap_set(kernel->access_map, instruction, access);
	return access;
}

static void add_plain(struct kernel *kernel, struct block *block, LLVMValueRef i)
{
	bool store = LLVMIsAStoreInst(i) != NULL;
	LLVMTypeRef type = LLVMTypeOf(store ? LLVMGetOperand(i, 0) : i);
	struct access *access = add(kernel, block, i, store ? ACCESS_WRITE : ACCESS_READ,
		LLVMGetOperand(i, store ? 1 : 0), store_size(kernel, type));
	if (!access)
		return;
	access->is_volatile = LLVMGetVolatile(i);
	access->stored = store ? LLVMGetOperand(i, 0) : NULL;
	access->order = order_of(LLVMGetOrdering(i));
	if (access->order != ORDER_WEAK) {
		access->writes = store;
		access->rmw = store ? RMW_STORE : RMW_LOAD;
		access->operand = access->stored;
		access->type = ACCESS_ATOMIC;
		access->scope = scope_of_id(i);
	}
}

static enum rmw rmw_of(LLVMValueRef i)
{
	switch (LLVMGetAtomicRMWBinOp(i)) {
	case LLVMAtomicRMWBinOpXchg:
		return RMW_EXCHANGE;
	case LLVMAtomicRMWBinOpAdd:
		return RMW_ADD;
	case LLVMAtomicRMWBinOpUIncWrap:
		return RMW_INC;
	default:
		return RMW_OTHER;
	}
}

static void add_atomic(struct kernel *kernel, struct block *block, LLVMValueRef i)
{
	bool exchange = LLVMIsAAtomicCmpXchgInst(i) != NULL;
	LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 1));
	struct access *access = add(kernel, block, i, ACCESS_ATOMIC, LLVMGetOperand(i, 0),
		store_size(kernel, type));
	if (!access)
		return;
	access->atomic_rmw = access->writes = true;
	access->rmw = exchange ? RMW_CAS : rmw_of(i);
	access->expected = exchange ? LLVMGetOperand(i, 1) : NULL;
	access->operand = LLVMGetOperand(i, exchange ? 2 : 1);
	access->scope = scope_of_id(i);
	/* CUDA's legacy atomics are relaxed, though clang writes seq_cst for them */
	access->order = order_of(exchange ? LLVMGetCmpXchgSuccessOrdering(i) : LLVMGetOrdering(i));
	if (access->order == ORDER_ACQ_REL && access->scope == SCOPE_SYSTEM)
		access->order = ORDER_RELAXED;
}

/* memcpy, memmove, memset of constant length between memory that threads share. */
static void add_block_move(struct kernel *kernel, struct block *block, LLVMValueRef i)
{
	const char *name = call_name(i);
	bool set = !strncmp(name, "llvm.memset", 11);
	LLVMValueRef length = call_arg(i, 2);
	unsigned size = 0;
	if (LLVMIsAConstantInt(length))
		size = (unsigned)LLVMConstIntGetZExtValue(length);
	const struct object *to = object_of(kernel, call_arg(i, 0));
	const struct object *from = set ? NULL : object_of(kernel, call_arg(i, 1));
	bool local = to->kind == OBJECT_LOCAL &&
		     (!from || from->kind == OBJECT_LOCAL || from->kind == OBJECT_BYVAL ||
			     from->kind == OBJECT_CONSTANT);
	if (local || (size == 0 && LLVMIsAConstantInt(length)))
		return;
	if (!size) {
		kernel_unsupported(kernel, i, "memory copy of a length not known at compile time");
		return;
	}
	add(kernel, block, i, ACCESS_WRITE, call_arg(i, 0), size);
	if (!set)
		add(kernel, block, i, ACCESS_READ, call_arg(i, 1), size);
}

struct rmw_row {
	const char *mark;
	enum rmw rmw;
};

/* Block- and system-scope atomics: "llvm.nvvm.atomic.cas.gen.i.cta.i32.p0" and the like. */
static const struct rmw_row rmw_rows[] = {
	{ ".atomic.cas.", RMW_CAS }, { ".atomic.exch.", RMW_EXCHANGE }, { ".atomic.add.", RMW_ADD },
	{ ".atomic.inc.", RMW_INC },
};

static void add_atomic_call(struct kernel *kernel, struct block *block, LLVMValueRef i,
	enum scope scope)
{
	const char *name = call_name(i);
	struct access *access = add(kernel, block, i, ACCESS_ATOMIC, call_arg(i, 0),
		store_size(kernel, LLVMTypeOf(call_arg(i, 1))));
	if (!access)
		return;
	access->atomic_rmw = access->writes = true;
	access->scope = scope;
	access->order = ORDER_RELAXED;
	access->rmw = RMW_OTHER;
	for (size_t n = 0; n < sizeof(rmw_rows) / sizeof(*rmw_rows); n++)
		if (strstr(name, rmw_rows[n].mark))
			access->rmw = rmw_rows[n].rmw;
	bool cas = access->rmw == RMW_CAS;
	access->expected = cas ? call_arg(i, 1) : NULL;
	access->operand = call_arg(i, cas ? 2 : 1);
}

static void add_scoped_atomic(struct kernel *kernel, struct block *block, LLVMValueRef i,
	const struct scoped_atomic *atomic)
{
	struct access *access =
		add(kernel, block, i, ACCESS_ATOMIC, call_arg(i, 0), atomic->size);
	if (!access)
		return;
	access->rmw = atomic->rmw;
	access->order = atomic->order;
	access->scope = atomic->scope;
	access->writes = atomic->rmw != RMW_LOAD;
	access->atomic_rmw = access->writes && atomic->rmw != RMW_STORE;
	bool cas = atomic->rmw == RMW_CAS;
	access->expected = cas ? call_arg(i, 1) : NULL;
	access->operand = access->writes ? call_arg(i, cas ? 2 : 1) : NULL;
}

/* A barrier in memory: initialising it is a write, using it is atomic. */
static void add_barrier_object(struct kernel *kernel, struct block *block, LLVMValueRef i,
	const struct barrier_call *barrier)
{
	bool use = barrier->arrives || barrier->waits;
	struct access *access = add(kernel, block, i, use ? ACCESS_ATOMIC : ACCESS_WRITE,
		barrier->id.value, 8);
	if (!access)
		return;
	access->rmw = use ? RMW_OTHER : RMW_NONE;
	access->atomic_rmw = access->writes = use;
	access->scope = SCOPE_BLOCK;
	access->order = ORDER_RELAXED;
}

static void add_copy(struct kernel *kernel, struct block *block, LLVMValueRef i,
	const struct async_call *async)
{
	struct access *sides[2] = { NULL, NULL };
	if (!async->known) {
		kernel_unsupported(kernel, i,
			"asynchronous copy whose length, address or stage is not known");
		return;
	}
	if (async->kind != ASYNC_COPY)
		return;
	sides[0] = add(kernel, block, i, ACCESS_WRITE, async->to, async->size);
	if (async->from)
		sides[1] = add(kernel, block, i, ACCESS_READ, async->from, async->size);
	for (unsigned n = 0; n < 2; n++) {
		if (!sides[n])
			continue;
		sides[n]->async = true;
		sides[n]->bound = async->barrier;
	}
}

static void add_call(struct kernel *kernel, struct block *block, LLVMValueRef i)
{
	enum scope scope;
	struct scoped_atomic atomic;
	struct barrier_call barrier;
	const char *name = call_name(i);
	if (call_is_scoped_atomic(i, &atomic)) {
		add_scoped_atomic(kernel, block, i, &atomic);
		return;
	}
	if (call_is_atomic(i, &scope)) {
		add_atomic_call(kernel, block, i, scope);
		return;
	}
	if (!strncmp(name, "llvm.memcpy", 11) || !strncmp(name, "llvm.memmove", 12) ||
		!strncmp(name, "llvm.memset", 11)) {
		add_block_move(kernel, block, i);
		return;
	}
	struct async_call async = async_of_call(i);
	if (!strncmp(name, "llvm.nvvm.mapa", 14)) {
		kernel_unsupported(kernel, i, "shared memory of another block of the cluster");
		return;
	}
	if (async.kind != ASYNC_NONE) {
		add_copy(kernel, block, i, &async);
		return;
	}
	if (barrier_of_call(i, &barrier)) {
		if (barrier.kind == SYNC_PHASE && barrier.id.value && !barrier.part)
			add_barrier_object(kernel, block, i, &barrier);
		return;
	}
	if (call_fence_scope(i) != SCOPE_NONE ||
		call_touches_no_memory(i))
		return;
	if (*name)
		kernel_unsupported(kernel, i, "call of '%s', which is not modelled", name);
	else if (LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
		kernel_unsupported(kernel, i, "inline assembly that is not modelled");
	else
		kernel_unsupported(kernel, i, "call through a function pointer");
}

static void scan(struct kernel *kernel, struct block *block, LLVMValueRef i)
{
	if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i))
		add_plain(kernel, block, i);
	else if (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i))
		add_atomic(kernel, block, i);
	else if (LLVMIsACallInst(i))
		add_call(kernel, block, i);
}

void accesses_fill(struct kernel *kernel)
{
	vec_each(block, &kernel->func->blocks) {
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i; i = LLVMGetNextInstruction(i))
			scan(kernel, *block, i);
	}
}

/* A plain load that only seeds the comparison of an atomicCAS loop on the same address. */
static bool seeds_cas(const struct kernel *kernel, const struct access *load)
{
	LLVMValueRef value = load->instruction;
	for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		LLVMValueRef phi = LLVMIsAPHINode(user) ? user : NULL;
		vec_each(each, &kernel->accesses) {
			if ((*each)->rmw != RMW_CAS || (*each)->object != load->object)
				continue;
			LLVMValueRef expected = (*each)->expected;
			if (expected == value || (phi && expected == phi))
				return (*each)->address == load->address;
		}
	}
	return false;
}

static const struct et *stored_term(struct kernel *kernel, const struct access *access)
{
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(access->stored));
	bool plain = kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind ||
		     kind == LLVMDoubleTypeKind || kind == LLVMHalfTypeKind;
	return plain ? value_et(kernel->env, access->stored) : NULL;
}

void access_terms_fill(struct kernel *kernel)
{
	vec_each(each, &kernel->accesses) {
		struct access *access = *each;
		access->address = value_et(kernel->env, access->pointer);
		access->guard = value_reach(kernel->env, access->block);
		if (access->stored)
			access->value = stored_term(kernel, access);
	}
	vec_each(each, &kernel->accesses) {
		if ((*each)->type == ACCESS_READ && LLVMIsALoadInst((*each)->instruction))
			(*each)->cas_seed = seeds_cas(kernel, *each);
	}
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
	sync->order = LLVMIsAFenceInst(i) ? order_of(LLVMGetOrdering(i)) : call_fence_order(i);
}

static LLVMValueRef operand_value(LLVMValueRef call, const struct barrier_operand *operand)
{
	LLVMTypeRef type = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(call)));
	return operand->value ? operand->value : LLVMConstInt(type, operand->number, false);
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
	uint64_t id;
	if (!barrier_number(&barrier->id, &id)) {
		kernel_unsupported(kernel, i, "named barrier whose number is not known");
		return;
	}
	struct phased *phased = phased_of(kernel, NULL, id);
	LLVMValueRef count = operand_value(i, &barrier->count);
	if (phased->count && phased->count != count)
		phased->unknown = "named barrier with different counts";
	phased->count = count;
	phase_add(kernel, block, i, phased, barrier);
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
	if (!LLVMIsAConstant(object) || object_of(kernel, object)->kind != OBJECT_SHARED) {
		kernel_unsupported(kernel, i, "barrier object that is not one shared variable");
		return;
	}
	if (barrier->part) {
		pipeline_add(kernel, block, i, barrier);
		return;
	}
	struct phased *phased = phased_of(kernel, object, 0);
	if (!barrier->arrives && !barrier->waits) {
		if (phased->count)
			phased->unknown = "barrier that is initialised twice";
		phased->count = barrier->count.value;
		return;
	}
	uint64_t arrivals = 1;
	if (barrier->arrives && (!barrier_number(&barrier->count, &arrivals) || arrivals != 1))
		phased->unknown = "barrier at which a thread counts for several";
	struct sync *sync = phase_add(kernel, block, i, phased, barrier);
	sync->token = barrier->token.value;
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
		if (works_between(kernel, block, i, barrier->kind))
			kernel_unsupported(
				kernel, i, "work between the arrival at a barrier and its wait");
		return;
	}
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
		fence_add(kernel, block, i, scope_of_id(i));
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
