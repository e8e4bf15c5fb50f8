#include "kernelanalysis/canonical/targets.h"

#include <stdlib.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "base/ptrmap.h"
#include "kernelanalysis/kernel.h"
#include "kernelanalysis/canonical/own_functions.h"

/*
 * A pointer to a function becomes a number: phis and selects of functions ones of their numbers, a table of
 * functions a table of numbers, and what is read elsewhere is read as a number. A function keeps its number, so that
 * what is called through one pointer at two places is one function. What may be brought from elsewhere is doubted: a
 * call before the one through the pointer names it, and the launch decides.
 */

#define NUMBER "hgrd-number"
#define CALLED "__hgrd_function_called"

enum { MOST_TARGETS = 32, MOST_CALLS = 32, MOST_ARGS = 16 };

struct choice {
	struct arena *arena;
	LLVMModuleRef module;
	LLVMValueRef caller, call;
	LLVMTypeRef i64, type; /* that of the call */
	struct ptrmap *numbers;
	VEC(LLVMValueRef) targets;
	bool named, failed;
};

static unsigned number_given(LLVMValueRef function)
{
	LLVMAttributeRef attribute = LLVMGetStringAttributeAtIndex(function,
		(LLVMAttributeIndex)LLVMAttributeFunctionIndex, NUMBER, (unsigned)strlen(NUMBER));
	unsigned length = 0;
	return attribute ? (unsigned)strtoul(LLVMGetStringAttributeValue(attribute, &length), NULL, 10) : 0;
}

static unsigned number_unused(LLVMModuleRef module)
{
	unsigned last = 0;
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		if (number_given(f) > last)
			last = number_given(f);
	return last + 1;
}

static LLVMValueRef number_of(struct choice *choice, LLVMValueRef function)
{
	if (!number_given(function)) {
		const char *text = arena_printf(choice->arena, "%u", number_unused(choice->module));
		LLVMAttributeRef attribute = LLVMCreateStringAttribute(LLVMGetModuleContext(choice->module),
			NUMBER, (unsigned)strlen(NUMBER), text, (unsigned)strlen(text));
		LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, attribute);
	}
	return LLVMConstInt(choice->i64, number_given(function), false);
}

static void target_add(struct choice *choice, LLVMValueRef function)
{
	if (LLVMGlobalGetValueType(function) != choice->type)
		return;
	vec_each(known, &choice->targets) {
		if (*known == function)
			return;
	}
	vec_push(choice->arena, &choice->targets, function);
}

static bool in_vtable(LLVMValueRef constant)
{
	if (LLVMIsAGlobalVariable(constant))
		return !strncmp(value_name(constant), "_ZTV", 4) || is_listed(constant);
	if (!LLVMIsAConstant(constant))
		return false;
	for (LLVMUseRef use = LLVMGetFirstUse(constant); use; use = LLVMGetNextUse(use))
		if (!in_vtable(LLVMGetUser(use)))
			return false;
	return true;
}

/* Is a pointer to the function made other than for virtual calls. */
static bool is_given_away(LLVMValueRef function)
{
	return address_taken(function) && !in_vtable(function);
}

static void targets_of_module(struct choice *choice)
{
	LLVMValueRef f = LLVMGetFirstFunction(choice->module);
	for (; f; f = LLVMGetNextFunction(f))
		if (!LLVMGetIntrinsicID(f) && !device_is_kernel(f) && is_given_away(f))
			target_add(choice, f);
}

static bool is_table(LLVMValueRef variable)
{
	LLVMValueRef contents = LLVMIsAGlobalVariable(variable) ? LLVMGetInitializer(variable) : NULL;
	if (!contents || !LLVMIsGlobalConstant(variable) || LLVMIsExternallyInitialized(variable) ||
		LLVMGetTypeKind(LLVMTypeOf(contents)) != LLVMArrayTypeKind)
		return false;
	uint64_t n = LLVMGetArrayLength2(LLVMTypeOf(contents));
	for (unsigned i = 0; n <= MOST_TARGETS && i < n; i++)
		if (!LLVMIsAFunction(LLVMGetAggregateElement(contents, i)))
			return false;
	return n && n <= MOST_TARGETS;
}

