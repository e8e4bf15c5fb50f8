#include "hostanalysis/pass.h"

#include <string.h>

#include "ir/unroll.h"

/*
 * Loops of a few rounds that allocate (one buffer per stream or device, two
 * for ping-pong), create streams or fill arrays of pointers are unrolled, so that each has a call of its own; of those
 * that launch, the ones that take the kernel, or grids or blocks, from an array.
 */

/* Eight rounds, and the comparison that ends them. */
enum { MOST_ENTRIES = 9, MOST_DEPTH = 4 };

/* Is it computed from what changes with the rounds of the loop. */
static bool is_counted(const struct loop *loop, LLVMValueRef value, unsigned depth)
{
	enum { DEPTH = 4 };
	if (LLVMIsAPHINode(value))
		return LLVMGetInstructionParent(value) == loop->header->llvm;
	bool computed = LLVMIsACastInst(value) || LLVMIsABinaryOperator(value) || LLVMIsAGetElementPtrInst(value);
	if (depth == DEPTH || !computed)
		return false;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		if (is_counted(loop, LLVMGetOperand(value, i), depth + 1))
			return true;
	return false;
}

static bool is_of_sizes(LLVMTypeRef type)
{
	while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
		type = LLVMGetElementType(type);
	const char *name = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetStructName(type) : NULL;
	return name && !strcmp(name, "struct.dim3");
}

/* Does it name one of several sizes of grids or blocks, another one in each round. */
static bool chooses_size(const struct loop *loop, LLVMValueRef i)
{
	if (!LLVMIsAGetElementPtrInst(i) || !is_of_sizes(LLVMGetGEPSourceElementType(i)))
		return false;
	for (unsigned op = 1; op < (unsigned)LLVMGetNumOperands(i); op++)
		if (is_counted(loop, LLVMGetOperand(i, op), 0))
			return true;
	return false;
}

/* Does it launch a kernel that is read from another place in each round. */
static bool chooses_kernel(const struct loop *loop, LLVMValueRef launch)
{
	LLVMValueRef kernel = call_arg(launch, LAUNCH_CALLEE);
	return LLVMIsALoadInst(kernel) && is_counted(loop, LLVMGetOperand(kernel, 0), 0);
}

/* Does a constant hold addresses of functions, be it in structures. */
static bool holds_functions(LLVMValueRef constant, unsigned depth)
{
	if (LLVMIsAFunction(constant))
		return true;
	if (depth == MOST_DEPTH || (!LLVMIsAConstantArray(constant) && !LLVMIsAConstantStruct(constant)))
		return false;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(constant); i++)
		if (holds_functions(LLVMGetOperand(constant, i), depth + 1))
			return true;
	return false;
}

/* Does a pointer go through a constant table of functions, one entry in each round. */
static bool walks_functions(const struct loop *loop, LLVMValueRef pointer)
{
	LLVMValueRef table = pointer;
	bool counted = false;
	while (LLVMIsAGetElementPtrInst(table)) {
		counted |= is_counted(loop, table, 0);
		table = LLVMGetOperand(table, 0);
	}
	for (unsigned i = 0; LLVMIsAPHINode(table) && i < LLVMCountIncoming(table); i++) {
		counted |= is_counted(loop, table, 0);
		if (LLVMIsAGlobalVariable(LLVMGetIncomingValue(table, i)))
			table = LLVMGetIncomingValue(table, i);
	}
	LLVMValueRef contents = counted && LLVMIsAGlobalVariable(table) && LLVMIsGlobalConstant(table) ? LLVMGetInitializer(table) : NULL;
	return contents && holds_functions(contents, 0);
}

/* Is the entry of such a table that is found in a round kept for after the loop. */
static bool keeps_function(const struct loop *loop)
{
	vec_each(block, &loop->blocks)
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i; i = LLVMGetNextInstruction(i))
			if ((LLVMIsAGetElementPtrInst(i) || LLVMIsAPHINode(i)) && walks_functions(loop, i))
				return true;
	return false;
}

static bool wanted(const struct loop *loop)
{
	bool allocates = false, launches = false, chooses = false;
	vec_each(block, &loop->blocks) {
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i;
			i = LLVMGetNextInstruction(i)) {
			chooses |= chooses_size(loop, i);
			if (!is_call(i))
				continue;
			if (!strcmp(call_name(i), "hgrd.launch")) {
				launches = true;
				chooses |= chooses_kernel(loop, i);
			}
			allocates |= !strcmp(call_name(i), "hgrd.alloc") ||
				!strcmp(call_name(i), "hgrd.out.ptr");
		}
	}
	if (launches)
		return chooses;
	return allocates || loop_computes_arrays(loop) || loop_keeps_pointers(loop) || keeps_function(loop);
}

bool host_unroll(struct host_pass *pass, const char **error)
{
	return loops_unroll(pass->arena, pass->module, wanted, MOST_ENTRIES, "function(sroa)", error);
}
