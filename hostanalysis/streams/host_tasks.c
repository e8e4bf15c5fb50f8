#include "hostanalysis/canonical/rewrite.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/ptrmap.h"

/*
 * What functions of the host touch that a stream is to run: their blocks are copied to where the
 * stream is given them, with calls of our own in the place of what they do to memory:
 *
 *     hgrd.task_read(stream, from, bytes), hgrd.task_written(stream, to, bytes)
 *     TYPE hgrd.task_value.N      whatever is found there
 *
 * So the host itself changes nothing there. Only members of what the function is given, and
 * variables, are read as they are then, where the function stores nothing there. Functions are left
 * out that call others than those of the C library that return nothing that is used, that may not
 * return, have variables in memory, make accesses that are volatile or atomic, as those wait for
 * others, or read something else that decides what they touch.
 */

enum { MOST_TOUCHES = 8, MOST_INSTRUCTIONS = 200, MOST_PARAMS = 3 };

static const struct task_row {
	const char *name;
	unsigned args, params, data; /* data: the parameter that is what argument 2 is */
} rows[] = {
	{ "cudaLaunchHostFunc", 3, 1, 0 },
	{ "cudaStreamAddCallback", 4, 3, 2 },
};

struct task {
	struct host_pass *pass;
	LLVMBuilderRef b;
	const struct task_row *row;
	LLVMValueRef call, function;
	struct ptrmap *values, *blocks; /* of the function: what stands for them at the call */
	value_list made;
};

static bool is_dropped(LLVMValueRef i)
{
	const char *name = call_name(i);
	bool llvm = !strncmp(name, "llvm.dbg.", 9) || !strncmp(name, "llvm.lifetime.", 14) || !strcmp(name, "llvm.assume");
	return llvm || (effect_known(name) && !LLVMGetFirstUse(i));
}

static bool is_plain_intrinsic(LLVMValueRef i)
{
	static const char *const names[] = { "llvm.smax.", "llvm.smin.", "llvm.umax.", "llvm.umin.", "llvm.abs.", "llvm.fabs.",
		"llvm.fmuladd.", "llvm.sqrt.", "llvm.maxnum.", "llvm.minnum." };
	for (size_t k = 0; k < sizeof(names) / sizeof(names[0]); k++)
		if (!strncmp(call_name(i), names[k], strlen(names[k])))
			return true;
	return false;
}

static LLVMValueRef touched(LLVMValueRef i)
{
	if (LLVMIsALoadInst(i))
		return LLVMGetOperand(i, 0);
	return LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 1) : NULL;
}

/* Can an instruction be copied, or be left out. */
static bool instruction_fits(LLVMValueRef i)
{
	if (touched(i))
		return !LLVMGetVolatile(i) && LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic;
	if (LLVMIsACallInst(i))
		return is_dropped(i) || is_plain_intrinsic(i);
	return LLVMIsABinaryOperator(i) || LLVMIsACastInst(i) || LLVMIsACmpInst(i) || LLVMIsAGetElementPtrInst(i) ||
	       LLVMIsASelectInst(i) || LLVMIsAPHINode(i) || LLVMIsABranchInst(i) || LLVMIsASwitchInst(i) ||
	       LLVMIsAReturnInst(i) || LLVMIsAUnaryOperator(i) || LLVMIsAFreezeInst(i);
}

static bool function_fits(LLVMValueRef function, unsigned params)
{
	unsigned touches = 0, instructions = 0;
	if (LLVMCountParams(function) != params || LLVMIsDeclaration(function))
		return false;
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
			touches += touched(i) != NULL;
			instructions++;
			if (!instruction_fits(i) || touches > MOST_TOUCHES || instructions > MOST_INSTRUCTIONS)
				return false;
		}
	return touches;
}

/* What a pointer points into, at whichever place. */
static LLVMValueRef whole_behind(LLVMValueRef pointer)
{
	while (LLVMIsAGetElementPtrInst(pointer) ||
		(LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMGetElementPtr))
		pointer = LLVMGetOperand(pointer, 0);
	return pointer;
}

