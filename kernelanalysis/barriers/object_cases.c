#include "kernelanalysis/barriers/barriers.h"

#include <string.h>

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

/*
 * Barrier objects that a thread chooses by its ids from an array in shared memory, as `bars[threadIdx.x / 32]`: a switch over what
 * is made of the ids, with the operation on one object in each case, so that each object has its own phases. What is
 * added in a loop, or another subscript, stays: the case is about objects that take turns then (phase_arrays.c). Outside of
 * the array is nobody (in-bounds). Arrays that threads only initialise so are left as they are: stages, which all take in turn.
 */

enum { MOST_CASES = 16, MOST_SUBSCRIPTS = 6, MOST_ARGS = 8, MOST_CHAIN = 4 };

struct choice {
	LLVMValueRef call;       /* the operation */
	unsigned operand;        /* its argument that is the object's address, */
	LLVMValueRef array;      /* ... in this variable, */
	LLVMValueRef step;       /* ... by steps of which this one has the subscript */
	unsigned at;
	LLVMValueRef subscript;  /* ... that is root * scale + rest, */
	LLVMValueRef root, rest; /* ... rest NULL: nothing */
	uint64_t scale;
	unsigned cases;          /* values of the root */
};

/* Which argument of a call is a barrier object; false: none is. */
static bool object_operand(LLVMValueRef call, unsigned *operand)
{
	static const char *const copies[] = { "__hgrd_bulk_load", "__hgrd_bulk_load_reduce", "__hgrd_bulk_tensor", "__hgrd_async_copy_bound" };
	const char *name = call_name(call);
	*operand = 0;
	if (!strncmp(name, "__hgrd_barrier_", 15))
		return strncmp(name, "__hgrd_barrier_sync", 19) != 0;
	*operand = 3;
	for (size_t i = 0; i < sizeof(copies) / sizeof(*copies); i++)
		if (!strcmp(name, copies[i]))
			return true;
	return false;
}

static LLVMValueRef variable_of(LLVMValueRef pointer)
{
	bool cast = LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMAddrSpaceCast;
	pointer = cast ? LLVMGetOperand(pointer, 0) : pointer;
	return LLVMIsAGlobalVariable(pointer) ? pointer : NULL;
}

static bool is_of_ids(LLVMValueRef value)
{
	bool ids = false;
	return number_of_ids(value, &ids, MADE_OF_DEEP) && ids;
}

/* How many elements of the array there are along a subscript of the address. */
static uint64_t elements(LLVMValueRef array, LLVMValueRef pointer, unsigned at)
{
	LLVMTargetDataRef data = LLVMGetModuleDataLayout(LLVMGetGlobalParent(array));
	LLVMTypeRef type = LLVMGetGEPSourceElementType(pointer);
	for (unsigned i = 2; i <= at; i++) {
		if (LLVMGetTypeKind(type) != LLVMArrayTypeKind && LLVMGetTypeKind(type) != LLVMStructTypeKind)
			return 0;
		type = LLVMGetTypeKind(type) == LLVMArrayTypeKind
			       ? LLVMGetElementType(type)
			       : LLVMStructGetTypeAtIndex(type,
					 (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(pointer, i)));
	}
	uint64_t bytes = LLVMABISizeOfType(data, type);
	return bytes ? LLVMABISizeOfType(data, LLVMGlobalGetValueType(array)) / bytes : 0;
}

static LLVMValueRef unextended(LLVMValueRef value)
{
	return LLVMIsASExtInst(value) || LLVMIsAZExtInst(value) ? LLVMGetOperand(value, 0) : value;
}

static LLVMOpcode operation(LLVMValueRef value)
{
	return LLVMIsABinaryOperator(value) ? LLVMGetInstructionOpcode(value) : LLVMRet;
}

/* Splits a subscript; false: it is not made of ids in such a way. */
static bool split_subscript(LLVMValueRef subscript, struct choice *choice)
{
	LLVMValueRef sum = unextended(subscript);
	choice->subscript = subscript;
	choice->root = subscript;
	choice->rest = NULL;
	choice->scale = 1;
	if (is_of_ids(subscript))
		return true;
	if (operation(sum) != LLVMAdd && operation(sum) != LLVMOr)
		return false;
	unsigned own = is_of_ids(LLVMGetOperand(sum, 0)) ? 0 : 1;
	choice->root = LLVMGetOperand(sum, own);
	choice->rest = LLVMGetOperand(sum, 1 - own);
	if (!is_of_ids(choice->root))
		return false;
	bool shifts = operation(choice->root) == LLVMShl, scales = shifts || operation(choice->root) == LLVMMul;
	LLVMValueRef by = scales ? LLVMGetOperand(choice->root, 1) : NULL;
	uint64_t amount = by && LLVMIsAConstantInt(by) ? LLVMConstIntGetZExtValue(by) : 0;
	if (!amount || amount > MOST_CASES)
		return true;
	choice->scale = shifts ? UINT64_C(1) << amount : amount;
	choice->root = LLVMGetOperand(choice->root, 0);
	return true;
}

