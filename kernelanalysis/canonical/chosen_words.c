#include "kernelanalysis/canonical/chosen_words.h"

#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "kernelanalysis/passes.h"
#include "kernelanalysis/values/left_pointers.h"

enum { MOST_POINTERS = 8, MOST_PARTS = 16, DEEP = 8 };

/* An array of pointers, at a subscript that is not constant. */
struct table {
	LLVMValueRef load, array, subscript;
	LLVMTypeRef type;
	unsigned n;
};

static LLVMValueRef whole_of(LLVMValueRef pointer)
{
	while (LLVMIsAGetElementPtrInst(pointer))
		pointer = LLVMGetOperand(pointer, 0);
	return pointer;
}

static bool is_argument_by_value(LLVMValueRef pointer)
{
	LLVMValueRef function = LLVMIsAArgument(pointer) ? LLVMGetParamParent(pointer) : NULL;
	unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
	for (unsigned i = 0; function && i < LLVMCountParams(function); i++)
		if (LLVMGetParam(function, i) == pointer)
			return LLVMGetEnumAttributeAtIndex(function, i + 1, kind) != NULL;
	return false;
}

static bool table_fill(LLVMValueRef load, struct table *table)
{
	LLVMValueRef address = LLVMGetOperand(load, 0);
	if (LLVMGetTypeKind(LLVMTypeOf(load)) != LLVMPointerTypeKind || LLVMGetVolatile(load) ||
		!LLVMIsAGetElementPtrInst(address) || LLVMGetNumOperands(address) != 3)
		return false;
	LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
	LLVMValueRef first = LLVMGetOperand(address, 1), subscript = LLVMGetOperand(address, 2);
	if (LLVMGetTypeKind(type) != LLVMArrayTypeKind ||
		LLVMGetElementType(type) != LLVMTypeOf(load) || LLVMGetArrayLength2(type) < 2 ||
		LLVMGetArrayLength2(type) > MOST_POINTERS || !LLVMIsAConstantInt(first) ||
		LLVMConstIntGetZExtValue(first) || LLVMIsAConstantInt(subscript))
		return false;
	*table = (struct table){ load, LLVMGetOperand(address, 0), subscript, type,
		(unsigned)LLVMGetArrayLength2(type) };
	return true;
}

/* Is the address that of an entry of the table, by a constant. */
static bool names_entry(const struct table *table, LLVMValueRef address)
{
	if (same_value(address, table->array, DEEP))
		return true;
	return LLVMIsAGetElementPtrInst(address) && LLVMGetNumOperands(address) == 3 &&
	       LLVMIsAConstantInt(LLVMGetOperand(address, 2)) &&
	       LLVMGetGEPSourceElementType(address) == table->type &&
	       same_value(LLVMGetOperand(address, 0), table->array, DEEP);
}

static bool is_named_too(const struct table *table)
{
	LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(table->load));
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
		b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
			if (LLVMIsALoadInst(i) && LLVMTypeOf(i) == LLVMTypeOf(table->load) &&
				names_entry(table, LLVMGetOperand(i, 0)))
				return true;
	return false;
}

static void assume_inside(LLVMBuilderRef b, const struct table *table)
{
	static const char name[] = "llvm.assume";
	LLVMModuleRef module =
		LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(table->load)));
	LLVMValueRef assume = LLVMGetIntrinsicDeclaration(
		module, LLVMLookupIntrinsicID(name, strlen(name)), NULL, 0);
	LLVMValueRef inside = LLVMBuildICmp(b, LLVMIntULT, table->subscript,
		LLVMConstInt(LLVMTypeOf(table->subscript), table->n, false), "");
	LLVMValueRef call =
		LLVMBuildCall2(b, LLVMGlobalGetValueType(assume), assume, &inside, 1, "");
	LLVMContextRef context = LLVMGetModuleContext(module);
	LLVMSetMetadata(call,
		LLVMGetMDKindIDInContext(context, ASSUMES_BOUNDS, strlen(ASSUMES_BOUNDS)),
		LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0)));
}

