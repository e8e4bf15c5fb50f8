#include "hostanalysis/flags/leftovers.h"
#include "hostanalysis/streams/streams.h"

#include <string.h>

#include "base/ptrmap.h"

/*
 * Streams and events that are members of structures in an array: each pointer into it is known to
 * lie so many bytes behind the beginning of some structure, and what is stored at the member is a
 * new handle. Structures that are copied within the array, or set to zero, have no handle yet.
 */

#define MEMBER_BYTES 8

struct members {
	struct root *root;
	struct handle_uses *uses;
	LLVMValueRef start;
	struct ptrmap *offsets;	  /* of pointers: one more than what they lie behind */
	uint64_t stride, member;  /* bytes of a structure, and behind its beginning */
	VEC(LLVMValueRef) stores; /* of new handles */
	VEC(LLVMValueRef) blanks; /* what copies structures or sets them to zero */
};

/* How many bytes a step takes a pointer on, but for whole structures; false: not known. */
static bool step_of(const struct members *members, LLVMValueRef gep, uint64_t *step)
{
	LLVMTargetDataRef layout = members->root->pass->layout;
	LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
	const int64_t stride = (int64_t)members->stride;
	int64_t bytes = 0;
	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
		LLVMValueRef index = LLVMGetOperand(gep, i);
		bool constant = LLVMIsAConstantInt(index);
		if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
			unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
			bytes += (int64_t)LLVMOffsetOfElement(layout, type, field);
			type = LLVMStructGetTypeAtIndex(type, field);
			continue;
		}
		if (i > 1 && LLVMGetTypeKind(type) != LLVMArrayTypeKind)
			return false;
		type = i > 1 ? LLVMGetElementType(type) : type;
		uint64_t size = LLVMABISizeOfType(layout, type);
		if (!constant && size % members->stride)
			return false;
		bytes += constant ? (int64_t)size * LLVMConstIntGetSExtValue(index) : 0;
	}
	*step = (uint64_t)((bytes % stride + stride) % stride);
	return true;
}

/* The size of the structures that a pointer steps over; 0: not known. */
static uint64_t stride_of(LLVMTargetDataRef layout, LLVMValueRef pointer, unsigned depth)
{
	if (LLVMIsAGetElementPtrInst(pointer)) {
		LLVMTypeRef type = LLVMGetGEPSourceElementType(pointer);
		while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
			type = LLVMGetElementType(type);
		return LLVMGetTypeKind(type) == LLVMStructTypeKind
			       ? LLVMABISizeOfType(layout, type)
			       : stride_of(layout, LLVMGetOperand(pointer, 0), depth);
	}
	for (unsigned i = 0; LLVMIsAPHINode(pointer) && depth && i < LLVMCountIncoming(pointer);
		i++) {
		uint64_t stride = stride_of(layout, LLVMGetIncomingValue(pointer, i), depth - 1);
		if (stride)
			return stride;
	}
	return 0;
}

static bool pointer_fits(struct members *members, LLVMValueRef pointer, uint64_t offset);

static bool step_fits(struct members *members, LLVMValueRef gep, uint64_t offset)
{
	uint64_t step;
	return step_of(members, gep, &step) &&
	       pointer_fits(members, gep, (offset + step) % members->stride);
}

static bool store_fits(struct members *members, LLVMValueRef store, uint64_t offset)
{
	LLVMValueRef value = LLVMGetOperand(store, 0);
	uint64_t size = LLVMStoreSizeOfType(members->root->pass->layout, LLVMTypeOf(value));
	vec_push(members->root->pass->arena, &members->uses->puts, store);
	if (offset + size <= members->member || offset >= members->member + MEMBER_BYTES)
		return offset + size <= members->stride;
	if (offset != members->member || size != MEMBER_BYTES ||
		!handle_store_fits(members->uses, value))
		return false;
	vec_push(members->root->pass->arena, &members->stores, store);
	return true;
}

/* Does it count the bytes between two pointers, or compare them. */
static bool number_fits(LLVMValueRef number)
{
	for (LLVMUseRef use = LLVMGetFirstUse(number); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (!LLVMIsAICmpInst(user) && LLVMGetInstructionOpcode(user) != LLVMSub)
			return false;
	}
	return true;
}