/* Does the function maybe store to some of the bytes that it reads there. */
static bool is_stored(const struct task *task, LLVMValueRef base, int64_t start, LLVMTypeRef type)
{
	const int64_t bytes = (int64_t)LLVMStoreSizeOfType(task->pass->layout, type);
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(task->function); block; block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
			int64_t to = 0;
			if (!LLVMIsAStoreInst(i) || whole_behind(touched(i)) != base)
				continue;
			if (pointer_base(task->pass, touched(i), &to) != base)
				return true;
			const int64_t size =
				(int64_t)LLVMStoreSizeOfType(task->pass->layout, LLVMTypeOf(LLVMGetOperand(i, 0)));
			if (to < start + bytes && start < to + size)
				return true;
		}
	return false;
}

/* Is what is read a member of what the function is given, or of a variable, that it leaves alone. */
static bool is_given(const struct task *task, LLVMValueRef load)
{
	int64_t offset = 0;
	LLVMValueRef base = pointer_base(task->pass, LLVMGetOperand(load, 0), &offset);
	bool known = base == LLVMGetParam(task->function, task->row->data) || LLVMIsAGlobalVariable(base);
	return known && !is_stored(task, base, offset, LLVMTypeOf(load));
}

/* Does a value decide where an access goes, or whether it is made. */
static bool decides(struct ptrmap *seen, LLVMValueRef value)
{
	if (ptrmap_get(seen, value))
		return false;
	ptrmap_set(seen, value, value);
	for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool put = LLVMIsAStoreInst(user) && touched(user) != value;
		if (!put && (touched(user) || LLVMIsABranchInst(user) || LLVMIsASwitchInst(user) || decides(seen, user)))
			return true;
	}
	return false;
}

/* Does nothing that is read and not known decide what the function touches. */
static bool touches_are_told(const struct task *task)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(task->function); block; block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
			if (LLVMIsALoadInst(i) && !is_given(task, i) && decides(ptrmap_new(task->pass->arena), i))
				return false;
	return true;
}

static void touch_add(struct task *task, LLVMValueRef pointer, LLVMTypeRef type, bool writes)
{
	struct host_pass *pass = task->pass;
	LLVMTypeRef params[] = { type_ptr(pass), type_ptr(pass), type_i64(pass) };
	LLVMValueRef function = own_function(pass, writes ? "hgrd.task_written" : "hgrd.task_read",
		LLVMVoidTypeInContext(pass->module->context), 3, params, false);
	LLVMValueRef args[] = { call_arg(task->call, 0), pointer,
		LLVMConstInt(type_i64(pass), LLVMStoreSizeOfType(pass->layout, type), false) };
	vec_push(pass->arena, &task->made, own_call(task->b, function, args, 3, ""));
}

/* Some value of a type, each of which has a function of its own. */
static LLVMValueRef value_any(struct task *task, LLVMTypeRef type)
{
	char *text = LLVMPrintTypeToString(type);
	const char *name = arena_printf(task->pass->arena, "hgrd.task_value.%s", text);
	LLVMDisposeMessage(text);
	return own_call(task->b, own_function(task->pass, name, type, 0, NULL, false), NULL, 0, "");
}

static LLVMValueRef copy_insert(struct task *task, LLVMValueRef i)
{
	LLVMValueRef copy = LLVMIsAPHINode(i) ? LLVMBuildPhi(task->b, LLVMTypeOf(i), "") : LLVMInstructionClone(i);
	if (!LLVMIsAPHINode(i))
		LLVMInsertIntoBuilder(task->b, copy);
	if (!LLVMIsAPHINode(i))
		LLVMInstructionSetDebugLoc(copy, LLVMInstructionGetDebugLoc(task->call));
	vec_push(task->pass->arena, &task->made, copy);
	return copy;
}

static void instruction_copy(struct task *task, LLVMValueRef i, LLVMBasicBlockRef rest)
{
	LLVMValueRef copy = NULL;
	if (LLVMIsAReturnInst(i))
		LLVMBuildBr(task->b, rest);
	else if (LLVMIsAStoreInst(i))
		touch_add(task, touched(i), LLVMTypeOf(LLVMGetOperand(i, 0)), true);
	else if (LLVMIsALoadInst(i))
		touch_add(task, touched(i), LLVMTypeOf(i), false);
	if (LLVMIsALoadInst(i) && !is_given(task, i))
		copy = value_any(task, LLVMTypeOf(i));
	else if (!LLVMIsAReturnInst(i) && !LLVMIsAStoreInst(i) && !(LLVMIsACallInst(i) && is_dropped(i)))
		copy = copy_insert(task, i);
	if (copy)
		ptrmap_set(task->values, i, copy);
}

