#include "hostanalysis/memory/contents.h"

/*
 * Lists, vectors most often, that a loop appends to through a pointer: a number is put where the
 * list's end leads, and the end is moved on.
 */

enum { CHOICES = 4 }; /* of one of several lists, and steps to members, between an end and its use */

/* What is loaded and, moved on, stored; NULL: it is nothing of the kind. */
static LLVMValueRef moved_end(LLVMValueRef store)
{
	LLVMValueRef next = LLVMGetOperand(store, 0);
	LLVMValueRef end = LLVMIsAGetElementPtrInst(next) ? LLVMGetOperand(next, 0) : NULL;
	return end && LLVMIsALoadInst(end) ? end : NULL;
}

static LLVMValueRef pushed_at(LLVMValueRef end)
{
	for (LLVMUseRef use = LLVMGetFirstUse(end); use; use = LLVMGetNextUse(use))
		if (LLVMIsAStoreInst(LLVMGetUser(use)) &&
			LLVMGetOperand(LLVMGetUser(use), 1) == end)
			return LLVMGetUser(use);
	return NULL;
}

LLVMValueRef pushed_before(struct root *root, LLVMValueRef base, LLVMValueRef store)
{
	LLVMValueRef end = moved_end(store);
	return end && buffer_around(root, LLVMGetOperand(end, 0)) == base ? pushed_at(end) : NULL;
}

/* Does the store move an end on that it reads at the same place; what was put there then. */
static LLVMValueRef pushed_through(LLVMValueRef store, LLVMValueRef place)
{
	LLVMValueRef end = LLVMGetOperand(store, 1) == place ? moved_end(store) : NULL;
	return end && LLVMGetOperand(end, 0) == place ? pushed_at(end) : NULL;
}

/* Is something computed put where the end leads that lies at a place, or at one it is chosen from. */
static bool is_pushed_to(struct root *root, LLVMValueRef place, LLVMValueRef at, unsigned depth)
{
	for (LLVMUseRef use = LLVMGetFirstUse(place); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool leads = LLVMIsAGetElementPtrInst(user) || LLVMIsASelectInst(user) ||
			     LLVMIsAPHINode(user);
		LLVMValueRef push = LLVMIsAStoreInst(user) ? pushed_through(user, place) : NULL;
		const struct block *block = push ? instruction_block(root->func, push) : NULL;
		if ((block && block->loop && stores_computed(root, push, at)) ||
			(leads && depth && is_pushed_to(root, user, at, depth - 1)))
			return true;
	}
	return false;
}

bool is_chosen_list(struct root *root, LLVMValueRef list, LLVMValueRef at)
{
	for (LLVMUseRef use = LLVMGetFirstUse(list); use && LLVMIsACallInst(list);
		use = LLVMGetNextUse(use)) {
		LLVMValueRef store = LLVMGetUser(use);
		if (LLVMIsAStoreInst(store) && LLVMGetOperand(store, 0) == list &&
			LLVMIsAAllocaInst(LLVMGetOperand(store, 1)) &&
			is_pushed_to(root, LLVMGetOperand(store, 1), at, CHOICES))
			return true;
	}
	return false;
}
