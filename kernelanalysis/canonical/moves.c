#include "kernelanalysis/canonical/moves.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "ir/thread.h"

/*
 * Copies of a length that the host or memory gives, as in memcpy(to + i * length, from + i *
 * length, length). They touch the bytes that a loop over them touches, one by one, which bounds and
 * strides say more of than of a range.
 */

struct loop_blocks {
	LLVMBasicBlockRef entry, head, body, end;
};

static struct loop_blocks blocks_new(LLVMContextRef context, LLVMValueRef function)
{
	struct loop_blocks blocks;
	blocks.entry = LLVMAppendBasicBlockInContext(context, function, "entry");
	blocks.head = LLVMAppendBasicBlockInContext(context, function, "head");
	blocks.body = LLVMAppendBasicBlockInContext(context, function, "body");
	blocks.end = LLVMAppendBasicBlockInContext(context, function, "end");
	return blocks;
}

static LLVMValueRef byte_at(
	LLVMBuilderRef builder, LLVMTypeRef byte, LLVMValueRef pointer, LLVMValueRef i)
{
	return LLVMBuildGEP2(builder, byte, pointer, &i, 1, "");
}

/* for (i = 0; i < length; i++) to[i] = from[i], or = value. */
static void body_build(LLVMContextRef context, LLVMValueRef function)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
	LLVMTypeRef byte = LLVMInt8TypeInContext(context);
	LLVMValueRef to = LLVMGetParam(function, 0), from = LLVMGetParam(function, 1);
	LLVMValueRef length = LLVMGetParam(function, 2),
		     zero = LLVMConstInt(LLVMTypeOf(length), 0, false);
	struct loop_blocks at = blocks_new(context, function);
	LLVMPositionBuilderAtEnd(builder, at.entry);
	LLVMBuildBr(builder, at.head);
	LLVMPositionBuilderAtEnd(builder, at.head);
	LLVMValueRef i = LLVMBuildPhi(builder, LLVMTypeOf(length), "");
	LLVMBuildCondBr(
		builder, LLVMBuildICmp(builder, LLVMIntULT, i, length, ""), at.body, at.end);
	LLVMPositionBuilderAtEnd(builder, at.body);
	bool copies = LLVMGetTypeKind(LLVMTypeOf(from)) == LLVMPointerTypeKind;
	LLVMValueRef value =
		copies ? LLVMBuildLoad2(builder, byte, byte_at(builder, byte, from, i), "") : from;
	LLVMSetAlignment(LLVMBuildStore(builder, value, byte_at(builder, byte, to, i)), 1);
	LLVMValueRef next =
		LLVMBuildNUWAdd(builder, i, LLVMConstInt(LLVMTypeOf(length), 1, false), "");
	LLVMBuildBr(builder, at.head);
	LLVMAddIncoming(
		i, (LLVMValueRef[]){ zero, next }, (LLVMBasicBlockRef[]){ at.entry, at.body }, 2);
	LLVMPositionBuilderAtEnd(builder, at.end);
	LLVMBuildRetVoid(builder);
	LLVMDisposeBuilder(builder);
}

/* The loop for a kind of copies, of the arguments to, from or value, and length. */
static LLVMValueRef loop_for(struct arena *arena, struct module *module, LLVMValueRef call)
{
	const char *name = arena_printf(arena, "hgrd.bytes.%s", call_name(call));
	LLVMValueRef function = LLVMGetNamedFunction(module->llvm, name);
	if (function)
		return function;
	LLVMTypeRef types[3];
	for (unsigned i = 0; i < 3; i++)
		types[i] = LLVMTypeOf(call_arg(call, i));
	LLVMTypeRef type =
		LLVMFunctionType(LLVMVoidTypeInContext(module->context), types, 3, false);
	function = LLVMAddFunction(module->llvm, name, type);
	LLVMSetLinkage(function, LLVMInternalLinkage);
	function_add_attribute(function, "alwaysinline");
	function_add_attribute(function, "sanitize_thread");
	body_build(module->context, function);
	return function;
}

static bool is_local(LLVMValueRef pointer)
{
	while (LLVMIsAGetElementPtrInst(pointer) || LLVMIsAAddrSpaceCastInst(pointer))
		pointer = LLVMGetOperand(pointer, 0);
	return LLVMIsAAllocaInst(pointer) != NULL;
}

static bool is_open_move(LLVMValueRef i)
{
	const char *name = LLVMIsACallInst(i) ? call_name(i) : NULL;
	bool set = name && !strncmp(name, "llvm.memset.", 12);
	if (!set && (!name || (strncmp(name, "llvm.memcpy.p", 13) != 0 &&
				      strncmp(name, "llvm.memmove.", 13) != 0)))
		return false;
	return !LLVMIsAConstantInt(call_arg(i, 2)) &&
	       !(is_local(call_arg(i, 0)) && (set || is_local(call_arg(i, 1))));
}

static void replace(struct arena *arena, struct module *module, LLVMValueRef call)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(module->context);
	LLVMValueRef loop = loop_for(arena, module, call), args[3];
	for (unsigned i = 0; i < 3; i++)
		args[i] = call_arg(call, i);
	LLVMPositionBuilderBefore(builder, call);
	LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
	LLVMBuildCall2(builder, LLVMGlobalGetValueType(loop), loop, args, 3, "");
	LLVMInstructionEraseFromParent(call);
	LLVMDisposeBuilder(builder);
}

bool moves_lower(struct arena *arena, struct module *module, LLVMValueRef function)
{
	VEC(LLVMValueRef) moves = { 0 };
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
		b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
			if (is_open_move(i))
				vec_push(arena, &moves, i);
	vec_each(move, &moves)
		replace(arena, module, *move);
	return moves.n > 0;
}
