#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "kernelanalysis/passes.h"

/*
 * Handles of textures and surfaces that lie in memory: the memory behind one is what a pointer there points to. A
 * texture reference is a variable of the device that holds such a handle, which the host puts there when it binds memory to it.
 */

static LLVMValueRef load_in_front(LLVMValueRef instruction, LLVMTypeRef type, LLVMValueRef pointer)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(type));
	LLVMPositionBuilderBefore(b, instruction);
	LLVMValueRef load = LLVMBuildLoad2(b, type, pointer, "handle");
	LLVMInstructionSetDebugLoc(load, LLVMInstructionGetDebugLoc(instruction));
	LLVMDisposeBuilder(b);
	return load;
}

static void replace(LLVMValueRef call, LLVMValueRef by)
{
	LLVMReplaceAllUsesWith(call, by);
	LLVMInstructionEraseFromParent(call);
}

static bool is_reference(LLVMValueRef i)
{
	static const char name[] = "llvm.nvvm.texsurf.handle.internal";
	return is_call(i) && !strncmp(call_name(i), name, strlen(name));
}

/* The read of the handle whose memory a call asks for; NULL: it is no such call, or not read from memory. */
static LLVMValueRef handle_read(LLVMValueRef i)
{
	if (!call_is_handle_memory(i))
		return NULL;
	LLVMValueRef handle = call_arg(i, 0);
	return LLVMIsALoadInst(handle) && !LLVMGetVolatile(handle) ? handle : NULL;
}

static void each_instruction(LLVMValueRef function, void (*lower)(LLVMValueRef i))
{
	LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);
	for (; block; block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
			next = LLVMGetNextInstruction(i);
			lower(i);
		}
}

static void reference_lower(LLVMValueRef i)
{
	if (is_reference(i))
		replace(i, load_in_front(i, LLVMTypeOf(i), call_arg(i, 0)));
}

static void memory_lower(LLVMValueRef i)
{
	LLVMValueRef read = handle_read(i);
	if (read)
		replace(i, load_in_front(read, LLVMTypeOf(i), LLVMGetOperand(read, 0)));
}

void texture_references_read(LLVMValueRef function)
{
	each_instruction(function, reference_lower);
}

void handles_point(LLVMValueRef function)
{
	each_instruction(function, memory_lower);
}
