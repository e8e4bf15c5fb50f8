#include "kernelanalysis/barriers.h"

#include <string.h>

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

/*
 * Barrier objects that a thread chooses by its ids from an array in shared memory, as `bars[threadIdx.x / 32]`: a switch over what
 * is made of the ids, with the operation on one object in each case, so that each object has its own phases. Outside of the
 * array is nobody (in-bounds). Arrays that threads only initialise so are left as they are: stages, which all take in turn.
 */

enum { MOST_CASES = 16, MOST_SUBSCRIPTS = 6, MOST_ARGS = 8 };

struct choice {
	LLVMValueRef call, pointer; /* the operation, and the address of its object in an array */
	unsigned operand;           /* that is the call's */
	LLVMValueRef array;         /* the variable */
	LLVMValueRef subscript;     /* the only one that is no constant */
	unsigned at, cases;         /* where it stands, and how many values it has */
};

/* Which argument of a call is a barrier object; false: none is. */
static bool object_operand(LLVMValueRef call, unsigned *operand)
{
	static const char *const copies[] = { "__hgrd_bulk_load", "__hgrd_bulk_tensor", "__hgrd_async_copy_bound" };
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

static bool find_choice(LLVMValueRef call, struct choice *choice)
{
	if (!is_call(call) || call_args(call) > MOST_ARGS || !object_operand(call, &choice->operand))
		return false;
	LLVMValueRef pointer = call_arg(call, choice->operand);
	choice->call = call;
	choice->pointer = pointer;
	choice->array = LLVMIsAGetElementPtrInst(pointer) ? variable_of(LLVMGetOperand(pointer, 0)) : NULL;
	if (!choice->array || LLVMIsDeclaration(choice->array) || LLVMGetNumOperands(pointer) > MOST_SUBSCRIPTS)
		return false;
	choice->subscript = NULL;
	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(pointer); i++) {
		if (LLVMIsAConstantInt(LLVMGetOperand(pointer, i)))
			continue;
		if (choice->subscript)
			return false;
		choice->at = i;
		choice->subscript = LLVMGetOperand(pointer, i);
	}
	bool ids = false;
	if (!choice->subscript || !number_of_ids(choice->subscript, &ids, MADE_OF_DEEP) || !ids)
		return false;
	uint64_t cases = elements(choice->array, pointer, choice->at);
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

/* The function that takes the operation's place: of the subscript and the other arguments. */
struct taken {
	LLVMTypeRef type[1 + MOST_ARGS];
	LLVMValueRef arg[1 + MOST_ARGS];
	unsigned n;
};

static void take(struct taken *taken, LLVMValueRef value)
{
	taken->type[taken->n] = LLVMTypeOf(value);
	taken->arg[taken->n++] = value;
}

static struct taken taken_by(const struct choice *choice)
{
	struct taken taken = { .n = 0 };
	take(&taken, choice->subscript);
	for (unsigned i = 0; i < call_args(choice->call); i++)
		take(&taken, i == choice->operand ? LLVMGetOperand(choice->pointer, 0) : call_arg(choice->call, i));
	return taken;
}

/* The operation where the subscript has this value. */
static LLVMValueRef operation_in(
	LLVMBuilderRef b, LLVMValueRef function, const struct choice *choice, unsigned subscript)
{
	LLVMValueRef subscripts[MOST_SUBSCRIPTS], args[MOST_ARGS], pointer = choice->pointer;
	unsigned m = (unsigned)LLVMGetNumOperands(pointer) - 1, n = call_args(choice->call);
	for (unsigned i = 0; i < m; i++)
		subscripts[i] = LLVMGetOperand(pointer, i + 1);
	subscripts[choice->at - 1] = LLVMConstInt(LLVMTypeOf(choice->subscript), subscript, false);
	for (unsigned i = 0; i < n; i++)
		args[i] = LLVMGetParam(function, 1 + i);
	args[choice->operand] = LLVMBuildInBoundsGEP2(b, LLVMGetGEPSourceElementType(pointer),
		LLVMGetOperand(pointer, 0), subscripts, m, "");
	return LLVMBuildCall2(b, LLVMGetCalledFunctionType(choice->call),
		LLVMGetCalledValue(choice->call), args, n, "");
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
		LLVMAddCase(chosen, LLVMConstInt(LLVMTypeOf(choice->subscript), i, false), one);
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
