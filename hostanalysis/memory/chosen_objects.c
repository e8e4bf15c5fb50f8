#include "hostanalysis/memory/doubled.h"

/*
 * Pointers that are read from a member of an object which is one of several, and what the same member of one of these has been given or is
 * read as: `x ? x : a` is a, and both members are one pointer. Objects that a loop hands round are none of these.
 */

enum { MOST_CHOICES = 4 };

/* Does a loop hand it on to the object that is chosen, which begins its rounds. */
static bool handed_on(const struct root *root, LLVMValueRef phi, LLVMValueRef object)
{
	const struct block *block = instruction_block(root->func, phi);
	const struct block *made = LLVMIsAInstruction(object) ? instruction_block(root->func, object) : NULL;
	bool begins = block && block->loop && block->loop->header == block;
	return !block || (begins && made && loop_contains(block->loop, made));
}

/* Is the member of the object, so many bytes behind its start, what lies `offset` bytes behind a place that may be chosen. */
static bool is_one_of(
	const struct root *root, LLVMValueRef chosen, int64_t offset, LLVMValueRef object, int64_t at, unsigned depth)
{
	bool selects = LLVMIsASelectInst(chosen);
	unsigned first = selects ? 1 : 0;
	if (!depth || (!selects && !LLVMIsAPHINode(chosen)))
		return false;
	for (unsigned i = first; i < (unsigned)LLVMGetNumOperands(chosen); i++) {
		int64_t behind;
		LLVMValueRef one = pointer_base(root->pass, LLVMGetOperand(chosen, i), &behind);
		bool handed = !selects && handed_on(root, chosen, one);
		if (!handed && ((one == object && behind + offset == at) ||
					is_one_of(root, one, behind + offset, object, at, depth - 1)))
			return true;
	}
	return false;
}

/* Is the address that of the member, so many bytes behind where one of the objects begins. */
static bool is_member_of(const struct root *root, LLVMValueRef address, LLVMValueRef chosen, int64_t offset)
{
	int64_t at;
	LLVMValueRef object = pointer_base(root->pass, address, &at);
	return is_one_of(root, chosen, offset, object, at, MOST_CHOICES);
}

bool is_of_chosen(const struct root *root, LLVMValueRef pointer, LLVMValueRef load)
{
	int64_t offset;
	if (!LLVMIsALoadInst(load))
		return false;
	LLVMValueRef chosen = pointer_base(root->pass, LLVMGetOperand(load, 0), &offset);
	if (!LLVMIsASelectInst(chosen) && !LLVMIsAPHINode(chosen))
		return false;
	if (LLVMIsALoadInst(pointer) && is_member_of(root, LLVMGetOperand(pointer, 0), chosen, offset))
		return true;
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use && !LLVMIsConstant(pointer); use = LLVMGetNextUse(use)) {
		LLVMValueRef store = LLVMGetUser(use);
		if (LLVMIsAStoreInst(store) && LLVMGetOperand(store, 0) == pointer &&
			is_member_of(root, LLVMGetOperand(store, 1), chosen, offset))
			return true;
	}
	return false;
}
