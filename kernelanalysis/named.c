#include "kernelanalysis/barriers.h"

#include <string.h>

#include <llvm-c/DebugInfo.h>

/*
 * Named barriers whose number a thread computes, as `bar.sync 1 + warp / 4, 128`: a switch over the numbers that
 * there are, with a barrier of constant number in each case, so that each number has its own phases. Any other
 * number is the first that no barrier has: that no thread comes there is for the check of a launch.
 */

static LLVMValueRef declared(LLVMModuleRef module, const char *name, LLVMTypeRef type)
{
	LLVMValueRef function = LLVMGetNamedFunction(module, name);
	return function ? function : LLVMAddFunction(module, name, type);
}

/* void case(i32 number, i32 count), to be inlined. */
static LLVMValueRef begin(LLVMModuleRef module, const char *name, LLVMTypeRef type)
{
	LLVMValueRef function = LLVMGetNamedFunction(module, name);
	if (function)
		return function;
	function = LLVMAddFunction(module, name, type);
	LLVMSetLinkage(function, LLVMInternalLinkage);
	function_add_attribute(function, "alwaysinline");
	function_add_attribute(function, "convergent");
	return function;
}

static void fill(LLVMModuleRef module, LLVMValueRef function, LLVMTypeRef type, bool waits)
{
	LLVMContextRef context = LLVMGetModuleContext(module);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
	LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(context, function, "entry");
	LLVMBasicBlockRef last = LLVMAppendBasicBlockInContext(context, function, "number");
	LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(context, function, "end");
	LLVMValueRef barrier = declared(module,
		waits ? "llvm.nvvm.barrier.cta.sync.aligned.count"
		      : "llvm.nvvm.barrier.cta.arrive.aligned.count", type);
	LLVMPositionBuilderAtEnd(b, entry);
	LLVMValueRef chosen = LLVMBuildSwitch(b, LLVMGetParam(function, 0), last, NAMED_BARRIERS);
	for (unsigned i = 0; i <= NAMED_BARRIERS; i++) {
		LLVMValueRef number = LLVMConstInt(LLVMInt32TypeInContext(context), i, false);
		LLVMBasicBlockRef one = last;
		if (i < NAMED_BARRIERS) {
			one = LLVMInsertBasicBlockInContext(context, last, "number");
			LLVMAddCase(chosen, number, one);
		}
		LLVMPositionBuilderAtEnd(b, one);
		LLVMValueRef args[] = { number, LLVMGetParam(function, 1) };
		LLVMBuildCall2(b, type, barrier, args, 2, "");
		LLVMBuildBr(b, end);
	}
	LLVMPositionBuilderAtEnd(b, end);
	LLVMBuildRetVoid(b);
	LLVMDisposeBuilder(b);
}

enum { DEEP = 12 };

/* Is the value made of the thread's ids and of what is the same in all rounds of all loops. */
static bool made_of_ids(LLVMValueRef value, bool *ids, unsigned depth)
{
	if (!LLVMIsAInstruction(value))
		return true;
	const char *name = LLVMIsACallInst(value) ? call_name(value) : "";
	if (!strncmp(name, "llvm.nvvm.read.ptx.sreg.", 24)) {
		*ids |= !strncmp(name + 24, "tid.", 4);
		return true;
	}
	if (depth && LLVMIsACallInst(value) && call_takes_first_lane(value))
		return made_of_ids(call_arg(value, 1), ids, depth - 1);
	if (!depth || LLVMIsAPHINode(value) || LLVMIsALoadInst(value) || LLVMIsACallInst(value))
		return false;
	for (int i = 0; i < LLVMGetNumOperands(value); i++)
		if (!made_of_ids(LLVMGetOperand(value, (unsigned)i), ids, depth - 1))
			return false;
	return true;
}

static bool is_of_thread(const struct barrier_operand *operand)
{
	bool ids = false;
	return operand->given && operand->value && made_of_ids(operand->value, &ids, DEEP) && ids;
}

static bool split(struct module *module, LLVMValueRef call)
{
	struct barrier_call barrier;
	LLVMContextRef context = module->context;
	LLVMTypeRef i32 = LLVMInt32TypeInContext(context), params[] = { i32, i32 };
	if (!barrier_of_call(call, &barrier) || barrier.kind != SYNC_BLOCK_BARRIER ||
		!barrier.count.given || !is_of_thread(&barrier.id) ||
		LLVMTypeOf(barrier.id.value) != i32 ||
		LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind ||
		(barrier.count.value && LLVMTypeOf(barrier.count.value) != i32))
		return false;
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), params, 2, false);
	const char *name = barrier.waits ? "__hgrd_named_sync" : "__hgrd_named_arrive";
	LLVMValueRef function = begin(module->llvm, name, type);
	if (!LLVMCountBasicBlocks(function))
		fill(module->llvm, function, type, barrier.waits);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
	LLVMPositionBuilderBefore(b, call);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
	LLVMValueRef args[] = { barrier.id.value, barrier.count.value
			? barrier.count.value : LLVMConstInt(i32, barrier.count.number, false) };
	LLVMBuildCall2(b, type, function, args, 2, "");
	LLVMDisposeBuilder(b);
	LLVMInstructionEraseFromParent(call);
	return true;
}

bool named_split(struct module *module)
{
	bool changed = false;
	for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef at = LLVMGetFirstBasicBlock(f); at; at = LLVMGetNextBasicBlock(at)) {
			LLVMValueRef i = LLVMGetFirstInstruction(at), next;
			for (; i; i = next) {
				next = LLVMGetNextInstruction(i);
				changed |= LLVMIsACallInst(i) && split(module, i);
			}
		}
	return changed;
}
