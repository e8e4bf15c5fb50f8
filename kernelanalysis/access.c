#include "kernelanalysis/passes.h"

#include "kernelanalysis/ptx/asm.h"

#include <string.h>

#include <llvm-c/Target.h>

#include "kernelanalysis/barriers/async.h"
#include "kernelanalysis/barriers/barriers.h"
#include "kernelanalysis/canonical/own_functions.h"

/* Accesses of a kernel. */

struct access *access_at(const struct kernel *kernel, LLVMValueRef instruction)
{
	return ptrmap_get(kernel->access_map, instruction);
}

static unsigned store_size(const struct kernel *kernel, LLVMTypeRef type)
{
	LLVMTargetDataRef data = LLVMGetModuleDataLayout(LLVMGetGlobalParent(kernel->llvm));
	unsigned long long size = LLVMStoreSizeOfType(data, type);
	return size ? (unsigned)size : 1;
}

enum scope scope_of_instruction(LLVMValueRef instruction)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(instruction));
	unsigned id = LLVMGetAtomicSyncScopeID(instruction);
	if (id == LLVMGetSyncScopeID(context, "block", 5))
		return SCOPE_BLOCK;
	if (id == LLVMGetSyncScopeID(context, "singlethread", 12))
		return SCOPE_NONE;
	if (id == LLVMGetSyncScopeID(context, "cluster", 7))
		return SCOPE_CLUSTER;
	if (id == LLVMGetSyncScopeID(context, "device", 6))
		return SCOPE_DEVICE;
	return SCOPE_SYSTEM;
}

enum order order_of_llvm(LLVMAtomicOrdering ordering)
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
	access->mapped = pointer_is_mapped(kernel, pointer);
	vec_push(kernel->arena, &kernel->accesses, access);
	if (!access_at(kernel, instruction))
		ptrmap_set(kernel->access_map, instruction, access);
	return access;
}

static bool is_asm_weak(LLVMValueRef i)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(i));
	unsigned kind = LLVMGetMDKindIDInContext(
		context, ASM_WEAK_KIND, (unsigned)strlen(ASM_WEAK_KIND));
	return LLVMGetMetadata(i, kind) != NULL;
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
	access->asm_weak = is_asm_weak(i);
	access->packet = packet_element(i);
	access->stored = store ? LLVMGetOperand(i, 0) : NULL;
	access->order = order_of_llvm(LLVMGetOrdering(i));
	if (access->order != ORDER_WEAK) {
		access->writes = store;
		access->rmw = store ? RMW_STORE : RMW_LOAD;
		access->operand = access->stored;
		access->type = ACCESS_ATOMIC;
		access->scope = scope_of_instruction(i);
	}
}

