#include "hostanalysis/memory/doubled.h"

#include "base/ptrmap.h"

/*
 * Entries of a local array of pointers that a loop copies to others of it: all.p[i] = all.p[i - 1]. The elements become values
 * that the loop carries (arrays.c), each a choice between itself, the others and what the round allocates. Exchanges choose so
 * too, but leave each pointer in one place; which of both it is can be told while the array is one.
 */

static LLVMValueRef array_of(LLVMValueRef address)
{
	while (LLVMIsAGetElementPtrInst(address))
		address = LLVMGetOperand(address, 0);
	return LLVMIsAAllocaInst(address) ? address : NULL;
}

/* Is an entry stored again that another block has read, as where all entries move on by one. */
static bool is_saved(LLVMValueRef store, LLVMValueRef array)
{
	LLVMValueRef from = LLVMGetOperand(store, 0);
	return array_of(LLVMGetOperand(store, 1)) == array && LLVMIsALoadInst(from) && array_of(LLVMGetOperand(from, 0)) == array &&
	       LLVMGetInstructionParent(from) != LLVMGetInstructionParent(store);
}

static bool moves_on(LLVMValueRef store, LLVMValueRef array)
{
	LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(store));
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
			if (LLVMIsAStoreInst(i) && is_saved(i, array))
				return true;
	return false;
}

/* Does the entry come to be in two places: a saved one that is not put back in a loop takes the place of what has moved on. */
static bool is_copy(struct host_pass *pass, LLVMValueRef store, LLVMValueRef array)
{
	return copies_within_table(pass, store) &&
	       (!moves_on(store, array) || follows(pass->arena, LLVMGetOperand(store, 0), store, store));
}

static bool is_pointer_copy(struct host_pass *pass, LLVMValueRef i)
{
	if (!LLVMIsAStoreInst(i) || LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, 0))) != LLVMPointerTypeKind)
		return false;
	LLVMValueRef array = array_of(LLVMGetOperand(i, 1));
	return array && is_copy(pass, i, array);
}

static void copy_note(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef i)
{
	(void)b;
	pass->entries_copied = pass->entries_copied || is_pointer_copy(pass, i);
}

void copied_entries_note(struct host_pass *pass)
{
	functions_rewrite(pass, copy_note);
}

/* Collects what a value may be, behind choices, and the choices; does it come to one that is in `others`. */
static bool comes_to(LLVMValueRef value, struct ptrmap *others, struct ptrmap *seen)
{
	bool join = LLVMIsAPHINode(value) != NULL, select = LLVMIsASelectInst(value) != NULL;
	if (LLVMIsConstant(value) || ptrmap_get(seen, value))
		return false;
	if (others && ptrmap_get(others, value))
		return true;
	ptrmap_set(seen, value, value);
	unsigned n = join ? LLVMCountIncoming(value) : select ? 2 : 0;
	for (unsigned i = 0; i < n; i++)
		if (comes_to(join ? LLVMGetIncomingValue(value, i) : LLVMGetOperand(value, i + 1), others, seen))
			return true;
	return false;
}

static bool is_carried(LLVMValueRef value)
{
	while (LLVMIsAPHINode(value) && LLVMCountIncoming(value) == 1)
		value = LLVMGetIncomingValue(value, 0);
	return LLVMIsAPHINode(value);
}

/* The larger array that an entry is read from, which stays one. */
static LLVMValueRef array_read(LLVMValueRef value)
{
	return LLVMIsALoadInst(value) ? array_of(LLVMGetOperand(value, 0)) : NULL;
}

static bool has_copies(struct host_pass *pass, LLVMValueRef array)
{
	LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(array));
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
			if (is_pointer_copy(pass, i) && array_of(LLVMGetOperand(i, 1)) == array)
				return true;
	return false;
}

bool are_copied_entries(struct host_pass *pass, LLVMValueRef a, LLVMValueRef b)
{
	LLVMValueRef array = pass->entries_copied ? array_read(a) : NULL;
	if (array && array == array_read(b) && has_copies(pass, array))
		return true;
	if (!pass->entries_copied || (!is_carried(a) && !is_carried(b)))
		return false;
	struct ptrmap *of_a = ptrmap_new(pass->arena);
	comes_to(a, NULL, of_a);
	return comes_to(b, of_a, ptrmap_new(pass->arena));
}
