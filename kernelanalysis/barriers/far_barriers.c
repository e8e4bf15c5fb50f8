#include "kernelanalysis/barriers/barriers.h"

#include <string.h>

#include <llvm-c/DebugInfo.h>

/*
 * cuda::barrier of a wider scope than a block. In shared memory it is one of the block's; elsewhere it is three words, how many
 * have come, a generation and how many are to come, and waiting at it is written out as a grid barrier of one thread for each
 * arrival, which grid_regions.c reads like those written by hand.
 */

enum { DEVICE_SCOPE = 3, RELAXED = 0, ACQ_REL = 4, RMW_EXCHANGED = 0, RMW_ADDED = 1 };
enum { ARRIVED = 0, GENERATION = 4, EXPECTED = 8 };

struct code {
	LLVMModuleRef module;
	LLVMContextRef context;
	LLVMBuilderRef builder;
};

static LLVMTypeRef int_type(const struct code *code, unsigned bits)
{
	return LLVMIntTypeInContext(code->context, bits);
}

static LLVMValueRef number(const struct code *code, unsigned value)
{
	return LLVMConstInt(int_type(code, 32), value, false);
}

static LLVMValueRef call(const struct code *code, const char *name, LLVMTypeRef result, LLVMValueRef *args, unsigned n)
{
	LLVMTypeRef types[5];
	for (unsigned i = 0; i < n; i++)
		types[i] = LLVMTypeOf(args[i]);
	LLVMTypeRef type = LLVMFunctionType(result, types, n, false);
	LLVMValueRef function = LLVMGetNamedFunction(code->module, name);
	if (!function)
		function = LLVMAddFunction(code->module, name, type);
	return LLVMBuildCall2(code->builder, type, function, args, n, "");
}

static LLVMValueRef word(const struct code *code, LLVMValueRef object, unsigned at)
{
	LLVMValueRef offset = LLVMConstInt(int_type(code, 64), at, false);
	return LLVMBuildGEP2(code->builder, int_type(code, 8), object, &offset, 1, "");
}

static LLVMValueRef change(const struct code *code, LLVMValueRef pointer, LLVMValueRef value, unsigned operation)
{
	LLVMValueRef args[] = { pointer, value, number(code, operation), number(code, RELAXED),
		number(code, DEVICE_SCOPE) };
	return call(code, "__hgrd_atomic_rmw_32", int_type(code, 32), args, 5);
}

static LLVMValueRef generation(const struct code *code, LLVMValueRef object)
{
	LLVMValueRef args[] = { word(code, object, GENERATION), number(code, RELAXED),
		number(code, DEVICE_SCOPE) };
	return call(code, "__hgrd_atomic_load_32", int_type(code, 32), args, 3);
}

static void fence(const struct code *code)
{
	LLVMValueRef args[] = { number(code, ACQ_REL), number(code, DEVICE_SCOPE) };
	call(code, "__hgrd_fence", LLVMVoidTypeInContext(code->context), args, 2);
}

/* Marks the arrival, to be told from atomics that the program has. */
static LLVMValueRef arrive(const struct code *code, LLVMValueRef object)
{
	LLVMValueRef found = change(code, word(code, object, ARRIVED), number(code, 1), RMW_ADDED);
	LLVMMetadataRef node = LLVMMDNodeInContext2(code->context, NULL, 0);
	LLVMSetMetadata(found, LLVMGetMDKindIDInContext(code->context, FAR_ARRIVAL_KIND,
		(unsigned)strlen(FAR_ARRIVAL_KIND)), LLVMMetadataAsValue(code->context, node));
	return found;
}

static void fill_init(const struct code *code, LLVMValueRef function)
{
	LLVMValueRef object = LLVMGetParam(function, 0);
	LLVMPositionBuilderAtEnd(code->builder, LLVMAppendBasicBlockInContext(code->context, function, "entry"));
	LLVMBuildStore(code->builder, number(code, 0), word(code, object, ARRIVED));
	LLVMBuildStore(code->builder, number(code, 0), word(code, object, GENERATION));
	LLVMBuildStore(code->builder,
		LLVMBuildTrunc(code->builder, LLVMGetParam(function, 1), int_type(code, 32), ""),
		word(code, object, EXPECTED));
	LLVMBuildRetVoid(code->builder);
}