static LLVMValueRef entry_load(LLVMBuilderRef b, const struct table *table, unsigned k)
{
	LLVMTypeRef type = LLVMTypeOf(table->subscript);
	LLVMValueRef at[] = { LLVMConstInt(type, 0, false), LLVMConstInt(type, k, false) };
	LLVMValueRef load = LLVMInstructionClone(table->load);
	LLVMSetOperand(load, 0, LLVMBuildInBoundsGEP2(b, table->type, table->array, at, 2, ""));
	LLVMInsertIntoBuilder(b, load);
	return load;
}

static void choose_entry(const struct table *table)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(table->load)));
	LLVMPositionBuilderBefore(b, table->load);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(table->load));
	assume_inside(b, table);
	LLVMValueRef chosen = entry_load(b, table, table->n - 1);
	for (unsigned k = table->n - 1; k--;) {
		LLVMValueRef here = LLVMBuildICmp(b, LLVMIntEQ, table->subscript,
			LLVMConstInt(LLVMTypeOf(table->subscript), k, false), "");
		chosen = LLVMBuildSelect(b, here, entry_load(b, table, k), chosen, "");
	}
	LLVMReplaceAllUsesWith(table->load, chosen);
	LLVMInstructionEraseFromParent(table->load);
	LLVMDisposeBuilder(b);
}

/* By which operand a strong access has its address; -1: it is none. */
static int strong_operand(LLVMValueRef i)
{
	struct scoped_atomic atomic;
	enum scope scope;
	if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i)) {
		bool strong =
			LLVMGetVolatile(i) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic;
		return !strong ? -1 : LLVMIsAStoreInst(i) ? 1 : 0;
	}
	if (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i))
		return 0;
	return LLVMIsACallInst(i) &&
			       (call_is_scoped_atomic(i, &atomic) || call_is_atomic(i, &scope))
		       ? 0
		       : -1;
}

static bool is_step(LLVMValueRef pointer)
{
	return LLVMIsAGetElementPtrInst(pointer) || LLVMIsAAddrSpaceCastInst(pointer);
}

static LLVMValueRef behind_steps(LLVMValueRef pointer)
{
	while (is_step(pointer))
		pointer = LLVMGetOperand(pointer, 0);
	return pointer;
}

/* Is what the pointer points to accessed in such a way. */
static bool leads_to_strong(LLVMValueRef pointer)
{
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		int operand = LLVMIsAInstruction(user) ? strong_operand(user) : -1;
		if (is_step(user) ? leads_to_strong(user)
				  : operand >= 0 &&
					    LLVMGetOperand(user, (unsigned)operand) == pointer)
			return true;
	}
	return false;
}

bool pointers_choose(LLVMValueRef function)
{
	bool changed = false;
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
		b = LLVMGetNextBasicBlock(b)) {
		LLVMValueRef next, i = LLVMGetFirstInstruction(b);
		for (; i; i = next) {
			struct table table;
			next = LLVMGetNextInstruction(i);
			if (!LLVMIsALoadInst(i) || !table_fill(i, &table))
				continue;
			LLVMValueRef whole = whole_of(table.array);
			bool wanted = is_argument_by_value(whole) &&
				      (is_named_too(&table) || leads_to_strong(i));
			if (!LLVMIsAAllocaInst(whole) && !wanted)
				continue;
			choose_entry(&table);
			changed = true;
		}
	}
	return changed;
}

/* The choice between two objects by which the access has its address; NULL: there is none. */
static LLVMValueRef choice_of(LLVMValueRef i)
{
	int operand = strong_operand(i);
	LLVMValueRef choice =
		operand < 0 ? NULL : behind_steps(LLVMGetOperand(i, (unsigned)operand));
	if (!choice || !LLVMIsASelectInst(choice))
		return NULL;
	return behind_steps(LLVMGetOperand(choice, 1)) != behind_steps(LLVMGetOperand(choice, 2))
		       ? choice
		       : NULL;
}

