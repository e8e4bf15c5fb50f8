#include "hostanalysis/memory/doubled.h"

#include "base/ptrmap.h"

/*
 * Pointers that are read from members of two objects, of one class or of two, where the program puts one pointer into both: by two
 * stores, by a loop that puts it into object after object, or by a copy from one object to another. Which objects these
 * are is not asked, only that the two that are read from are not one, whose members are compared elsewhere (stored_alike.c).
 */

/* A member that a load reads: the object, and how far behind its start. */
struct member_read {
	LLVMValueRef tag, object;
	int64_t at, size; /* of the structure; 0: not known */
};

static bool member_read(struct host_pass *pass, LLVMValueRef value, struct member_read *read)
{
	if (!LLVMIsALoadInst(value))
		return false;
	LLVMValueRef address = LLVMGetOperand(value, 0);
	LLVMTypeRef type = LLVMIsAGetElementPtrInst(address) ? LLVMGetGEPSourceElementType(address) : NULL;
	bool structure = type && LLVMGetTypeKind(type) == LLVMStructTypeKind;
	read->tag = member_tag(pass, value);
	read->object = pointer_base(pass, address, &read->at);
	read->size = structure ? (int64_t)LLVMABISizeOfType(pass->layout, type) : 0;
	return names_member(read->tag);
}

/* Are the members of one object, as far as can be told. */
static bool of_one(const struct member_read *x, const struct member_read *y)
{
	int64_t apart = x->at < y->at ? y->at - x->at : x->at - y->at;
	int64_t size = x->size > y->size ? x->size : y->size;
	return x->object == y->object && (x->tag == y->tag ? !apart : !size || apart < size);
}

/* Does a store put one pointer, after it has been put into another member, or before. */
static bool puts_into_both(struct host_pass *pass, LLVMValueRef store, LLVMValueRef tag)
{
	LLVMValueRef pointer = LLVMGetOperand(store, 0);
	if (!may_be_of_device(pointer))
		return false;
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef other = LLVMGetUser(use);
		bool puts = LLVMIsAStoreInst(other) && LLVMGetOperand(other, 0) == pointer && member_tag(pass, other) == tag;
		if (puts && (follows(pass->arena, pointer, store, other) || follows(pass->arena, pointer, other, store)))
			return true;
	}
	return false;
}

/* Does a store copy the member of another object, in the program's own code: not as objects are moved or exchanged. */
static bool copies_other(struct host_pass *pass, LLVMValueRef store, LLVMValueRef tag)
{
	int64_t at[2];
	LLVMValueRef from = LLVMGetOperand(store, 0);
	if (!LLVMIsALoadInst(from) || member_tag(pass, from) != tag || member_tag(pass, store) != tag || !leaves_copy(pass, store) ||
		is_of_library(pass, store))
		return false;
	LLVMValueRef x = pointer_base(pass, LLVMGetOperand(from, 0), &at[0]), y = pointer_base(pass, LLVMGetOperand(store, 1), &at[1]);
	return !LLVMIsAAllocaInst(y) && (x != y || at[0] != at[1]);
}

static bool shown_by(struct host_pass *pass, LLVMValueRef store, LLVMValueRef x, LLVMValueRef y)
{
	LLVMValueRef tag = member_tag(pass, store);
	if (x != y)
		return tag == x && puts_into_both(pass, store, y);
	return tag == x && (put_once_more(pass, store) || copies_other(pass, store, x));
}

bool are_shared_members(struct host_pass *pass, LLVMValueRef a, LLVMValueRef b)
{
	struct member_read x, y;
	if (!member_read(pass, a, &x) || !member_read(pass, b, &y) || of_one(&x, &y))
		return false;
	vec_each(store, &pointer_stores(pass)->list)
		if (shown_by(pass, *store, x.tag, y.tag))
			return true;
	return false;
}