static LLVMValueRef value_of(const struct task *task, LLVMValueRef value)
{
	LLVMValueRef copy = ptrmap_get(task->values, value);
	return copy ? copy : value;
}

/* What copies use becomes what was copied. */
static void operands_set(struct task *task, LLVMValueRef copy)
{
	int n = LLVMIsAPHINode(copy) ? 0 : LLVMGetNumOperands(copy);
	for (int k = 0; k < n; k++)
		if (ptrmap_get(task->values, LLVMGetOperand(copy, (unsigned)k)))
			LLVMSetOperand(copy, (unsigned)k, value_of(task, LLVMGetOperand(copy, (unsigned)k)));
	for (unsigned k = 0; LLVMIsATerminatorInst(copy) && k < LLVMGetNumSuccessors(copy); k++)
		LLVMSetSuccessor(copy, k, ptrmap_get(task->blocks, LLVMGetSuccessor(copy, k)));
}

static void incoming_set(struct task *task, LLVMValueRef phi)
{
	LLVMValueRef copy = ptrmap_get(task->values, phi);
	for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
		LLVMValueRef value = value_of(task, LLVMGetIncomingValue(phi, k));
		LLVMBasicBlockRef from = ptrmap_get(task->blocks, LLVMGetIncomingBlock(phi, k));
		LLVMAddIncoming(copy, &value, &from, 1);
	}
}

static void params_set(struct task *task)
{
	for (unsigned k = 0; k < task->row->params; k++) {
		LLVMValueRef param = LLVMGetParam(task->function, k);
		LLVMValueRef given = k == task->row->data ? call_arg(task->call, 2)
				     : k == 0		  ? call_arg(task->call, 0)
							  : LLVMConstNull(LLVMTypeOf(param));
		ptrmap_set(task->values, param, given);
	}
}

static void blocks_copy(struct task *task, LLVMBasicBlockRef before, LLVMBasicBlockRef rest)
{
	LLVMContextRef context = task->pass->module->context;
	LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(task->function);
	for (; block; block = LLVMGetNextBasicBlock(block))
		ptrmap_set(task->blocks, block, LLVMInsertBasicBlockInContext(context, rest, ""));
	LLVMSetCurrentDebugLocation2(task->b, LLVMInstructionGetDebugLoc(task->call));
	LLVMPositionBuilderAtEnd(task->b, before);
	LLVMBuildBr(task->b, ptrmap_get(task->blocks, LLVMGetFirstBasicBlock(task->function)));
	for (block = LLVMGetFirstBasicBlock(task->function); block; block = LLVMGetNextBasicBlock(block)) {
		LLVMPositionBuilderAtEnd(task->b, ptrmap_get(task->blocks, block));
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
			instruction_copy(task, i, rest);
	}
	vec_each(copy, &task->made) operands_set(task, *copy);
	for (block = LLVMGetFirstBasicBlock(task->function); block; block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
			incoming_set(task, i);
}

static void task_copy(struct host_pass *pass, const struct task_row *row, LLVMValueRef call)
{
	struct task task = { .pass = pass, .row = row, .call = call, .function = call_arg(call, 1) };
	LLVMBasicBlockRef rest = LLVMGetInstructionParent(call), before;
	if (!LLVMIsAFunction(task.function) || LLVMGetBasicBlockParent(rest) == task.function ||
		!function_fits(task.function, row->params) || !touches_are_told(&task))
		return;
	task.values = ptrmap_new(pass->arena);
	task.blocks = ptrmap_new(pass->arena);
	task.b = LLVMCreateBuilderInContext(pass->module->context);
	before = block_part(pass, task.b, call);
	params_set(&task);
	blocks_copy(&task, before, rest);
	LLVMDisposeBuilder(task.b);
}

void host_tasks_copy(struct host_pass *pass)
{
	for (size_t r = 0; r < sizeof(rows) / sizeof(rows[0]); r++) {
		value_list calls = { 0 };
		LLVMValueRef function = LLVMGetNamedFunction(pass->module->llvm, rows[r].name);
		for (LLVMUseRef use = function ? LLVMGetFirstUse(function) : NULL; use; use = LLVMGetNextUse(use)) {
			LLVMValueRef call = LLVMGetUser(use);
			if (LLVMIsACallInst(call) && call_target(call) == function && call_args(call) == rows[r].args)
				vec_push(pass->arena, &calls, call);
		}
		vec_each(call, &calls) task_copy(pass, &rows[r], *call);
	}
}