/* The same address, from one side of the choice. */
static LLVMValueRef address_by(
	LLVMBuilderRef b, LLVMValueRef pointer, LLVMValueRef choice, unsigned side)
{
	if (pointer == choice)
		return LLVMGetOperand(choice, side);
	LLVMValueRef step = LLVMInstructionClone(pointer);
	LLVMSetOperand(step, 0, address_by(b, LLVMGetOperand(pointer, 0), choice, side));
	LLVMInsertIntoBuilder(b, step);
	return step;
}

static LLVMValueRef access_by(LLVMBuilderRef b, LLVMBasicBlockRef block, LLVMValueRef i,
	LLVMValueRef choice, unsigned side, LLVMBasicBlockRef rest)
{
	unsigned operand = (unsigned)strong_operand(i);
	LLVMPositionBuilderAtEnd(b, block);
	LLVMValueRef access = LLVMInstructionClone(i);
	LLVMSetOperand(access, operand, address_by(b, LLVMGetOperand(i, operand), choice, side));
	LLVMInsertIntoBuilder(b, access);
	LLVMBuildBr(b, rest);
	return access;
}

/* Moves what stands before the instruction into a block of its own, to which whoever came here
 * goes. */
static LLVMBasicBlockRef head_split(LLVMBuilderRef b, LLVMValueRef before)
{
	LLVMBasicBlockRef rest = LLVMGetInstructionParent(before);
	LLVMValueRef function = LLVMGetBasicBlockParent(rest), i;
	LLVMBasicBlockRef head = LLVMInsertBasicBlockInContext(
		LLVMGetTypeContext(LLVMTypeOf(function)), rest, "chooses");
	for (LLVMBasicBlockRef from = LLVMGetFirstBasicBlock(function); from;
		from = LLVMGetNextBasicBlock(from)) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
		for (unsigned s = 0; end && s < LLVMGetNumSuccessors(end); s++)
			if (LLVMGetSuccessor(end, s) == rest)
				LLVMSetSuccessor(end, s, head);
	}
	LLVMPositionBuilderAtEnd(b, head);
	while ((i = LLVMGetFirstInstruction(rest)) != before) {
		LLVMInstructionRemoveFromParent(i);
		LLVMInsertIntoBuilder(b, i);
	}
	return head;
}

static void access_part(LLVMValueRef i, LLVMValueRef choice)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(choice));
	LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
	LLVMBasicBlockRef rest = LLVMGetInstructionParent(i), head = head_split(b, i);
	LLVMBasicBlockRef sides[] = { LLVMInsertBasicBlockInContext(context, rest, "first"),
		LLVMInsertBasicBlockInContext(context, rest, "second") };
	LLVMPositionBuilderAtEnd(b, head);
	LLVMBuildCondBr(b, LLVMGetOperand(choice, 0), sides[0], sides[1]);
	LLVMValueRef values[] = { access_by(b, sides[0], i, choice, 1, rest),
		access_by(b, sides[1], i, choice, 2, rest) };
	if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind) {
		LLVMPositionBuilderBefore(b, i);
		LLVMValueRef phi = LLVMBuildPhi(b, LLVMTypeOf(i), "");
		LLVMAddIncoming(phi, values, sides, 2);
		LLVMReplaceAllUsesWith(i, phi);
	}
	LLVMInstructionEraseFromParent(i);
	LLVMDisposeBuilder(b);
}

static bool part_first(LLVMValueRef function)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
		b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
			i = LLVMGetNextInstruction(i)) {
			LLVMValueRef choice = choice_of(i);
			if (!choice)
				continue;
			access_part(i, choice);
			return true;
		}
	return false;
}

bool chosen_words_part(LLVMValueRef function)
{
	unsigned parts = 0;
	while (parts < MOST_PARTS && part_first(function))
		parts++;
	return parts > 0;
}
