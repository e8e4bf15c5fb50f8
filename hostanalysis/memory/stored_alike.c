#include "hostanalysis/memory/doubled.h"

#include "base/ptrmap.h"

/*
 * Members of objects, or variables, to which the program gives pointers that may be one, or lie so many bytes apart: by stores of
 * choices that share a pointer, or by putting into the one what is read from the other.
 */

enum { MOST_CHOICES = 4, MOST_BLOCKS = 400 };

static bool is_choice(LLVMValueRef value)
{
	return LLVMIsAPHINode(value) || LLVMIsASelectInst(value);
}

static unsigned first_way(LLVMValueRef choice)
{
	return LLVMIsASelectInst(choice) ? 1 : 0;
}

/* Is a block come to by ways that do not pass another one. */
static bool is_reached_past(struct arena *arena, LLVMBasicBlockRef block, LLVMBasicBlockRef past)
{
	struct ptrmap *seen = ptrmap_new(arena);
	LLVMBasicBlockRef work[MOST_BLOCKS];
	unsigned n = 0, done = 0;
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block));
	if (entry != past)
		work[n++] = entry;
	for (; done < n; done++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(work[done]);
		if (work[done] == block)
			return true;
		for (unsigned i = 0; i < LLVMGetNumSuccessors(end) && n < MOST_BLOCKS; i++) {
			LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);
			if (next == past || ptrmap_get(seen, next))
				continue;
			ptrmap_set(seen, next, next);
			work[n++] = next;
		}
	}
	return n == MOST_BLOCKS;
}

bool is_carried_way(struct host_pass *pass, LLVMValueRef choice, unsigned way)
{
	return LLVMIsAPHINode(choice) && !is_reached_past(pass->arena, LLVMGetIncomingBlock(choice, way), LLVMGetInstructionParent(choice));
}

/* Do both choose by one condition, or by the same ways to one block. */
static bool choose_alike(LLVMValueRef x, LLVMValueRef y)
{
	if (LLVMIsASelectInst(x) && LLVMIsASelectInst(y))
		return LLVMGetOperand(x, 0) == LLVMGetOperand(y, 0);
	return LLVMIsAPHINode(x) && LLVMIsAPHINode(y) && LLVMGetInstructionParent(x) == LLVMGetInstructionParent(y);
}

static LLVMValueRef chosen_as(LLVMValueRef choice, LLVMValueRef other, unsigned way)
{
	if (LLVMIsASelectInst(choice))
		return LLVMGetOperand(choice, way);
	for (unsigned i = 0; i < LLVMCountIncoming(choice); i++)
		if (LLVMGetIncomingBlock(choice, i) == LLVMGetIncomingBlock(other, way))
			return LLVMGetIncomingValue(choice, i);
	return NULL;
}

static bool may_be(struct host_pass *pass, LLVMValueRef x, LLVMValueRef y, unsigned depth, int64_t *apart)
{
	int64_t at[2];
	LLVMValueRef base[] = { pointer_base(pass, x, &at[0]), pointer_base(pass, y, &at[1]) };
	*apart = at[1] - at[0];
	if (base[0] == base[1] || !depth)
		return base[0] == base[1] && !LLVMIsConstant(base[0]);
	bool alike = choose_alike(x, y);
	LLVMValueRef choice = is_choice(x) ? x : y;
	if (!is_choice(choice))
		return false;
	for (unsigned way = first_way(choice); way < (unsigned)LLVMGetNumOperands(choice); way++) {
		LLVMValueRef a = LLVMGetOperand(choice, way);
		if (!alike && is_carried_way(pass, choice, way))
			continue;
		LLVMValueRef b = !alike ? (choice == x ? y : x) : chosen_as(y, x, way);
		if (b && may_be(pass, choice == x ? a : b, choice == x ? b : a, depth - 1, apart))
			return true;
	}
	return false;
}

bool may_be_one_pointer(struct host_pass *pass, LLVMValueRef x, LLVMValueRef y, int64_t *apart)
{
	return may_be(pass, x, y, MOST_CHOICES, apart);
}

/* Where a pointer is stored: an object, and how far behind its start. */
struct location {
	LLVMValueRef object;
	int64_t at;
};

static bool is_what_is_read(struct host_pass *pass, LLVMValueRef value, LLVMValueRef load, const struct location *from, int64_t *apart)
{
	int64_t at;
	LLVMValueRef read = pointer_base(pass, value, apart);
	if (is_choice(read)) {
		for (unsigned way = first_way(read); way < (unsigned)LLVMGetNumOperands(read); way++)
			if (!is_choice(LLVMGetOperand(read, way)) &&
				is_what_is_read(pass, LLVMGetOperand(read, way), load, from, apart))
				return true;
		return false;
	}
	return LLVMIsALoadInst(read) && same_member(pass, read, load) &&
	       pointer_base(pass, LLVMGetOperand(read, 0), &at) == from->object && at == from->at;
}

/* Does a store put there what is read from the other place of the object, or a choice of that, and not as members are exchanged. */
static bool puts_what_is_read(
	struct host_pass *pass, LLVMValueRef store, LLVMValueRef load, const struct location *from, int64_t *apart)
{
	LLVMValueRef value = LLVMGetOperand(store, 0);
	return is_what_is_read(pass, value, load, from, apart) &&
	       (!LLVMIsALoadInst(value) || leaves_copy(pass, store));
}

