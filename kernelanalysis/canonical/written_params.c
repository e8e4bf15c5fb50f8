#include "kernelanalysis/canonical/written_params.h"

#include <string.h>

#include "ir/module.h"

/* Structures given by value that the kernel writes to, or chooses between. */

struct uses {
	bool simple;  /* all are reads, writes and copies at constant offsets */
	bool written; /* some are writes */
	bool chosen;  /* some go by a choice of several addresses */
};

static bool is_lifetime(LLVMValueRef user)
{
	return is_call(user) && !strncmp(call_name(user), "llvm.lifetime.", 14);
}

/* A copy or fill of a constant number of bytes. */
static bool is_block_copy(LLVMValueRef user)
{
	return is_call(user) && !strncmp(call_name(user), "llvm.mem", 8) &&
	       LLVMIsAConstantInt(call_arg(user, 2)) && LLVMIsAConstantInt(call_arg(user, 3)) &&
	       !LLVMConstIntGetZExtValue(call_arg(user, 3));
}

static bool has_constant_offset(LLVMValueRef step)
{
	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(step); i++)
		if (!LLVMIsAConstantInt(LLVMGetOperand(step, i)))
			return false;
	return true;
}

/* Is what such a choice gives only read. */
static bool is_read_at_most(LLVMValueRef pointer, unsigned depth)
{
	enum { MOST_CHOICES = 4 };
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool step = LLVMIsASelectInst(user) || LLVMIsAPHINode(user) ||
			    (LLVMIsAGetElementPtrInst(user) && has_constant_offset(user));
		bool reads = LLVMIsALoadInst(user) && !LLVMGetVolatile(user) &&
			     LLVMGetOrdering(user) == LLVMAtomicOrderingNotAtomic;
		if (!reads && !(step && depth < MOST_CHOICES && is_read_at_most(user, depth + 1)))
			return false;
	}
	return true;
}

static void uses_visit(LLVMValueRef pointer, struct uses *uses)
{
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use && uses->simple;
		use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (LLVMIsAGetElementPtrInst(user) && has_constant_offset(user)) {
			uses_visit(user, uses);
		} else if (LLVMIsAStoreInst(user)) {
			uses->simple = LLVMGetOperand(user, 0) != pointer &&
				       !LLVMGetVolatile(user) &&
				       LLVMGetOrdering(user) == LLVMAtomicOrderingNotAtomic;
			uses->written = true;
		} else if (LLVMIsALoadInst(user)) {
			uses->simple = !LLVMGetVolatile(user) &&
				       LLVMGetOrdering(user) == LLVMAtomicOrderingNotAtomic;
		} else if (LLVMIsASelectInst(user) || LLVMIsAPHINode(user)) {
			uses->simple = is_read_at_most(user, 0);
			uses->chosen = true;
		} else if (is_block_copy(user)) {
			uses->written |= call_arg(user, 0) == pointer;
		} else {
			uses->simple = is_lifetime(user);
		}
	}
}

static LLVMTypeRef type_by_value(LLVMValueRef kernel, unsigned param)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
	LLVMAttributeRef byval = LLVMGetEnumAttributeAtIndex(kernel, param + 1, kind);
	return byval ? LLVMGetTypeAttributeValue(byval) : NULL;
}

/* The variable takes the parameter's place, and begins with its contents. */
static void param_copy(LLVMValueRef kernel, LLVMValueRef param, LLVMTypeRef type)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(kernel));
	LLVMContextRef context = LLVMGetTypeContext(type);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
	unsigned align = LLVMABIAlignmentOfType(layout, type);
	LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(kernel)));
	LLVMValueRef variable = LLVMBuildAlloca(b, type, "");
	LLVMSetAlignment(variable, align);
	LLVMReplaceAllUsesWith(param, variable);
	LLVMBuildMemCpy(b, variable, align, param, align,
		LLVMConstInt(
			LLVMInt64TypeInContext(context), LLVMABISizeOfType(layout, type), false));
	LLVMDisposeBuilder(b);
}

bool written_params_copy(LLVMValueRef kernel)
{
	bool copied = false;
	for (unsigned i = 0; i < LLVMCountParams(kernel); i++) {
		LLVMTypeRef type = type_by_value(kernel, i);
		struct uses uses = { .simple = true };
		if (type)
			uses_visit(LLVMGetParam(kernel, i), &uses);
		if (!type || !uses.simple || !(uses.written || uses.chosen))
			continue;
		param_copy(kernel, LLVMGetParam(kernel, i), type);
		copied = true;
	}
	return copied;
}
