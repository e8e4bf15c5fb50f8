#include "hostanalysis/pass.h"

/*
 * Pointers that go through an array of the host's own or a constant one, entry by entry, as a loop over its range
 * does, become numbers of entries: where the array is small, or kept as values, it is looked at by
 * these. A comparison with another place of the array becomes one of numbers.
 */

struct walked {
	struct host_pass *pass;
	LLVMValueRef pointer, start, step; /* phi; what it is at first; in the next round */
	LLVMValueRef array;
	LLVMTypeRef entry;
	int64_t at;		  /* bytes from the array to the start */
	LLVMValueRef index, next; /* numbers of the entry, now and in the next round */
};

/* An array, or a std::array around one. */
static bool is_own_array(LLVMValueRef object)
{
	bool table = LLVMIsAGlobalVariable(object) && LLVMIsGlobalConstant(object) && !LLVMIsDeclaration(object);
	LLVMTypeRef type = LLVMIsAAllocaInst(object) ? LLVMGetAllocatedType(object) : table ? LLVMGlobalGetValueType(object) : NULL;
	if (type && LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMCountStructElementTypes(type) == 1)
		type = LLVMStructGetTypeAtIndex(type, 0);
	return type && LLVMGetTypeKind(type) == LLVMArrayTypeKind;
}

/* Is it the pointer one entry on. */
static bool is_step(LLVMValueRef value, LLVMValueRef pointer)
{
	LLVMValueRef by = LLVMIsAGetElementPtrInst(value) ? LLVMGetOperand(value, 1) : NULL;
	return by && LLVMGetOperand(value, 0) == pointer && LLVMGetNumOperands(value) == 2 &&
	       LLVMIsAConstantInt(by) && LLVMConstIntGetSExtValue(by) == 1;
}

static bool walked_read(struct host_pass *pass, LLVMValueRef phi, struct walked *walked)
{
	if (!LLVMIsAPHINode(phi) || LLVMGetTypeKind(LLVMTypeOf(phi)) != LLVMPointerTypeKind ||
		LLVMCountIncoming(phi) != 2)
		return false;
	bool second = is_step(LLVMGetIncomingValue(phi, 1), phi);
	*walked = (struct walked){ .pass = pass,
		.pointer = phi,
		.start = LLVMGetIncomingValue(phi, !second),
		.step = LLVMGetIncomingValue(phi, second) };
	if (!is_step(walked->step, phi))
		return false;
	walked->array = pointer_base(pass, walked->start, &walked->at);
	walked->entry = LLVMGetGEPSourceElementType(walked->step);
	return is_own_array(walked->array) && LLVMABISizeOfType(pass->layout, walked->entry);
}

/* The number of the entry at a place of the array; false: it is at none. */
static bool entry_number(const struct walked *walked, LLVMValueRef place, int64_t *number)
{
	int64_t at, size = (int64_t)LLVMABISizeOfType(walked->pass->layout, walked->entry);
	if (pointer_base(walked->pass, place, &at) != walked->array || (at - walked->at) % size)
		return false;
	*number = (at - walked->at) / size;
	return true;
}

static void number_build(struct walked *walked, LLVMBuilderRef b)
{
	LLVMTypeRef word = LLVMInt64TypeInContext(walked->pass->module->context);
	bool second = LLVMGetIncomingValue(walked->pointer, 1) == walked->step;
	LLVMBasicBlockRef from[2] = { LLVMGetIncomingBlock(walked->pointer, !second),
		LLVMGetIncomingBlock(walked->pointer, second) };
	LLVMPositionBuilderBefore(b, walked->pointer);
	walked->index = LLVMBuildPhi(b, word, "entry");
	LLVMPositionBuilderBefore(b, walked->step);
	walked->next = LLVMBuildNSWAdd(b, walked->index, LLVMConstInt(word, 1, false), "entry");
	LLVMValueRef values[2] = { LLVMConstNull(word), walked->next };
	LLVMAddIncoming(walked->index, values, from, 2);
}

static void compare_rewrite(
	const struct walked *walked, LLVMBuilderRef b, LLVMValueRef compare, LLVMValueRef by)
{
	int64_t number;
	bool first = LLVMGetOperand(compare, 0) == by;
	LLVMIntPredicate how =
		LLVMIsAICmpInst(compare) ? LLVMGetICmpPredicate(compare) : LLVMIntUGT;
	if (!LLVMIsAICmpInst(compare) || (how != LLVMIntEQ && how != LLVMIntNE) ||
		!entry_number(walked, LLVMGetOperand(compare, first), &number))
		return;
	LLVMPositionBuilderBefore(b, compare);
	LLVMValueRef index = by == walked->pointer ? walked->index : walked->next;
	LLVMValueRef with = LLVMConstInt(LLVMTypeOf(index), (unsigned long long)number, true);
	LLVMReplaceAllUsesWith(compare, LLVMBuildICmp(b, how, index, with, ""));
}

static void compares_rewrite(const struct walked *walked, LLVMBuilderRef b, LLVMValueRef by)
{
	for (LLVMUseRef use = LLVMGetFirstUse(by), next; use; use = next) {
		next = LLVMGetNextUse(use);
		compare_rewrite(walked, b, LLVMGetUser(use), by);
	}
}

static void pointer_rewrite(struct walked *walked, LLVMBuilderRef b, LLVMValueRef before,
	LLVMValueRef pointer, LLVMValueRef index)
{
	LLVMPositionBuilderBefore(b, before);
	LLVMValueRef at = LLVMBuildInBoundsGEP2(b, walked->entry, walked->start, &index, 1, "");
	LLVMReplaceAllUsesWith(pointer, at);
}

static LLVMValueRef behind_phis(LLVMValueRef phi)
{
	while (LLVMIsAPHINode(phi))
		phi = LLVMGetNextInstruction(phi);
	return phi;
}

static void phi_rewrite(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef phi)
{
	struct walked walked;
	if (!walked_read(pass, phi, &walked))
		return;
	number_build(&walked, b);
	compares_rewrite(&walked, b, walked.pointer);
	compares_rewrite(&walked, b, walked.step);
	pointer_rewrite(&walked, b, walked.step, walked.step, walked.next);
	pointer_rewrite(&walked, b, behind_phis(phi), phi, walked.index);
}

void pointers_number(struct host_pass *pass)
{
	functions_rewrite(pass, phi_rewrite);
}