static enum rmw rmw_of(LLVMValueRef i)
{
	switch (LLVMGetAtomicRMWBinOp(i)) {
	case LLVMAtomicRMWBinOpXchg:
		return RMW_EXCHANGE;
	case LLVMAtomicRMWBinOpAdd:
		return RMW_ADD;
	case LLVMAtomicRMWBinOpOr:
		return RMW_OR;
	case LLVMAtomicRMWBinOpUIncWrap:
		return RMW_INC;
	case LLVMAtomicRMWBinOpUDecWrap:
		return RMW_DEC;
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
	access->scope = scope_of_instruction(i);
	access->order = order_of_llvm(exchange ? LLVMGetCmpXchgSuccessOrdering(i) : LLVMGetOrdering(i));
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
	{ ".atomic.inc.", RMW_INC }, { ".atomic.dec.", RMW_DEC }, { ".atomic.or.", RMW_OR },
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
	bool use = barrier->arrives || barrier->waits || barrier->bytes.given;
	struct access *access = add(kernel, block, i, use ? ACCESS_ATOMIC : ACCESS_WRITE,
		barrier->id.value, 8);
	if (!access)
		return;
	access->rmw = use ? RMW_OTHER : RMW_NONE;
	access->atomic_rmw = access->writes = use;
	access->scope = SCOPE_CLUSTER;
	access->order = ORDER_RELAXED;
}

static void add_copy(struct kernel *kernel, struct block *block, LLVMValueRef i,
	const struct async_call *async)
{
	struct access *sides[3] = { NULL, NULL, NULL };
	if (!async->known) {
		kernel_unsupported(kernel, i,
			"asynchronous copy whose length, address or stage is not known");
		return;
	}
	if (async->kind != ASYNC_COPY)
		return;
	unsigned size = async->tensor ? tensor_bytes(kernel, i) : async->size;
	if (!size) {
		kernel_unsupported(kernel, i,
			"copy of a tensor's box, whose size does not follow from what its barrier expects");
		return;
	}
	sides[0] = add(kernel, block, i, ACCESS_WRITE, async->to, size);
	if (async->from)
		sides[1] = add(kernel, block, i, ACCESS_READ, async->from, async->read);
	if (async->part)
		sides[2] = add(kernel, block, i, ACCESS_READ, async->part, async->read);
	for (unsigned n = 0; n < 3; n++) {
		if (!sides[n])
			continue;
		sides[n]->async = true;
		sides[n]->bulk = async->bulk;
		sides[n]->bound = async->barrier;
		sides[n]->reduces = n ? 0 : async->reduces;
		sides[n]->element = n ? NULL : async->element;
	}
}

/* Part of a launch by a kernel, built-in headers or a toolkit's. */
static bool call_launches(const char *name)
{
	return !strncmp(name, "cudaLaunchDevice", 16) || !strcmp(name, "cudaGetParameterBuffer") ||
	       !strncmp(name, "__cudaCDP2LaunchDevice", 22) || !strncmp(name, "__cudaCDP2GetParameterBuffer", 28);
}

static void add_call(struct kernel *kernel, struct block *block, LLVMValueRef i)
{
	enum scope scope;
	struct scoped_atomic atomic;
	struct barrier_call barrier;
	const char *name = call_name(i);
	if (!strcmp(name, FUNCTION_DOUBTED)) {
		kernel_unsupported(kernel, i,
			"call through a function pointer that may lead to a function of another file");
		return;
	}
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
	if (!strncmp(name, "llvm.nvvm.mapa", 14) && !cluster_mapped(kernel, i)) {
		kernel_unsupported(kernel, i, "shared memory of another block of a cluster whose size is not known");
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
	if (call_launches(name))
		kernel_unsupported(kernel, i, "launch of a kernel by a kernel, which is not modelled");
	else if (*name)
		kernel_unsupported(kernel, i, "call of '%s', which is not modelled",
			unqualified_name(kernel->arena, name));
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

static const struct et *stored_term(struct kernel *kernel, const struct access *access)
{
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(access->stored));
	bool plain = kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind ||
		     kind == LLVMDoubleTypeKind || kind == LLVMHalfTypeKind ||
		     kind == LLVMPointerTypeKind;
	return plain ? value_et(kernel->env, access->stored) : NULL;
}

void access_terms_fill(struct kernel *kernel)
{
	vec_each(each, &kernel->accesses) {
		struct access *access = *each;
		access->address = value_et(kernel->env, access->pointer);
		access->guard = value_reach(kernel->env, access->block);
		const struct et *kept = rows_kept(kernel, access);
		const struct et *agree = rereads_agree(kernel, access);
		access->guard = et_and(kernel->ets, access->guard, et_and(kernel->ets, kept, agree));
		if (access->stored)
			access->value = stored_term(kernel, access);
	}
	vec_each(each, &kernel->accesses) {
		if ((*each)->type == ACCESS_READ && LLVMIsALoadInst((*each)->instruction))
			(*each)->cas_seed = access_seeds_cas(kernel, *each);
		kernel->counts |= (*each)->rmw == RMW_ADD && (*each)->object->space == SPACE_SHARED;
	}
}