/* The table of the numbers of a table's functions. */
static LLVMValueRef numbers_of(struct choice *choice, LLVMValueRef table)
{
	LLVMValueRef contents = LLVMGetInitializer(table), numbers[MOST_TARGETS];
	unsigned n = (unsigned)LLVMGetArrayLength2(LLVMTypeOf(contents));
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef function = LLVMGetAggregateElement(contents, i);
		target_add(choice, function);
		numbers[i] = number_of(choice, function);
	}
	const char *name = arena_printf(choice->arena, "%s.numbers", value_name(table));
	LLVMValueRef copy = LLVMGetNamedGlobal(choice->module, name);
	if (copy)
		return copy;
	LLVMValueRef init = LLVMConstArray2(choice->i64, numbers, n);
	copy = LLVMAddGlobalInAddressSpace(choice->module, LLVMTypeOf(init), name,
		LLVMGetPointerAddressSpace(LLVMTypeOf(table)));
	LLVMSetInitializer(copy, init);
	LLVMSetGlobalConstant(copy, true);
	LLVMSetLinkage(copy, LLVMInternalLinkage);
	return copy;
}

/* The same place in the copy; NULL: the address is made in another way. */
static LLVMValueRef place_in(LLVMBuilderRef b, LLVMValueRef address, LLVMValueRef table, LLVMValueRef copy)
{
	if (address == table)
		return copy;
	bool cast = LLVMIsAAddrSpaceCastInst(address) ||
		    (LLVMIsAConstantExpr(address) &&
			    LLVMGetConstOpcode(address) == LLVMAddrSpaceCast);
	bool gep = LLVMIsAGetElementPtrInst(address) ||
		   (LLVMIsAConstantExpr(address) &&
			   LLVMGetConstOpcode(address) == LLVMGetElementPtr);
	if (!cast && !gep)
		return NULL;
	LLVMValueRef base = place_in(b, LLVMGetOperand(address, 0), table, copy);
	if (!base || cast)
		return base ? LLVMBuildAddrSpaceCast(b, base, LLVMTypeOf(address), "") : NULL;
	LLVMValueRef index[4];
	unsigned n = LLVMGetNumIndices(address);
	for (unsigned i = 0; n <= 4 && i < n; i++)
		index[i] = LLVMGetOperand(address, i + 1);
	return n <= 4 ? LLVMBuildGEP2(b, LLVMGetGEPSourceElementType(address), base, index, n, "") : NULL;
}

/* Says that the value may be no function of the module. */
static void doubt_build(struct choice *choice, LLVMBuilderRef b, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMFunctionType(
		LLVMVoidTypeInContext(LLVMGetModuleContext(choice->module)), &choice->i64, 1, false);
	LLVMValueRef function = LLVMGetNamedFunction(choice->module, FUNCTION_DOUBTED);
	if (!function)
		function = LLVMAddFunction(choice->module, FUNCTION_DOUBTED, type);
	function_add_attribute(function, "nounwind");
	function_add_attribute(function, "willreturn");
	LLVMMetadataRef before = LLVMGetCurrentDebugLocation2(b);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(choice->call));
	LLVMBuildCall2(b, type, function, &value, 1, "");
	LLVMSetCurrentDebugLocation2(b, before);
}

/* Which of the module's functions it is, of those that have been found to be possible. */
static LLVMValueRef unknown_number(struct choice *choice, LLVMBuilderRef b, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMFunctionType(choice->i64, &choice->i64, 1, false);
	LLVMValueRef function = LLVMGetNamedFunction(choice->module, CALLED);
	if (!function) {
		function = LLVMAddFunction(choice->module, CALLED, type);
		function_make_pure(function);
	}
	choice->named = true;
	return LLVMBuildCall2(b, type, function, &value, 1, "function");
}

