#include "hostanalysis/canonical/rewrite.h"

#include <string.h>

/*
 * Variables that are initialized before main. clang calls their initializers from one function
 * for each file, of which LLVM evaluates all or nothing; one that it cannot evaluate, such as that
 * of the standard streams, kept the others from becoming constants. Here each is listed by itself.
 * Copies of constants into members, which LLVM does not evaluate, become assignments.
 */

enum { MOST_ASSIGNED = 64 };

static void list_add(
	struct host_pass *pass, value_list *list, LLVMValueRef entry, LLVMValueRef function)
{
	LLVMValueRef fields[] = { LLVMGetOperand(entry, 0), function, LLVMGetOperand(entry, 2) };
	vec_push(pass->arena, list,
		LLVMConstStructInContext(pass->module->context, fields, 3, false));
}

/* Does the function do nothing but call functions of the program without arguments. */
static bool only_calls(LLVMValueRef function)
{
	LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);
	if (!block || LLVMGetNextBasicBlock(block))
		return false;
	for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
		if (LLVMIsAReturnInst(i))
			continue;
		if (!LLVMIsACallInst(i) || call_args(i))
			return false;
		LLVMValueRef callee = LLVMGetCalledValue(i);
		if (!LLVMIsAFunction(callee) || LLVMIsDeclaration(callee))
			return false;
	}
	return true;
}

static void entry_split(struct host_pass *pass, value_list *list, LLVMValueRef entry)
{
	LLVMValueRef function = LLVMGetOperand(entry, 1);
	if (!LLVMIsAFunction(function) || LLVMIsDeclaration(function) || !only_calls(function)) {
		vec_push(pass->arena, list, entry);
		return;
	}
	LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetFirstBasicBlock(function));
	for (; i; i = LLVMGetNextInstruction(i))
		if (LLVMIsACallInst(i))
			list_add(pass, list, entry, LLVMGetCalledValue(i));
}

void constructors_split(struct host_pass *pass)
{
	static const char name[] = "llvm.global_ctors";
	LLVMValueRef old = LLVMGetNamedGlobal(pass->module->llvm, name);
	LLVMValueRef contents = old ? LLVMGetInitializer(old) : NULL;
	if (!contents || !LLVMIsAConstantArray(contents))
		return;
	value_list list = { 0 };
	for (int i = 0; i < LLVMGetNumOperands(contents); i++)
		entry_split(pass, &list, LLVMGetOperand(contents, (unsigned)i));
	LLVMTypeRef element = LLVMTypeOf(LLVMGetOperand(contents, 0));
	LLVMValueRef array = LLVMConstArray2(element, list.at, list.n);
	LLVMValueRef split = LLVMAddGlobal(pass->module->llvm, LLVMTypeOf(array), "constructors");
	LLVMSetInitializer(split, array);
	LLVMSetLinkage(split, LLVMAppendingLinkage);
	LLVMDeleteGlobal(old);
	LLVMSetValueName2(split, name, strlen(name));
}

/* The constant of which a call copies all, not into a local variable; NULL: it is no such copy. */
static LLVMValueRef copied_constant(struct host_pass *pass, LLVMValueRef call)
{
	if (!is_call(call) || strncmp(call_name(call), "llvm.memcpy.", 12))
		return NULL;
	LLVMValueRef from = call_arg(call, 1), length = call_arg(call, 2);
	if (!LLVMIsAGlobalVariable(from) || !LLVMIsGlobalConstant(from) ||
		!LLVMGetInitializer(from) || !LLVMIsAConstantInt(length) ||
		LLVMIsAAllocaInst(call_arg(call, 0)))
		return NULL;
	uint64_t size = LLVMABISizeOfType(pass->layout, LLVMGlobalGetValueType(from));
	return LLVMConstIntGetZExtValue(length) == size ? from : NULL;
}

static void copy_assign(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call)
{
	LLVMValueRef from = copied_constant(pass, call);
	leaf_list leaves = { 0 };
	if (!from || !leaves_fill(pass, LLVMGlobalGetValueType(from), 0, &leaves) ||
		leaves.n > MOST_ASSIGNED)
		return;
	LLVMPositionBuilderBefore(b, call);
	vec_each(leaf, &leaves) {
		LLVMValueRef value = LLVMBuildLoad2(
			b, leaf->type, address_build(pass, b, from, leaf->offset), "");
		LLVMBuildStore(b, value, address_build(pass, b, call_arg(call, 0), leaf->offset));
	}
	LLVMInstructionEraseFromParent(call);
}

void constants_assign(struct host_pass *pass)
{
	functions_rewrite(pass, copy_assign);
}