/* What is looked for: a store that puts behind `to` what may be `value`, or what is read from behind `from`. */
struct other {
	struct host_pass *pass;
	LLVMValueRef function, value; /* NULL: any */
	LLVMValueRef load[2];	      /* of the one, and of the other place */
	struct location from, to;
	bool variables; /* they are known by their places alone */
	int64_t *apart;
};

static bool is_other_store(const struct other *other, LLVMValueRef store)
{
	int64_t at;
	if (!LLVMIsAStoreInst(store) || pointer_base(other->pass, LLVMGetOperand(store, 1), &at) != other->to.object ||
		at != other->to.at || !(other->variables || same_member(other->pass, store, other->load[1])))
		return false;
	LLVMValueRef value = LLVMGetOperand(store, 0);
	if (LLVMGetBasicBlockParent(LLVMGetInstructionParent(store)) == other->function &&
		may_be_one_pointer(other->pass, other->value, value, other->apart))
		return true;
	return puts_what_is_read(other->pass, store, other->load[0], &other->from, other->apart);
}

/* Is there one among the uses of an address. */
static bool has_other_store(const struct other *other, LLVMValueRef address, unsigned depth)
{
	for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool step = LLVMIsAGetElementPtrInst(user) || LLVMIsAConstantExpr(user);
		if (step ? depth && has_other_store(other, user, depth - 1) : is_other_store(other, user))
			return true;
	}
	return false;
}

/* The size of the structure that a load is of, where its address says so; 0: it does not. */
static int64_t structure_size(struct host_pass *pass, LLVMValueRef load)
{
	LLVMValueRef address = LLVMGetOperand(load, 0);
	LLVMTypeRef type = LLVMIsAGetElementPtrInst(address) ? LLVMGetGEPSourceElementType(address) : NULL;
	bool structure = type && LLVMGetTypeKind(type) == LLVMStructTypeKind;
	return structure ? (int64_t)LLVMABISizeOfType(pass->layout, type) : 0;
}

/* Is a store of the first member of one of the structures that lie behind each other, where it does not say so itself. */
static bool is_in_step(LLVMValueRef tag, int64_t here, int64_t at, int64_t size)
{
	return !size || names_member(tag) || (here - at) % size == 0;
}

/* Do stores to two members of some object, or to two variables, show it; `at`: where both are read, behind their objects. */
static bool shown_by(struct host_pass *pass, LLVMValueRef store, const struct other *pattern, const int64_t *at)
{
	enum { STEPS = 2 };
	struct other other = *pattern;
	int64_t here;
	LLVMValueRef object = pointer_base(pass, LLVMGetOperand(store, 1), &here);
	if (other.variables ? object != other.from.object || here != other.from.at
			    : !same_member(pass, store, other.load[0]) ||
				      !is_in_step(member_tag(pass, store), here, at[0],
					      structure_size(pass, other.load[at[0] < at[1]])))
		return false;
	other.value = LLVMGetOperand(store, 0);
	other.function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(store));
	if (!other.variables) {
		other.from = (struct location){ object, here };
		other.to = (struct location){ object, here + at[1] - at[0] };
	}
	return has_other_store(&other, other.to.object, STEPS);
}

/* Does a store put into the second member what is read from the first one, whoever fills that. */
static bool is_handed_on(struct host_pass *pass, LLVMValueRef store, const struct other *pattern, const int64_t *at)
{
	int64_t here;
	LLVMValueRef object = pointer_base(pass, LLVMGetOperand(store, 1), &here);
	struct location from = { object, here + at[0] - at[1] };
	return same_member(pass, store, pattern->load[1]) &&
	       is_in_step(member_tag(pass, store), here, at[1], structure_size(pass, pattern->load[at[0] < at[1]])) &&
	       puts_what_is_read(pass, store, pattern->load[0], &from, pattern->apart);
}

static bool are_shown(struct host_pass *pass, const struct other *pattern, const int64_t *at)
{
	vec_each(store, &pointer_stores(pass)->list)
		if (shown_by(pass, *store, pattern, at) || (!pattern->variables && is_handed_on(pass, *store, pattern, at)))
			return true;
	return false;
}

bool stored_alike(struct host_pass *pass, LLVMValueRef a, LLVMValueRef b, int64_t *apart)
{
	int64_t at[2];
	LLVMValueRef base[] = { pointer_base(pass, LLVMGetOperand(a, 0), &at[0]),
		pointer_base(pass, LLVMGetOperand(b, 0), &at[1]) };
	struct other pattern = { .pass = pass, .load = { a, b }, .apart = apart };
	pattern.variables = base[0] != base[1];
	if (pattern.variables ? !LLVMIsAGlobalVariable(base[0]) || !LLVMIsAGlobalVariable(base[1]) : at[0] == at[1])
		return false;
	pattern.from = (struct location){ base[0], at[0] };
	pattern.to = (struct location){ base[1], at[1] };
	if (are_shown(pass, &pattern, at))
		return true;
	struct other turned = pattern;
	int64_t turned_at[] = { at[1], at[0] };
	turned.load[0] = b, turned.load[1] = a;
	turned.from = pattern.to, turned.to = pattern.from;
	bool shown = are_shown(pass, &turned, turned_at);
	*apart = -*apart;
	return shown;
}