static bool find_in_step(LLVMValueRef step, struct choice *choice)
{
	choice->step = step;
	for (choice->at = 1; choice->at < (unsigned)LLVMGetNumOperands(step); choice->at++) {
		LLVMValueRef subscript = LLVMGetOperand(step, choice->at);
		if (!LLVMIsAConstantInt(subscript) && split_subscript(subscript, choice))
			return true;
	}
	return false;
}

static bool find_choice(LLVMValueRef call, struct choice *choice)
{
	LLVMValueRef chosen = NULL;
	if (!is_call(call) || call_args(call) > MOST_ARGS || !object_operand(call, &choice->operand))
		return false;
	LLVMValueRef pointer = call_arg(call, choice->operand);
	choice->call = call;
	for (unsigned n = 0; LLVMIsAGetElementPtrInst(pointer); pointer = LLVMGetOperand(pointer, 0)) {
		if (n++ == MOST_CHAIN || LLVMGetNumOperands(pointer) > MOST_SUBSCRIPTS)
			return false;
		chosen = find_in_step(pointer, choice) ? pointer : chosen;
	}
	choice->array = variable_of(pointer);
	if (!chosen || !choice->array || LLVMIsDeclaration(choice->array) || !find_in_step(chosen, choice))
		return false;
	uint64_t cases = (elements(choice->array, chosen, choice->at) + choice->scale - 1) / choice->scale;
	choice->cases = (unsigned)(cases > MOST_CASES ? 0 : cases);
	return choice->cases > 1;
}

/* Does a thread's id choose from the array to do more than initialise. */
static bool array_is_used(LLVMValueRef array)
{
	struct choice choice;
	for (LLVMValueRef f = LLVMGetFirstFunction(LLVMGetGlobalParent(array)); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef at = LLVMGetFirstBasicBlock(f); at; at = LLVMGetNextBasicBlock(at))
			for (LLVMValueRef i = LLVMGetFirstInstruction(at); i; i = LLVMGetNextInstruction(i))
				if (find_choice(i, &choice) && choice.array == array &&
					strcmp(call_name(i), "__hgrd_barrier_init"))
					return true;
	return false;
}

/* The function that takes the operation's place: of the root, what else is no constant in the address, and the other arguments. */
struct taken {
	LLVMTypeRef type[1 + MOST_SUBSCRIPTS * MOST_CHAIN + MOST_ARGS];
	LLVMValueRef arg[1 + MOST_SUBSCRIPTS * MOST_CHAIN + MOST_ARGS];
	unsigned n;
};

static void take(struct taken *taken, LLVMValueRef value)
{
	taken->type[taken->n] = LLVMTypeOf(value);
	taken->arg[taken->n++] = value;
}

static void take_address(struct taken *taken, const struct choice *choice, LLVMValueRef pointer)
{
	if (!LLVMIsAGetElementPtrInst(pointer))
		return;
	take_address(taken, choice, LLVMGetOperand(pointer, 0));
	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(pointer); i++) {
		bool own = pointer == choice->step && i == choice->at;
		LLVMValueRef value = own ? choice->rest : LLVMGetOperand(pointer, i);
		if (value && !LLVMIsAConstantInt(value))
			take(taken, value);
	}
}

static struct taken taken_by(const struct choice *choice)
{
	struct taken taken = { .n = 0 };
	take(&taken, choice->root);
	take_address(&taken, choice, call_arg(choice->call, choice->operand));
	for (unsigned i = 0; i < call_args(choice->call); i++)
		if (i != choice->operand)
			take(&taken, call_arg(choice->call, i));
	return taken;
}

/* A case that is being written. */
struct one_case {
	const struct choice *choice;
	LLVMBuilderRef b;
	LLVMValueRef function;
	unsigned root, next; /* its value, and the next parameter that is read */
};

static LLVMValueRef given(struct one_case *one, LLVMValueRef value)
{
	return LLVMIsAConstantInt(value) ? value : LLVMGetParam(one->function, one->next++);
}