static LLVMValueRef loaded_number(struct choice *choice, LLVMBuilderRef b, LLVMValueRef load)
{
	LLVMValueRef address = LLVMGetOperand(load, 0), root = address_root(address);
	bool table = root && is_table(root);
	LLVMPositionBuilderBefore(b, load);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(load));
	if (table)
		address = place_in(b, address, root, numbers_of(choice, root));
	choice->failed |= !root || !address;
	if (choice->failed)
		return LLVMGetUndef(choice->i64);
	LLVMValueRef read = LLVMBuildLoad2(b, choice->i64, address, value_name(load));
	if (table)
		return read;
	if (!holds_own_functions(root))
		doubt_build(choice, b, read);
	return unknown_number(choice, b, read);
}

static LLVMValueRef number(struct choice *choice, LLVMBuilderRef b, LLVMValueRef pointer);

static LLVMValueRef chosen_number(struct choice *choice, LLVMBuilderRef b, LLVMValueRef select)
{
	LLVMValueRef then = number(choice, b, LLVMGetOperand(select, 1));
	LLVMValueRef other = number(choice, b, LLVMGetOperand(select, 2));
	LLVMPositionBuilderBefore(b, select);
	return LLVMBuildSelect(b, LLVMGetOperand(select, 0), then, other, "");
}

static LLVMValueRef joined_number(struct choice *choice, LLVMBuilderRef b, LLVMValueRef phi)
{
	LLVMPositionBuilderBefore(b, phi);
	LLVMValueRef made = LLVMBuildPhi(b, choice->i64, value_name(phi));
	ptrmap_set(choice->numbers, phi, made);
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMValueRef in = number(choice, b, LLVMGetIncomingValue(phi, i));
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
		LLVMAddIncoming(made, &in, &from, 1);
	}
	return made;
}

static LLVMValueRef number_new(struct choice *choice, LLVMBuilderRef b, LLVMValueRef pointer)
{
	if (LLVMIsAFunction(pointer)) {
		target_add(choice, pointer);
		return number_of(choice, pointer);
	}
	if (LLVMIsAConstantPointerNull(pointer) || LLVMIsUndef(pointer))
		return LLVMConstInt(choice->i64, 0, false);
	if (LLVMIsAPHINode(pointer))
		return joined_number(choice, b, pointer);
	if (LLVMIsASelectInst(pointer))
		return chosen_number(choice, b, pointer);
	if (LLVMIsALoadInst(pointer))
		return loaded_number(choice, b, pointer);
	choice->failed |= !LLVMIsAArgument(pointer);
	if (choice->failed)
		return LLVMGetUndef(choice->i64);
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(choice->caller);
	LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(entry));
	LLVMValueRef given = LLVMBuildPtrToInt(b, pointer, choice->i64, "");
	doubt_build(choice, b, given);
	return unknown_number(choice, b, given);
}

static LLVMValueRef number(struct choice *choice, LLVMBuilderRef b, LLVMValueRef pointer)
{
	LLVMValueRef made = ptrmap_get(choice->numbers, pointer);
	if (made)
		return made;
	made = number_new(choice, b, pointer);
	ptrmap_set(choice->numbers, pointer, made);
	return made;
}

static LLVMTypeRef chooser_type(const struct choice *choice)
{
	LLVMTypeRef params[1 + MOST_ARGS] = { choice->i64 };
	LLVMGetParamTypes(choice->type, params + 1);
	return LLVMFunctionType(LLVMGetReturnType(choice->type), params,
		1 + LLVMCountParamTypes(choice->type), false);
}

static void call_in(struct choice *choice, LLVMBuilderRef b, LLVMValueRef target, LLVMValueRef chooser)
{
	LLVMValueRef args[MOST_ARGS];
	unsigned n = LLVMCountParamTypes(choice->type);
	for (unsigned i = 0; i < n; i++)
		args[i] = LLVMGetParam(chooser, i + 1);
	LLVMValueRef value = LLVMBuildCall2(b, choice->type, target, args, n, "");
	LLVMSetCurrentDebugLocation2(b, NULL);
	if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVoidTypeKind)
		LLVMBuildRetVoid(b);
	else
		LLVMBuildRet(b, value);
}