static bool is_zero(LLVMValueRef value)
{
	return LLVMIsAConstantInt(value) && !LLVMConstIntGetZExtValue(value);
}

static bool blank_fits(struct members *members, LLVMValueRef call, LLVMValueRef pointer)
{
	static const char *const ends[] = { "free", "_ZdaPv", "_ZdlPv", "_ZdlPvm", "_ZdaPvm" };
	const char *name = call_name(call);
	bool copies = !strncmp(name, "llvm.memcpy.", 12) || !strncmp(name, "llvm.memmove.", 13);
	bool into = call_args(call) && call_arg(call, 0) == pointer;
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		if (!strcmp(name, ends[i]))
			return true;
	if (!strncmp(name, "llvm.lifetime.", 14) || (copies && !into))
		return true;
	if (!copies && (strncmp(name, "llvm.memset.", 12) != 0 || !is_zero(call_arg(call, 1))))
		return false;
	LLVMValueRef from = copies ? call_arg(call, 1) : members->start;
	while (LLVMIsAGetElementPtrInst(from))
		from = LLVMGetOperand(from, 0);
	vec_push(members->root->pass->arena, &members->blanks, call);
	return from == members->start;
}

static bool use_fits(
	struct members *members, LLVMValueRef user, LLVMValueRef pointer, uint64_t offset)
{
	if (LLVMIsAGetElementPtrInst(user))
		return LLVMGetOperand(user, 0) == pointer && step_fits(members, user, offset);
	if (LLVMIsAPHINode(user))
		return pointer_fits(members, user, offset);
	if (LLVMIsAStoreInst(user))
		return LLVMGetOperand(user, 0) != pointer && store_fits(members, user, offset);
	if (LLVMIsAPtrToIntInst(user))
		return number_fits(user);
	return is_call(user) ? blank_fits(members, user, pointer)
			     : LLVMIsALoadInst(user) || LLVMIsAICmpInst(user);
}

static bool pointer_fits(struct members *members, LLVMValueRef pointer, uint64_t offset)
{
	const uintptr_t mark = (uintptr_t)offset + 1,
			known = (uintptr_t)ptrmap_get(members->offsets, pointer);
	if (known)
		return known == mark;
	ptrmap_set(members->offsets, pointer, (void *)mark);
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use))
		if (!use_fits(members, LLVMGetUser(use), pointer, offset))
			return false;
	return true;
}

/* Do all uses of the array fit, and does the address lie where the member is. */
static bool walk(struct members *members, LLVMValueRef address)
{
	members->offsets = ptrmap_new(members->root->pass->arena);
	if (!pointer_fits(members, members->start, 0))
		return false;
	return (uintptr_t)ptrmap_get(members->offsets, address) == members->member + 1;
}

/* The offset of an address that is made of steps and choices of these alone; false: not known. */
static bool member_of(
	struct members *members, LLVMValueRef address, unsigned depth, uint64_t *offset)
{
	uint64_t step;
	*offset = 0;
	if (address == members->start)
		return true;
	if (LLVMIsAGetElementPtrInst(address)) {
		if (!step_of(members, address, &step) ||
			!member_of(members, LLVMGetOperand(address, 0), depth, offset))
			return false;
		*offset = (*offset + step) % members->stride;
		return true;
	}
	for (unsigned i = 0; LLVMIsAPHINode(address) && depth && i < LLVMCountIncoming(address);
		i++)
		if (member_of(members, LLVMGetIncomingValue(address, i), depth - 1, offset))
			return true;
	return false;
}

bool handle_members_fit(
	struct root *root, struct handle_uses *uses, LLVMValueRef start, LLVMValueRef address)
{
	struct members members = { .root = root, .uses = uses, .start = start };
	members.stride = stride_of(root->pass->layout, address, 2);
	uses->creator = NULL;
	uses->flags = 0;
	if (!members.stride || !member_of(&members, address, 2, &members.member) ||
		!walk(&members, address))
		return false;
	vec_each(blank, &members.blanks)
		vec_each(store, &members.stores)
			if (may_follow(root, *store, *blank))
				return false;
	return true;
}