static void fill_wait(const struct code *code, LLVMValueRef function)
{
	LLVMBuilderRef b = code->builder;
	LLVMValueRef object = LLVMGetParam(function, 0), one = number(code, 1);
	LLVMBasicBlockRef blocks[4];
	for (unsigned i = 0; i < 4; i++)
		blocks[i] = LLVMAppendBasicBlockInContext(code->context, function, "");
	LLVMPositionBuilderAtEnd(b, blocks[0]);
	fence(code);
	LLVMValueRef now = generation(code, object);
	LLVMValueRef found = arrive(code, object);
	LLVMValueRef expected = LLVMBuildLoad2(b, int_type(code, 32), word(code, object, EXPECTED), "");
	LLVMValueRef last = LLVMBuildICmp(b, LLVMIntEQ, found, LLVMBuildSub(b, expected, one, ""), "");
	LLVMBuildCondBr(b, last, blocks[1], blocks[2]);
	LLVMPositionBuilderAtEnd(b, blocks[1]);
	change(code, word(code, object, ARRIVED), number(code, 0), RMW_EXCHANGED);
	fence(code);
	change(code, word(code, object, GENERATION), LLVMBuildAdd(b, now, one, ""), RMW_EXCHANGED);
	LLVMBuildBr(b, blocks[3]);
	LLVMPositionBuilderAtEnd(b, blocks[2]);
	LLVMValueRef waits = LLVMBuildICmp(b, LLVMIntEQ, generation(code, object), now, "");
	LLVMBuildCondBr(b, waits, blocks[2], blocks[3]);
	LLVMPositionBuilderAtEnd(b, blocks[3]);
	fence(code);
	LLVMBuildRetVoid(b);
}

/* Is it memory that is none of the block's: a variable, or behind a kernel's parameter. */
static bool is_far(LLVMValueRef pointer)
{
	for (;;) {
		if (LLVMIsAGlobalVariable(pointer))
			return LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)) != 3;
		if (LLVMIsAArgument(pointer))
			return true;
		LLVMOpcode opcode = LLVMIsAInstruction(pointer) ? LLVMGetInstructionOpcode(pointer)
				    : LLVMIsAConstantExpr(pointer) ? LLVMGetConstOpcode(pointer) : 0;
		if (opcode != LLVMGetElementPtr && opcode != LLVMAddrSpaceCast && opcode != LLVMBitCast)
			return false;
		pointer = LLVMGetOperand(pointer, 0);
	}
}

/* The function of this name and type, with a body to be inlined. */
static LLVMValueRef written_out(const struct code *code, const char *name, LLVMTypeRef type,
	void (*fill)(const struct code *, LLVMValueRef))
{
	LLVMValueRef function = LLVMGetNamedFunction(code->module, name);
	if (function)
		return function;
	function = LLVMAddFunction(code->module, name, type);
	LLVMSetLinkage(function, LLVMInternalLinkage);
	function_add_attribute(function, "alwaysinline");
	struct code body = *code;
	body.builder = LLVMCreateBuilderInContext(code->context);
	fill(&body, function);
	LLVMDisposeBuilder(body.builder);
	return function;
}

static void replace(const struct code *code, LLVMValueRef old, bool waits)
{
	LLVMValueRef args[] = { call_arg(old, 0), waits ? LLVMConstInt(int_type(code, 64), 1, false) : call_arg(old, 1) };
	LLVMTypeRef nothing = LLVMVoidTypeInContext(code->context);
	LLVMPositionBuilderBefore(code->builder, old);
	LLVMSetCurrentDebugLocation2(code->builder, LLVMInstructionGetDebugLoc(old));
	if (is_far(args[0])) {
		LLVMTypeRef types[] = { LLVMTypeOf(args[0]), int_type(code, 64) };
		LLVMTypeRef type = LLVMFunctionType(nothing, types, waits ? 1 : 2, false);
		LLVMValueRef function = written_out(code, waits ? "__hgrd_far_wait" : "__hgrd_far_init",
			type, waits ? fill_wait : fill_init);
		LLVMBuildCall2(code->builder, type, function, args, waits ? 1 : 2, "");
	} else if (waits) {
		args[1] = call(code, "__hgrd_barrier_arrive", int_type(code, 64), args, 2);
		call(code, "__hgrd_barrier_wait", nothing, args, 2);
	} else {
		call(code, "__hgrd_barrier_init", nothing, args, 2);
	}
	LLVMInstructionEraseFromParent(old);
}

bool is_far_arrival(LLVMValueRef instruction)
{
	LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(
		LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction))));
	return LLVMGetMetadata(instruction, LLVMGetMDKindIDInContext(context, FAR_ARRIVAL_KIND,
		(unsigned)strlen(FAR_ARRIVAL_KIND))) != NULL;
}

bool far_barriers_write_out(struct arena *arena, struct module *module)
{
	struct code code = { module->llvm, module->context, LLVMCreateBuilderInContext(module->context) };
	VEC(LLVMValueRef) calls = { 0 };
	for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
				if (LLVMIsACallInst(i) && !strncmp(call_name(i), "__hgrd_wide_barrier_", 20))
					vec_push(arena, &calls, i);
	vec_each(each, &calls)
		replace(&code, *each, !strcmp(call_name(*each), "__hgrd_wide_barrier_arrive_and_wait"));
	LLVMDisposeBuilder(code.builder);
	return calls.n > 0;
}
