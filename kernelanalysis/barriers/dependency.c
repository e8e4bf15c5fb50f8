#include "kernelanalysis/passes.h"

#include <string.h>

/*
 * Programmatic dependent launches: a kernel may begin before the one before it in its stream is
 * over, and waits for that one by griddepcontrol.wait. Between its own threads this orders nothing.
 */

static bool is_wait(LLVMValueRef i)
{
	LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
	size_t length = 0;
	const char *text = callee && LLVMIsAInlineAsm(callee)
				   ? LLVMGetInlineAsmAsmString(callee, &length)
				   : NULL;
	return text && strstr(text, "griddepcontrol.wait");
}

static bool waits_before(const struct kernel *kernel, const struct access *access)
{
	vec_each(block, &kernel->func->blocks) {
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i; i = LLVMGetNextInstruction(i))
			if (is_wait(i) &&
				instruction_dominates(kernel->func, i, access->instruction))
				return true;
	}
	return false;
}

bool access_is_before_dependency(const struct kernel *kernel, const struct access *access)
{
	enum object_kind kind = access->object->kind;
	bool own = kind == OBJECT_LOCAL || kind == OBJECT_BYVAL || kind == OBJECT_CONSTANT ||
		   access->object->space == SPACE_SHARED;
	return !own && !waits_before(kernel, access);
}
