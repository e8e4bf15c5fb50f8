#include "hostanalysis/pass.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>

#include "hostanalysis/canonical/rewrite.h"

/*
 * Function objects of the standard library (std::function): a local object holds the address of a function of the library's
 * own, which is given the object to find what was captured, and does not change by what it is called. Where one such function
 * alone is stored in that place, calls through it are calls of that one.
 */

enum { MOST_USES = 400, MOST_COPIES = 4, MOST_CAPTURED = 63 /* bytes */ };

/* A place in a local object, and what is known of it. */
struct slot {
	struct host_pass *pass;
	LLVMValueRef object;
	int64_t offset;
	LLVMValueRef function; /* the one that is stored there; NULL: none yet */
	unsigned uses, copies; /* objects may be copied from others so often */
	bool unknown;
};

static LLVMValueRef function_of(struct host_pass *pass, LLVMValueRef value, unsigned copies);

static bool is_slot(const struct slot *slot, LLVMValueRef pointer, int64_t *offset)
{
	return pointer_base(slot->pass, pointer, offset) == slot->object;
}

/* A function of the library's own that is given an object's data alone: the GNU library's. */
static bool is_handler(LLVMValueRef value)
{
	static const char prefix[] = "_ZNSt17_Function_handlerI";
	return LLVMIsAFunction(value) && !strncmp(value_name(value), prefix, sizeof(prefix) - 1);
}

/* Is what is called held by the object. */
static bool called_by_object(const struct slot *slot, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	int64_t offset;
	if (LLVMIsALoadInst(callee))
		return is_slot(slot, LLVMGetOperand(callee, 0), &offset);
	return is_handler(callee);
}

static int64_t store_size(const struct host_pass *pass, LLVMValueRef store)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(pass->module->llvm);
	return (int64_t)LLVMStoreSizeOfType(layout, LLVMTypeOf(LLVMGetOperand(store, 0)));
}

static void store_scan(struct slot *slot, LLVMValueRef store, LLVMValueRef pointer)
{
	LLVMValueRef stored = LLVMGetOperand(store, 0);
	int64_t offset, size = store_size(slot->pass, store);
	if (stored == pointer || !is_slot(slot, LLVMGetOperand(store, 1), &offset)) {
		slot->unknown = true;
		return;
	}
	if (offset + size <= slot->offset || slot->offset + (int64_t)sizeof(uint64_t) <= offset)
		return;
	bool exactly = offset == slot->offset && size == (int64_t)sizeof(uint64_t);
	bool covered = offset <= slot->offset && slot->offset + (int64_t)sizeof(uint64_t) <= offset + size;
	if (covered && LLVMIsNull(stored))
		return;
	LLVMValueRef function = exactly ? function_of(slot->pass, stored, slot->copies) : NULL;
	slot->unknown |= !function || (slot->function && slot->function != function);
	slot->function = function;
}

/* Filling with zeros stores no function. */
static bool is_cleared(LLVMValueRef call)
{
	LLVMValueRef value = call_arg(call, 1);
	return LLVMIsAConstantInt(value) && !LLVMConstIntGetZExtValue(value);
}

static void call_scan(struct slot *slot, LLVMValueRef call)
{
	const char *name = call_name(call);
	bool fine = !strncmp(name, "llvm.lifetime.", 14) || called_by_object(slot, call) ||
		    (!strncmp(name, "llvm.memset.", 12) && is_cleared(call));
	slot->unknown |= !fine;
}

static void uses_scan(struct slot *slot, LLVMValueRef pointer)
{
	int64_t offset;
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use && !slot->unknown;
		use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		slot->unknown |= ++slot->uses > MOST_USES;
		if (LLVMIsAGetElementPtrInst(user) && is_slot(slot, user, &offset))
			uses_scan(slot, user);
		else if (LLVMIsAStoreInst(user))
			store_scan(slot, user, pointer);
		else if (is_call(user))
			call_scan(slot, user);
		else if (!LLVMIsALoadInst(user))
			slot->unknown = true;
	}
}

