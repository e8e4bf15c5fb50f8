#include "kernelanalysis/barriers/barriers.h"

#include <stdio.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>

/*
 * Named barriers whose number a thread computes, as `bar.sync 1 + warp / 4, 128`: a switch over what the number is made
 * of (warp / 4), with a barrier of constant number in each case, so that each number has its own phases, and threads that
 * compute several numbers of one value come to the same case of each. What is added in a loop, as in 1 + warp / 4 * 2 + i % 2,
 * stays beside the constant. For any other value it is the first number that no barrier has: that no thread comes there is for
 * the check of a launch.
 */

enum { MOST_TERMS = 4, MOST_VALUES = 1024 };

struct number {
	LLVMValueRef of_ids[MOST_TERMS], others[MOST_TERMS]; /* its sum */
	unsigned ids, rest;
	uint32_t constant;
	LLVMValueRef root;                  /* of which those of ids are made */
	uint32_t value[NAMED_BARRIERS + 1]; /* constant and ids together, by the value of the root */
};

static LLVMValueRef declared(LLVMModuleRef module, const char *name, LLVMTypeRef type)
{
	LLVMValueRef function = LLVMGetNamedFunction(module, name);
	return function ? function : LLVMAddFunction(module, name, type);
}

bool number_of_ids(LLVMValueRef value, bool *ids, unsigned depth)
{
	if (!LLVMIsAInstruction(value))
		return true;
	const char *name = LLVMIsACallInst(value) ? call_name(value) : "";
	if (!strncmp(name, "llvm.nvvm.read.ptx.sreg.", 24)) {
		*ids |= !strncmp(name + 24, "tid.", 4);
		return true;
	}
	if (depth && LLVMIsACallInst(value) && call_takes_first_lane(value))
		return number_of_ids(call_arg(value, 1), ids, depth - 1);
	if (!depth || LLVMIsAPHINode(value) || LLVMIsALoadInst(value) || LLVMIsACallInst(value))
		return false;
	for (int i = 0; i < LLVMGetNumOperands(value); i++)
		if (!number_of_ids(LLVMGetOperand(value, (unsigned)i), ids, depth - 1))
			return false;
	return true;
}

static bool is_number(LLVMValueRef value, uint32_t *number)
{
	if (!LLVMIsAConstantInt(value))
		return false;
	*number = (uint32_t)LLVMConstIntGetZExtValue(value);
	return true;
}

static bool is_arithmetic(LLVMValueRef value)
{
	LLVMOpcode opcode = LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : LLVMRet;
	return opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMMul || opcode == LLVMShl ||
	       opcode == LLVMXor || opcode == LLVMOr;
}

/* The one value that sums, products and the like are made of, itself where there are two; NULL: of constants. */
static LLVMValueRef root_of(LLVMValueRef value, unsigned depth)
{
	uint32_t number;
	if (is_number(value, &number))
		return NULL;
	if (!depth || !is_arithmetic(value))
		return value;
	LLVMValueRef a = root_of(LLVMGetOperand(value, 0), depth - 1);
	LLVMValueRef b = root_of(LLVMGetOperand(value, 1), depth - 1);
	return !a || !b || a == b ? (a ? a : b) : value;
}

/* What the value is where its root is `at`. */
static uint32_t value_at(LLVMValueRef value, LLVMValueRef root, uint32_t at)
{
	uint32_t number;
	if (value == root)
		return at;
	if (is_number(value, &number))
		return number;
	uint32_t a = value_at(LLVMGetOperand(value, 0), root, at);
	uint32_t b = value_at(LLVMGetOperand(value, 1), root, at);
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMAdd: return a + b;
	case LLVMSub: return a - b;
	case LLVMMul: return a * b;
	case LLVMShl: return b < 32 ? a << b : 0;
	case LLVMXor: return a ^ b;
	default: return a | b;
	}
}

/* Splits a sum into its terms; false: they are too many. */
static bool add_terms(LLVMValueRef value, struct number *number, unsigned depth)
{
	uint32_t constant;
	bool ids = false;
	if (is_number(value, &constant)) {
		number->constant += constant;
		return true;
	}
	if (number_of_ids(value, &ids, MADE_OF_DEEP) && ids) {
		if (number->ids == MOST_TERMS)
			return false;
		number->of_ids[number->ids++] = value;
		return true;
	}
	if (depth && LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == LLVMAdd)
		return add_terms(LLVMGetOperand(value, 0), number, depth - 1) &&
		       add_terms(LLVMGetOperand(value, 1), number, depth - 1);
	if (number->rest == MOST_TERMS)
		return false;
	number->others[number->rest++] = value;
	return true;
}

static uint32_t sum_at(const struct number *number, uint32_t at)
{
	uint32_t sum = number->constant;
	for (unsigned i = 0; i < number->ids; i++)
		sum += value_at(number->of_ids[i], number->root, at);
	return sum;
}

/* Has each value of the root a barrier of its own, if it has any. */
static bool is_injective(const struct number *number)
{
	uint32_t seen = 0;
	for (uint32_t at = 0; at < MOST_VALUES; at++) {
		uint32_t value = sum_at(number, at);
		if (value < NAMED_BARRIERS && (at >= NAMED_BARRIERS || seen >> value & 1))
			return false;
		seen |= value < NAMED_BARRIERS ? UINT32_C(1) << value : 0;
	}
	return true;
}

