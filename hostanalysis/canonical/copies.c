#include "hostanalysis/pass.h"

/*
 * Structures that a root is given by value and changes become local variables of it, as those of
 * inlined functions are: passes make SSA values of what it changes in them.
 */

static LLVMTypeRef param_byval(LLVMValueRef function, unsigned param)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
	LLVMAttributeRef byval = LLVMGetEnumAttributeAtIndex(function, param + 1, kind);
	return byval ? LLVMGetTypeAttributeValue(byval) : NULL;
}

static bool is_changed(LLVMValueRef pointer)
{
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == pointer)
			return true;
		if (LLVMIsAGetElementPtrInst(user) && is_changed(user))
			return true;
	}
	return false;
}

static void copy_make(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef param,
	LLVMTypeRef type)
{
	unsigned align = LLVMABIAlignmentOfType(pass->layout, type);
	uint64_t size = LLVMABISizeOfType(pass->layout, type);
	LLVMValueRef copy = LLVMBuildAlloca(b, type, "");
	size_t length;
	const char *name = LLVMGetValueName2(param, &length);
	name = arena_strndup(pass->arena, name, length);
	LLVMSetValueName2(param, "", 0);
	LLVMSetValueName2(copy, name, length);
	LLVMReplaceAllUsesWith(param, copy);
	LLVMTypeRef word = LLVMInt64TypeInContext(pass->module->context);
	LLVMBuildMemCpy(b, copy, align, param, align, LLVMConstInt(word, size, false));
}

void copies_make(struct host_pass *pass)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(pass->module->context);
	vec_each(root, &pass->roots) {
		LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(*root);
		LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(entry));
		for (unsigned i = 0; i < LLVMCountParams(*root); i++) {
			LLVMTypeRef type = param_byval(*root, i);
			if (type && is_changed(LLVMGetParam(*root, i)))
				copy_make(pass, b, LLVMGetParam(*root, i), type);
		}
	}
	LLVMDisposeBuilder(b);
}
