#include "hostanalysis/doubled.h"

#include <string.h>

#include "expr/place.h"

/*
 * Pointers of a launch of which nothing tells where they come from, and of which the program shows that they may be one: entries of
 * one table at places that may be the same, variables or members of one object to which the program gives one pointer, as a job in
 * a queue or the state of a thread does, or arguments that a call gives so, through a pointer to the function too. The second one
 * is either the first or another, and which of them is not known.
 */

enum { MOST_STORES = 20000 };

LLVMValueRef member_tag(struct host_pass *pass, LLVMValueRef access)
{
	return LLVMGetMetadata(access, LLVMGetMDKindIDInContext(pass->module->context, "tbaa", 4));
}

bool names_member(LLVMValueRef tag)
{
	LLVMValueRef parts[4] = { NULL };
	if (!tag || LLVMGetMDNodeNumOperands(tag) > 4 || LLVMGetMDNodeNumOperands(tag) < 2)
		return false;
	LLVMGetMDNodeOperands(tag, parts);
	return parts[0] != parts[1];
}

/* Is it of the same member; of new memory of the device it is enough that nothing says otherwise. */
static bool same_member(struct host_pass *pass, LLVMValueRef store, LLVMValueRef load)
{
	LLVMValueRef a = member_tag(pass, store), b = member_tag(pass, load), value = LLVMGetOperand(store, 0);
	bool fresh = is_call(value) && !strcmp(call_name(value), "hgrd.alloc");
	return (a && a == b) || (fresh && !(names_member(a) && names_member(b)));
}

static bool is_pointer_store(LLVMValueRef i)
{
	return LLVMIsAStoreInst(i) && !LLVMIsConstant(LLVMGetOperand(i, 0)) &&
	       LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, 0))) == LLVMPointerTypeKind;
}

const struct pointer_stores *pointer_stores(struct host_pass *pass)
{
	if (pass->pointer_stores)
		return pass->pointer_stores;
	pass->pointer_stores = arena_alloc(pass->arena, sizeof(*pass->pointer_stores));
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block;
			block = LLVMGetNextBasicBlock(block))
			for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
				if (is_pointer_store(i) && pass->pointer_stores->list.n < MOST_STORES)
					vec_push(pass->arena, &pass->pointer_stores->list, i);
	return pass->pointer_stores;
}

/* Is what the store writes also stored in the other member of that object. */
static bool stored_beside(struct host_pass *pass, LLVMValueRef store, LLVMValueRef other, int64_t apart)
{
	int64_t here, there;
	LLVMValueRef object = pointer_base(pass, LLVMGetOperand(store, 1), &here);
	LLVMValueRef pointer = LLVMGetOperand(store, 0);
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == pointer && same_member(pass, user, other) &&
			pointer_base(pass, LLVMGetOperand(user, 1), &there) == object && there - here == apart)
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
static bool is_in_step(struct host_pass *pass, LLVMValueRef store, int64_t at, int64_t size)
{
	int64_t here;
	pointer_base(pass, LLVMGetOperand(store, 1), &here);
	return !size || names_member(member_tag(pass, store)) || (here - at) % size == 0;
}

static bool is_store_at(struct host_pass *pass, LLVMValueRef store, LLVMValueRef variable, int64_t offset)
{
	int64_t at;
	return LLVMIsAStoreInst(store) && pointer_base(pass, LLVMGetOperand(store, 1), &at) == variable && at == offset;
}

/* Is one pointer stored at places in two variables of the program. */
static bool stored_in_both(struct host_pass *pass, const LLVMValueRef *variable, const int64_t *at)
{
	for (unsigned i = 0; i < 2; i++)
		if (!LLVMIsAGlobalVariable(variable[i]))
			return false;
	vec_each(store, &pointer_stores(pass)->list) {
		LLVMValueRef pointer = LLVMGetOperand(*store, 0);
		if (!is_store_at(pass, *store, variable[0], at[0]))
			continue;
		for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use))
			if (LLVMIsAStoreInst(LLVMGetUser(use)) && LLVMGetOperand(LLVMGetUser(use), 0) == pointer &&
				is_store_at(pass, LLVMGetUser(use), variable[1], at[1]))
				return true;
	}
	return false;
}

/* Are they members of one object, or variables, that get one pointer somewhere. */
static bool stored_alike(struct host_pass *pass, LLVMValueRef a, LLVMValueRef b)
{
	int64_t at[2];
	LLVMValueRef base[] = { pointer_base(pass, LLVMGetOperand(a, 0), &at[0]),
		pointer_base(pass, LLVMGetOperand(b, 0), &at[1]) };
	if (base[0] != base[1])
		return stored_in_both(pass, base, at);
	if (at[0] == at[1])
		return false;
	int64_t size = structure_size(pass, at[0] < at[1] ? b : a);
	vec_each(store, &pointer_stores(pass)->list)
		if (same_member(pass, *store, a) && is_in_step(pass, *store, at[0], size) && stored_beside(pass, *store, b, at[1] - at[0]))
			return true;
	return false;
}

/* What a pointer points into, wherever. */
static LLVMValueRef table_of(LLVMValueRef pointer)
{
	while (LLVMIsAGetElementPtrInst(pointer))
		pointer = LLVMGetOperand(pointer, 0);
	return pointer;
}