/* Finds what the terms of ids are made of, and the barriers' numbers by it. */
static bool find_root(struct number *number)
{
	for (unsigned i = 0; i < number->ids; i++) {
		LLVMValueRef root = root_of(number->of_ids[i], MADE_OF_DEEP);
		if (!root || (number->root && number->root != root))
			return false;
		number->root = root;
	}
	if (!is_injective(number))
		return false;
	for (uint32_t at = 0; at < NAMED_BARRIERS; at++)
		number->value[at] = sum_at(number, at);
	number->value[NAMED_BARRIERS] = NAMED_BARRIERS;
	return true;
}

static bool find_number(LLVMValueRef value, struct number *number)
{
	*number = (struct number){ 0 };
	if (!add_terms(value, number, MADE_OF_DEEP) || !number->ids)
		return false;
	if (find_root(number))
		return true;
	if (number->rest)
		return false;
	number->root = value;
	for (uint32_t at = 0; at <= NAMED_BARRIERS; at++)
		number->value[at] = at;
	return true;
}

/* void case(i32 root, i32 rest, i32 count), to be inlined; one for all calls with these numbers. */
static LLVMValueRef begin(LLVMModuleRef module, const struct number *number, bool waits, LLVMTypeRef type)
{
	char name[NAMED_BARRIERS * 3 + 40];
	int at = snprintf(name, sizeof(name), "__hgrd_named_%s%s", waits ? "sync" : "arrive",
		number->rest ? "_more" : "");
	for (unsigned i = 0; i < NAMED_BARRIERS; i++)
		at += snprintf(name + at, sizeof(name) - (size_t)at, ".%u",
			number->value[i] < NAMED_BARRIERS ? number->value[i] : NAMED_BARRIERS);
	LLVMValueRef function = LLVMGetNamedFunction(module, name);
	if (function)
		return function;
	function = LLVMAddFunction(module, name, type);
	LLVMSetLinkage(function, LLVMInternalLinkage);
	function_add_attribute(function, "alwaysinline");
	function_add_attribute(function, "convergent");
	return function;
}

/* A case's barrier, of the number that it stands for and what is added. */
static void fill_case(LLVMBuilderRef b, LLVMValueRef function, LLVMValueRef barrier, uint32_t number,
	bool more)
{
	LLVMTypeRef i32 = LLVMTypeOf(LLVMGetParam(function, 0));
	bool known = number < NAMED_BARRIERS;
	LLVMValueRef id = LLVMConstInt(i32, known ? number : NAMED_BARRIERS, false);
	if (known && more)
		id = LLVMBuildAdd(b, id, LLVMGetParam(function, 1), "");
	LLVMValueRef args[] = { id, LLVMGetParam(function, 2) };
	LLVMBuildCall2(b, LLVMGlobalGetValueType(barrier), barrier, args, 2, "");
}

static void fill(LLVMModuleRef module, LLVMValueRef function, const struct number *number, bool waits)
{
	LLVMContextRef context = LLVMGetModuleContext(module);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
	LLVMTypeRef i32 = LLVMInt32TypeInContext(context), params[] = { i32, i32 };
	LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(context, function, "entry");
	LLVMBasicBlockRef last = LLVMAppendBasicBlockInContext(context, function, "number");
	LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(context, function, "end");
	LLVMValueRef barrier = declared(module,
		waits ? "llvm.nvvm.barrier.cta.sync.aligned.count"
		      : "llvm.nvvm.barrier.cta.arrive.aligned.count",
		LLVMFunctionType(LLVMVoidTypeInContext(context), params, 2, false));
	LLVMPositionBuilderAtEnd(b, entry);
	LLVMValueRef chosen = LLVMBuildSwitch(b, LLVMGetParam(function, 0), last, NAMED_BARRIERS);
	for (unsigned i = 0; i <= NAMED_BARRIERS; i++) {
		LLVMBasicBlockRef one = last;
		if (i < NAMED_BARRIERS && number->value[i] >= NAMED_BARRIERS)
			continue;
		if (i < NAMED_BARRIERS) {
			one = LLVMInsertBasicBlockInContext(context, last, "number");
			LLVMAddCase(chosen, LLVMConstInt(i32, i, false), one);
		}
		LLVMPositionBuilderAtEnd(b, one);
		fill_case(b, function, barrier, number->value[i], number->rest);
		LLVMBuildBr(b, end);
	}
	LLVMPositionBuilderAtEnd(b, end);
	LLVMBuildRetVoid(b);
	LLVMDisposeBuilder(b);
}

static bool split(struct module *module, LLVMValueRef call)
{
	struct barrier_call barrier;
	struct number number;
	LLVMContextRef context = module->context;
	LLVMTypeRef i32 = LLVMInt32TypeInContext(context), params[] = { i32, i32, i32 };
	if (!barrier_of_call(call, &barrier) || barrier.kind != SYNC_BLOCK_BARRIER ||
		!barrier.count.given || !barrier.id.given || !barrier.id.value ||
		LLVMTypeOf(barrier.id.value) != i32 ||
		LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind ||
		(barrier.count.value && LLVMTypeOf(barrier.count.value) != i32) ||
		!find_number(barrier.id.value, &number))
		return false;
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), params, 3, false);
	LLVMValueRef function = begin(module->llvm, &number, barrier.waits, type);
	if (!LLVMCountBasicBlocks(function))
		fill(module->llvm, function, &number, barrier.waits);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
	LLVMPositionBuilderBefore(b, call);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
	LLVMValueRef rest = LLVMConstInt(i32, 0, false);
	for (unsigned i = 0; i < number.rest; i++)
		rest = LLVMBuildAdd(b, rest, number.others[i], "");
	LLVMValueRef args[] = { number.root, rest, barrier.count.value
			? barrier.count.value : LLVMConstInt(i32, barrier.count.number, false) };
	LLVMBuildCall2(b, type, function, args, 3, "");
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
