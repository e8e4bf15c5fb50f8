#include "hostanalysis/memory/doubled.h"

#include "base/ptrmap.h"

/*
 * Pointers that are read from members of two objects, of one class or of two, where the program puts one pointer into both: by two
 * stores, by a loop that puts it into object after object, or by a copy from one object to another, also to another member of
 * one class, as levels that begin where the one before ends. Which objects these are is not asked, only that the two that are read
 * from are not one, whose members are compared elsewhere (stored_alike.c).
 */

/* A member that a load reads: the object, and how far behind its start. */
struct member_read {
	LLVMValueRef tag, object;
	LLVMTypeRef type; /* of the structure; NULL: not known */
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
	read->type = structure ? type : NULL;
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

/* Are two members of one class. */
static bool of_one_class(LLVMValueRef x, LLVMValueRef y)
{
	LLVMValueRef parts[2][4] = { { NULL } };
	LLVMGetMDNodeOperands(x, parts[0]);
	LLVMGetMDNodeOperands(y, parts[1]);
	return parts[0][0] == parts[1][0];
}

/* Two members of one class, maybe one, of structures of that type and size; NULL, 0: not known. */
struct hand_over {
	const struct member_read *from, *to;
	LLVMTypeRef type;
	int64_t size;
};

static LLVMValueRef address_of(LLVMValueRef access)
{
	return LLVMGetOperand(access, LLVMIsAStoreInst(access) ? 1 : 0);
}

/* Is an access one of the member, by what the program's own code says. */
static bool says_member(struct host_pass *pass, LLVMValueRef access, const struct member_read *member)
{
	return member_tag(pass, access) == member->tag && !is_of_library(pass, access);
}

static bool steps_by(LLVMValueRef value, LLVMTypeRef type)
{
	return LLVMIsAGetElementPtrInst(value) && LLVMGetGEPSourceElementType(value) == type;
}

/* Is a pointer one to structures of the type, by a step to it or from it. */
static bool points_to(LLVMValueRef pointer, LLVMTypeRef type)
{
	bool found = steps_by(pointer, type) || (LLVMIsAAllocaInst(pointer) && LLVMGetAllocatedType(pointer) == type);
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use && !found; use = LLVMGetNextUse(use))
		found = steps_by(LLVMGetUser(use), type) && LLVMGetOperand(LLVMGetUser(use), 0) == pointer;
	return found;
}

/* Does an access name no member, as copies of structures and references do not, and lie where the member does in a structure. */
static bool lies_there(struct host_pass *pass, LLVMValueRef access, const struct member_read *member, const struct hand_over *over)
{
	int64_t at;
	if (!over->type || names_member(member_tag(pass, access)))
		return false;
	LLVMValueRef base = pointer_base(pass, address_of(access), &at);
	return (at - member->at) % over->size == 0 && points_to(base, over->type);
}

static int64_t which_structure(int64_t at, int64_t size)
{
	return at >= 0 ? at / size : -((size - 1 - at) / size);
}

/* Are they of different objects, as far as can be told. */
static bool are_of_two(struct host_pass *pass, LLVMValueRef load, LLVMValueRef store, int64_t size)
{
	int64_t at[2];
	LLVMValueRef x = pointer_base(pass, address_of(load), &at[0]), y = pointer_base(pass, address_of(store), &at[1]);
	return x != y || (size && which_structure(at[0], size) != which_structure(at[1], size));
}

/* Does a store put there what was read from the member of another object. */
static bool puts_read(struct host_pass *pass, LLVMValueRef store, LLVMValueRef load, const struct hand_over *over)
{
	if (!LLVMIsALoadInst(load) || !are_of_two(pass, load, store, over->size))
		return false;
	bool says[] = { says_member(pass, load, over->from), says_member(pass, store, over->to) };
	return (says[0] && says[1] && over->from->tag != over->to->tag) ||
	       (says[0] && lies_there(pass, store, over->to, over)) ||
	       (says[1] && lies_there(pass, load, over->from, over));
}

/* Does a store put there what the round before has put into the member of its object. */
static bool puts_carried(struct host_pass *pass, LLVMValueRef store, LLVMValueRef choice, const struct hand_over *over)
{
	bool there = says_member(pass, store, over->to) || lies_there(pass, store, over->to, over);
	for (unsigned way = 0; there && LLVMIsAPHINode(choice) && way < LLVMCountIncoming(choice); way++) {
		LLVMValueRef pointer = LLVMGetIncomingValue(choice, way);
		if (!may_be_of_device(pointer) || !is_carried_way(pass, choice, way))
			continue;
		for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
			LLVMValueRef put = LLVMGetUser(use);
			if (LLVMIsAStoreInst(put) && LLVMGetOperand(put, 0) == pointer &&
				(says_member(pass, put, over->from) || lies_there(pass, put, over->from, over)))
				return true;
		}
	}
	return false;
}

/* Does a store put what one member of another object holds into the other one, or a choice of that, and not in exchange. */
static bool hands_over(struct host_pass *pass, LLVMValueRef store, const struct hand_over *over)
{
	struct leaves leaves = { .n = 0 };
	LLVMValueRef value = LLVMGetOperand(store, 0);
	leaves_add(&leaves, value);
	for (unsigned i = 0; i < leaves.n; i++)
		if (puts_carried(pass, store, leaves.at[i], over) ||
			(puts_read(pass, store, leaves.at[i], over) && (leaves.at[i] != value || leaves_copy(pass, store))))
			return true;
	return false;
}

static bool are_handed_over(struct host_pass *pass, const struct member_read *x, const struct member_read *y)
{
	LLVMTypeRef type = x->type ? x->type : y->type;
	int64_t size = x->type ? x->size : y->size;
	struct hand_over over[] = { { x, y, type, size }, { y, x, type, size } };
	if (!of_one_class(x->tag, y->tag))
		return false;
	vec_each(store, &pointer_stores(pass)->list)
		if (hands_over(pass, *store, &over[0]) || hands_over(pass, *store, &over[1]))
			return true;
	return false;
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
	return are_handed_over(pass, &x, &y);
}