/* Condition for both to be read at one place of a table; false where they are not of one. */
static const struct et *one_entry(struct root *root, LLVMValueRef a, LLVMValueRef b)
{
	struct ets *ets = root->pass->ets;
	LLVMValueRef from[] = { LLVMGetOperand(a, 0), LLVMGetOperand(b, 0) };
	if (table_of(from[0]) != table_of(from[1]))
		return et_bool(ets, false);
	return et_binary(ets, ET_EQ, 0, host_term(root, from[0]), host_term(root, from[1]));
}

/* Stands for: the pair of arguments is of one pointer. The same for all launches, so that these can be told to be the same. */
static const struct et *is_one(struct host_pass *pass, unsigned a, unsigned b)
{
	vec_each(known, &pass->doubled)
		if (known->arg[0] == a && known->arg[1] == b)
			return known->is_one;
	const struct et *is_one = et_sym(pass->ets,
		symbol_new(pass->ets, SYM_HAVOC, LEVEL_GRID, 1, "whether the host gives one pointer twice"));
	struct doubled_pair pair = { { a, b }, is_one };
	vec_push(pass->arena, &pass->doubled, pair);
	return is_one;
}

static unsigned parameter_number(LLVMValueRef parameter)
{
	unsigned n = 0;
	for (LLVMValueRef p = parameter; (p = LLVMGetPreviousParam(p));)
		n++;
	return n;
}

static bool is_address_taken(LLVMValueRef function)
{
	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
		if (!is_call(LLVMGetUser(use)) || LLVMGetCalledValue(LLVMGetUser(use)) != function)
			return true;
	return false;
}

/* May the call be one of the function, through a pointer too. */
static bool may_call(LLVMValueRef call, LLVMValueRef function)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	if (callee == function)
		return call_fits(call);
	return !LLVMIsAFunction(callee) && !LLVMIsAInlineAsm(callee) && is_address_taken(function) &&
	       LLVMGetCalledFunctionType(call) == LLVMGlobalGetValueType(function);
}

/* Does some call in a function give one pointer for both parameters of another. */
static bool gives_twice(struct host_pass *pass, LLVMValueRef caller, LLVMValueRef function, unsigned a, unsigned b)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(caller); block; block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
			if (!is_call(i) || !may_call(i, function))
				continue;
			LLVMValueRef x = call_arg(i, a), y = call_arg(i, b);
			if ((x == y && !LLVMIsConstant(x)) ||
				(LLVMIsALoadInst(x) && LLVMIsALoadInst(y) && stored_alike(pass, x, y)))
				return true;
		}
	return false;
}

static bool given_twice(struct host_pass *pass, LLVMValueRef a, LLVMValueRef b)
{
	LLVMValueRef function = LLVMGetParamParent(a);
	unsigned x = parameter_number(a), y = parameter_number(b);
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f; f = LLVMGetNextFunction(f))
		if (gives_twice(pass, f, function, x, y))
			return true;
	return false;
}

static const struct et *may_be_one(struct root *root, LLVMValueRef a, LLVMValueRef b)
{
	struct ets *ets = root->pass->ets;
	if (a != b && LLVMIsAArgument(a) && LLVMIsAArgument(b))
		return et_bool(ets, given_twice(root->pass, a, b));
	if (a != b && (are_put_twice(root->pass, a, b) || are_copied_entries(root->pass, a, b)))
		return et_bool(ets, true);
	if (a != b && (is_of_chosen(root, a, b) || is_of_chosen(root, b, a)))
		return et_bool(ets, true);
	if (!LLVMIsALoadInst(a) || !LLVMIsALoadInst(b) || a == b)
		return et_bool(ets, false);
	return stored_alike(root->pass, a, b) ? et_bool(ets, true) : one_entry(root, a, b);
}

/* Choices of too many places are not followed, and would stand for memory of their own: then it is left at the doubt. */
static void arguments_join(struct root *root, struct host_launch *launch, const struct et *first, unsigned a,
	const struct et *second, unsigned b, const struct et *when)
{
	struct ets *ets = root->pass->ets;
	const struct et *joined = et_ite(ets, et_and(ets, when, is_one(root->pass, a, b)), first, second);
	place_list places = { 0 };
	if (!address_places(ets, joined, &places)) {
		struct host_exchange exchange = { { first, second } };
		vec_push(root->pass->arena, &launch->exchanged, exchange);
		return;
	}
	vec_each(arg, &launch->args)
		vec_each(piece, &arg->pieces)
			if (piece->value == second)
				piece->value = joined;
}

void launch_doubled_fill(struct root *root, LLVMValueRef call, struct host_launch *launch)
{
	struct host_pass *pass = root->pass;
	unsigned n = (unsigned)LLVMGetNumArgOperands(call);
	for (unsigned k = LAUNCH_ARGS; k < n && launch->args_known; k++) {
		for (unsigned i = LAUNCH_ARGS; i < k; i++) {
			LLVMValueRef a = call_arg(call, i), b = call_arg(call, k);
			const struct et *when = may_be_one(root, a, b);
			if (et_is_false(when))
				continue;
			const struct et *first = host_term(root, a), *second = host_term(root, b);
			if (first->width == second->width &&
				host_alias(pass->arena, pass->ets, first, second).alias == HOST_ALIAS_UNKNOWN)
				arguments_join(root, launch, first, i, second, k, when);
		}
	}
}