/* The function that a value is, be it read from a local object; NULL: it is not known. */
static LLVMValueRef function_of(struct host_pass *pass, LLVMValueRef value, unsigned copies)
{
	struct slot slot = { .pass = pass, .copies = copies - 1 };
	if (LLVMIsAFunction(value))
		return is_handler(value) ? value : NULL;
	if (!copies || !LLVMIsALoadInst(value))
		return NULL;
	slot.object = pointer_base(pass, LLVMGetOperand(value, 0), &slot.offset);
	if (!LLVMIsAAllocaInst(slot.object))
		return NULL;
	uses_scan(&slot, slot.object);
	return slot.unknown ? NULL : slot.function;
}

/* The function that a call through memory calls; NULL: it is not known, or has another type. */
static LLVMValueRef target_of(struct host_pass *pass, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	LLVMValueRef function = LLVMIsALoadInst(callee) ? function_of(pass, callee, MOST_COPIES) : NULL;
	bool fits = function && LLVMGlobalGetValueType(function) == LLVMGetCalledFunctionType(call);
	return fits ? function : NULL;
}

/* Stores at known places of new memory. */
static void stores_find(struct host_pass *pass, LLVMValueRef pointer, value_list *stores)
{
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (LLVMIsAGetElementPtrInst(user))
			stores_find(pass, user, stores);
		else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == pointer)
			vec_push(pass->arena, stores, user);
	}
}

/* A copy of memory from a place in other memory. */
struct copy {
	struct host_pass *pass;
	LLVMValueRef call, base;
	int64_t from, size;
	value_list stores; /* what is stored in the other memory */
};

/* Is what a store writes copied as a whole; its place behind the copied memory's first byte. */
static bool is_part(const struct copy *copy, LLVMValueRef store, int64_t *offset, int64_t *size)
{
	LLVMValueRef base = pointer_base(copy->pass, LLVMGetOperand(store, 1), offset);
	*offset -= copy->from;
	*size = store_size(copy->pass, store);
	return base == copy->base && *offset >= 0 && *offset + *size <= copy->size;
}

/* Are all bytes written by some part. */
static bool is_covered(const struct copy *copy)
{
	uint64_t bytes = 0;
	vec_each(store, &copy->stores) {
		int64_t offset, size;
		if (is_part(copy, *store, &offset, &size))
			bytes |= mask_bits((unsigned)size) << offset;
	}
	return bytes == mask_bits((unsigned)copy->size);
}

static void parts_copy(const struct copy *copy)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(copy->pass->module->context);
	LLVMPositionBuilderBefore(b, copy->call);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(copy->call));
	vec_each(store, &copy->stores) {
		int64_t offset, size;
		LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(*store, 0));
		if (!is_part(copy, *store, &offset, &size))
			continue;
		LLVMValueRef from = address_build(copy->pass, b, copy->base, (uint64_t)(copy->from + offset));
		LLVMValueRef to = address_build(copy->pass, b, call_arg(copy->call, 0), (uint64_t)offset);
		LLVMBuildStore(b, LLVMBuildLoad2(b, type, from, ""), to);
	}
	LLVMDisposeBuilder(b);
	LLVMInstructionEraseFromParent(copy->call);
}

/* What was captured is copied from new memory to new memory as bytes: LLVM follows the parts that were stored there. */
static void captured_split(struct host_pass *pass, LLVMValueRef call)
{
	struct copy copy = { .pass = pass, .call = call };
	if (strncmp(call_name(call), "llvm.memcpy.", 12) || !LLVMIsAConstantInt(call_arg(call, 2)))
		return;
	copy.base = pointer_base(pass, call_arg(call, 1), &copy.from);
	copy.size = (int64_t)LLVMConstIntGetZExtValue(call_arg(call, 2));
	if (copy.size > MOST_CAPTURED || !is_call(copy.base) || strcmp(call_name(copy.base), "_Znwm"))
		return;
	stores_find(pass, copy.base, &copy.stores);
	if (is_covered(&copy))
		parts_copy(&copy);
}

static void call_follow(struct host_pass *pass, LLVMValueRef call)
{
	LLVMValueRef target = target_of(pass, call);
	if (target)
		LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, target);
	else
		captured_split(pass, call);
}

void function_objects_call(struct host_pass *pass)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block;
			block = LLVMGetNextBasicBlock(block))
			for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
				next = LLVMGetNextInstruction(i);
				if (is_call(i))
					call_follow(pass, i);
			}
}