/* chooser(number, arguments): the call of the target with that number, the last for any other; to be inlined. */
static LLVMValueRef chooser_new(struct choice *choice, LLVMBuilderRef b)
{
	LLVMContextRef context = LLVMGetModuleContext(choice->module);
	LLVMValueRef chooser = LLVMAddFunction(choice->module, "__hgrd_choose", chooser_type(choice));
	LLVMSetLinkage(chooser, LLVMInternalLinkage);
	function_add_attribute(chooser, "alwaysinline");
	function_add_attribute(chooser, "convergent");
	LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(context, chooser, "call");
	LLVMBasicBlockRef last = LLVMAppendBasicBlockInContext(context, chooser, "target");
	LLVMPositionBuilderAtEnd(b, entry);
	LLVMValueRef which = LLVMBuildSwitch(b, LLVMGetParam(chooser, 0), last,
		(unsigned)choice->targets.n);
	for (size_t i = 0; i < choice->targets.n; i++) {
		LLVMBasicBlockRef block = last;
		if (i + 1 < choice->targets.n) {
			block = LLVMInsertBasicBlockInContext(context, last, "target");
			LLVMAddCase(which, number_of(choice, choice->targets.at[i]), block);
		}
		LLVMPositionBuilderAtEnd(b, block);
		call_in(choice, b, choice->targets.at[i], chooser);
	}
	return chooser;
}

static void call_replace(struct choice *choice, LLVMBuilderRef b, LLVMValueRef call, LLVMValueRef which)
{
	LLVMSetCurrentDebugLocation2(b, NULL);
	LLVMValueRef chooser = chooser_new(choice, b), args[1 + MOST_ARGS] = { which };
	unsigned n = call_args(call);
	for (unsigned i = 0; i < n; i++)
		args[1 + i] = call_arg(call, i);
	LLVMPositionBuilderBefore(b, call);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
	LLVMValueRef value = LLVMBuildCall2(b, chooser_type(choice), chooser, args, n + 1, "");
	LLVMReplaceAllUsesWith(call, value);
	LLVMInstructionEraseFromParent(call);
}

static bool choose(struct arena *arena, LLVMValueRef call)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(call);
	LLVMValueRef caller = LLVMGetBasicBlockParent(block);
	LLVMModuleRef module = LLVMGetGlobalParent(caller);
	LLVMContextRef context = LLVMGetModuleContext(module);
	struct choice choice = { .arena = arena, .module = module, .caller = caller, .call = call,
		.i64 = LLVMInt64TypeInContext(context), .type = LLVMGetCalledFunctionType(call),
		.numbers = ptrmap_new(arena) };
	if (LLVMIsFunctionVarArg(choice.type) || LLVMCountParamTypes(choice.type) > MOST_ARGS)
		return false;
	LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
	LLVMValueRef which = number(&choice, b, LLVMGetCalledValue(call));
	if (choice.named)
		targets_of_module(&choice);
	bool chosen = !choice.failed && choice.targets.n && choice.targets.n <= MOST_TARGETS;
	if (chosen)
		call_replace(&choice, b, call, which);
	LLVMDisposeBuilder(b);
	return chosen;
}

static bool is_indirect(LLVMValueRef i)
{
	return LLVMIsACallInst(i) && !call_target(i) && !LLVMIsAInlineAsm(LLVMGetCalledValue(i));
}

bool targets_choose(struct arena *arena, LLVMValueRef function)
{
	VEC(LLVMValueRef) calls = { 0 };
	for (LLVMBasicBlockRef at = LLVMGetFirstBasicBlock(function); at; at = LLVMGetNextBasicBlock(at))
		for (LLVMValueRef i = LLVMGetFirstInstruction(at); i; i = LLVMGetNextInstruction(i))
			if (is_indirect(i))
				vec_push(arena, &calls, i);
	bool changed = false;
	if (calls.n <= MOST_CALLS) {
		vec_each(call, &calls) changed |= choose(arena, *call);
	}
	return changed;
}