static LLVMValueRef own_subscript(struct one_case *one)
{
	const struct choice *choice = one->choice;
	LLVMTypeRef type = LLVMTypeOf(choice->subscript);
	uint64_t value = one->root * choice->scale;
	if (!choice->rest)
		return LLVMConstInt(type, value, false);
	LLVMValueRef rest = given(one, choice->rest);
	LLVMValueRef fixed = LLVMConstInt(LLVMTypeOf(rest), value, false);
	LLVMValueRef sum = operation(unextended(choice->subscript)) == LLVMOr
				   ? LLVMBuildOr(one->b, rest, fixed, "")
				   : LLVMBuildNSWAdd(one->b, rest, fixed, "");
	return LLVMTypeOf(sum) == type ? sum : LLVMBuildSExt(one->b, sum, type, "");
}

static LLVMValueRef address_in(struct one_case *one, LLVMValueRef pointer)
{
	LLVMValueRef subscripts[MOST_SUBSCRIPTS];
	if (!LLVMIsAGetElementPtrInst(pointer))
		return pointer;
	LLVMValueRef base = address_in(one, LLVMGetOperand(pointer, 0));
	unsigned n = (unsigned)LLVMGetNumOperands(pointer) - 1;
	for (unsigned i = 0; i < n; i++) {
		bool own = pointer == one->choice->step && i + 1 == one->choice->at;
		subscripts[i] = own ? own_subscript(one) : given(one, LLVMGetOperand(pointer, i + 1));
	}
	return LLVMBuildInBoundsGEP2(one->b, LLVMGetGEPSourceElementType(pointer), base, subscripts, n, "");
}

/* The operation where the root has this value. */
static LLVMValueRef operation_in(
	LLVMBuilderRef b, LLVMValueRef function, const struct choice *choice, unsigned root)
{
	struct one_case one = { choice, b, function, root, 1 };
	LLVMValueRef call = choice->call, args[MOST_ARGS];
	LLVMValueRef address = address_in(&one, call_arg(call, choice->operand));
	for (unsigned i = 0; i < call_args(call); i++)
		args[i] = i == choice->operand ? address : LLVMGetParam(function, one.next++);
	return LLVMBuildCall2(
		b, LLVMGetCalledFunctionType(call), LLVMGetCalledValue(call), args, call_args(call), "");
}

static void fill_cases(LLVMValueRef function, const struct choice *choice)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(choice->call));
	LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
	LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(context, function, "entry");
	LLVMBasicBlockRef outside = LLVMAppendBasicBlockInContext(context, function, "outside");
	bool nothing = LLVMGetTypeKind(LLVMTypeOf(choice->call)) == LLVMVoidTypeKind;
	LLVMPositionBuilderAtEnd(b, outside);
	LLVMBuildUnreachable(b);
	LLVMPositionBuilderAtEnd(b, entry);
	LLVMValueRef chosen = LLVMBuildSwitch(b, LLVMGetParam(function, 0), outside, choice->cases);
	for (unsigned i = 0; i < choice->cases; i++) {
		LLVMBasicBlockRef one = LLVMInsertBasicBlockInContext(context, outside, "object");
		LLVMAddCase(chosen, LLVMConstInt(LLVMTypeOf(choice->root), i, false), one);
		LLVMPositionBuilderAtEnd(b, one);
		LLVMValueRef result = operation_in(b, function, choice, i);
		if (nothing)
			LLVMBuildRetVoid(b);
		else
			LLVMBuildRet(b, result);
	}
	LLVMDisposeBuilder(b);
}

static void split(struct module *module, const struct choice *choice)
{
	LLVMValueRef call = choice->call;
	struct taken taken = taken_by(choice);
	LLVMTypeRef type = LLVMFunctionType(LLVMTypeOf(call), taken.type, taken.n, false);
	LLVMValueRef function = LLVMAddFunction(module->llvm, "__hgrd_object_cases", type);
	LLVMSetLinkage(function, LLVMInternalLinkage);
	function_add_attribute(function, "alwaysinline");
	function_add_attribute(function, "convergent");
	fill_cases(function, choice);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(module->context);
	LLVMPositionBuilderBefore(b, call);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
	LLVMValueRef made = LLVMBuildCall2(b, type, function, taken.arg, taken.n, "");
	LLVMDisposeBuilder(b);
	LLVMReplaceAllUsesWith(call, made);
	LLVMInstructionEraseFromParent(call);
}

bool objects_split(struct module *module)
{
	bool changed = false;
	struct choice choice;
	for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef at = LLVMGetFirstBasicBlock(f); at; at = LLVMGetNextBasicBlock(at))
			for (LLVMValueRef i = LLVMGetFirstInstruction(at), next; i; i = next) {
				next = LLVMGetNextInstruction(i);
				if (!find_choice(i, &choice) || !array_is_used(choice.array))
					continue;
				split(module, &choice);
				changed = true;
			}
	return changed;
}
