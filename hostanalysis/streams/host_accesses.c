#include "hostanalysis/streams/streams.h"

#include <string.h>

#include "expr/place.h"

/*
 * What the host itself reads and writes of managed and page-locked memory, which it may do while a
 * kernel or copy that it has not waited for is under way. Volatile and atomic accesses are left
 * out, as those wait for what a kernel tells the host meanwhile, and plain ones where atomic ones
 * are made, too, as in loops that compare and exchange.
 */

/* May the host access what a pointer points to, as kernels may. */
static bool is_shared_with_host(struct root *root, const struct et *pointer)
{
	place_list places = { 0 };
	if (!address_places(root->pass->ets, pointer, &places))
		return false;
	vec_each(place, &places) {
		const struct host_alloc *alloc =
			(place->base->op == ET_SYM || place->base->op == ET_APP) && place->base->sym->kind == SYM_BASE
				? place->base->sym->origin
				: NULL;
		if (alloc && (memory_behind(alloc) == HOST_MANAGED || memory_behind(alloc) == HOST_PINNED))
			return true;
	}
	return false;
}

static void side_add(struct root *root, struct host_launch *launch, bool writes,
	LLVMValueRef pointer, const struct et *bytes)
{
	const struct et *start = host_term(root, pointer);
	if (bytes && bytes->width == 64 && is_shared_with_host(root, start))
		range_put(root, launch, writes, start, bytes);
}

static bool is_accessed_atomically(LLVMValueRef pointer)
{
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if ((LLVMIsAAtomicRMWInst(user) || LLVMIsAAtomicCmpXchgInst(user)) &&
			LLVMGetOperand(user, 0) == pointer)
			return true;
	}
	return false;
}

static void scalar_add(struct root *root, struct host_launch *launch, LLVMValueRef i)
{
	bool store = LLVMIsAStoreInst(i);
	LLVMTypeRef type = LLVMTypeOf(store ? LLVMGetOperand(i, 0) : i);
	if (LLVMGetVolatile(i) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic ||
		is_accessed_atomically(LLVMGetOperand(i, store)))
		return;
	side_add(root, launch, store, LLVMGetOperand(i, store),
		et_const(root->pass->ets, 64, LLVMStoreSizeOfType(root->pass->layout, type)));
}

static void block_add(struct root *root, struct host_launch *launch, LLVMValueRef call)
{
	const char *name = call_name(call);
	bool copies = !strncmp(name, "llvm.memcpy.", 12) || !strncmp(name, "llvm.memmove.", 13);
	if (!copies && strncmp(name, "llvm.memset.", 12) != 0)
		return;
	const struct et *bytes = host_term(root, call_arg(call, 2));
	side_add(root, launch, true, call_arg(call, 0), bytes);
	if (copies)
		side_add(root, launch, false, call_arg(call, 1), bytes);
}

static void access_add(struct root *root, LLVMValueRef i, launch_call_list *calls)
{
	struct launch_call one = { i,
		{ .transfer = "the host", .by_host = true, .args_known = true } };
	if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i))
		scalar_add(root, &one.launch, i);
	else if (is_call(i))
		block_add(root, &one.launch, i);
	if (!one.launch.args.n)
		return;
	transfer_place(root, i, &one.launch);
	one.launch.stream = et_const(root->pass->ets, 64, 0);
	vec_push(root->pass->arena, calls, one);
}

void host_accesses_add(struct root *root, launch_call_list *calls, size_t most)
{
	vec_each(block, &root->func->blocks)
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i && calls->n < most;
			i = LLVMGetNextInstruction(i))
			access_add(root, i, calls);
}
