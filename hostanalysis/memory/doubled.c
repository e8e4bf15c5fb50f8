#include "hostanalysis/memory/doubled.h"

#include <string.h>

#include "expr/place.h"

/*
 * Pointers of a launch of which nothing tells where they come from, and of which the program shows that they may be one: entries of
 * one table at places that may be the same, variables or members of one object to which the program gives one pointer, as a job in
 * a queue or the state of a thread does, or arguments that a call gives so, through a pointer to the function too. The second one
 * is either the first or another, and which of them is not known.
 */

enum { MOST_STORES = 20000, MOST_OBJECTS = 3, VARIABLES = 1 << 16 };

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

bool same_member(struct host_pass *pass, LLVMValueRef store, LLVMValueRef load)
{
	LLVMValueRef a = member_tag(pass, store), b = member_tag(pass, load), value = LLVMGetOperand(store, 0);
	bool fresh = LLVMIsAStoreInst(store) && is_call(value) && !strcmp(call_name(value), "hgrd.alloc");
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

LLVMValueRef table_of(LLVMValueRef pointer)
{
	while (LLVMIsAGetElementPtrInst(pointer))
		pointer = LLVMGetOperand(pointer, 0);
	return pointer;
}

/* Does it lie in the variable it is computed from; behind one, as the end of a map is where its nodes have their values, nothing is read. */
static bool is_within(const struct place *place)
{
	const struct symbol *base = place->base->op == ET_SYM && place->base->sym->kind == SYM_BASE ? place->base->sym : NULL;
	const struct host_alloc *alloc = base ? base->origin : NULL;
	return !alloc || !alloc->local || !et_is_const(place->offset) || place->offset->value < alloc->local;
}

/* Condition for two addresses to be one place of an object that both may be chosen to be. */
static const struct et *one_place(struct ets *ets, const struct et *a, const struct et *b)
{
	const struct et *one = et_bool(ets, false);
	place_list places[2] = { { 0 }, { 0 } };
	if (!address_places(ets, a, &places[0]) || !address_places(ets, b, &places[1]))
		return one;
	vec_each(x, &places[0])
		vec_each(y, &places[1])
			if (x->base == y->base && is_within(x))
				one = et_or(ets, one, et_and(ets, et_and(ets, x->guard, y->guard),
					et_binary(ets, ET_EQ, 0, x->offset, y->offset)));
	return one;
}

/* Condition for two addresses to be one place of a table, or of an object that is chosen; false where they are not of one. */
static const struct et *one_address(struct root *root, LLVMValueRef a, LLVMValueRef b)
{
	struct ets *ets = root->pass->ets;
	const struct et *at[] = { host_term(root, a), host_term(root, b) };
	return table_of(a) == table_of(b) ? et_binary(ets, ET_EQ, 0, at[0], at[1]) : one_place(ets, at[0], at[1]);
}

/* Condition for a load to be of a place where a pointer, be it as a number, has been put. */
static const struct et *put_and_read(struct root *root, LLVMValueRef pointer, LLVMValueRef load)
{
	const struct et *one = et_bool(root->pass->ets, false);
	for (LLVMUseRef use = LLVMIsAInstruction(pointer) ? LLVMGetFirstUse(pointer) : NULL; use; use = LLVMGetNextUse(use)) {
		LLVMValueRef store = LLVMGetUser(use);
		if (LLVMIsAPtrToIntInst(store))
			one = et_or(root->pass->ets, one, put_and_read(root, store, load));
		else if (LLVMIsAStoreInst(store) && LLVMGetOperand(store, 0) == pointer)
			one = et_or(root->pass->ets, one, one_address(root, LLVMGetOperand(store, 1), LLVMGetOperand(load, 0)));
	}
	return one;
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

unsigned parameter_number(LLVMValueRef parameter)
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

bool may_call(LLVMValueRef call, LLVMValueRef function)
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
			int64_t apart = 0;
			bool one = may_be_one_pointer(pass, x, y, &apart) ||
				   (LLVMIsALoadInst(x) && LLVMIsALoadInst(y) && stored_alike(pass, x, y, &apart));
			if (one && !apart)
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

static bool may_be_one_object(struct root *root, LLVMValueRef a, LLVMValueRef b, unsigned depth);

/* Are they read from one member of two objects that may be one. */
static bool of_one_object(struct root *root, LLVMValueRef a, LLVMValueRef b, unsigned depth)
{
	int64_t at[2];
	LLVMValueRef x = pointer_base(root->pass, LLVMGetOperand(a, 0), &at[0]);
	LLVMValueRef y = pointer_base(root->pass, LLVMGetOperand(b, 0), &at[1]);
	return at[0] == at[1] && x != y && member_tag(root->pass, a) == member_tag(root->pass, b) &&
	       may_be_one_object(root, x, y, depth - 1);
}

/* May two pointers, to memory of the device or to objects that hold them, be one. */
static bool may_be_one_object(struct root *root, LLVMValueRef a, LLVMValueRef b, unsigned depth)
{
	int64_t apart = 0;
	bool loads = LLVMIsALoadInst(a) && LLVMIsALoadInst(b);
	if (a == b || !depth)
		return false;
	if (LLVMIsAArgument(a) && LLVMIsAArgument(b))
		return given_twice(root->pass, a, b);
	struct host_pass *pass = root->pass;
	if (are_put_twice(pass, a, b) || are_put_here(root, a, b) || are_copied_in_containers(pass, a, b) || are_got_alike(pass, a, b) ||
		are_copied_entries(pass, a, b) || are_shared_members(pass, a, b) || is_of_chosen(root, a, b) || is_of_chosen(root, b, a))
		return true;
	return loads && ((stored_alike(pass, a, b, &apart) && !apart) || of_one_object(root, a, b, depth));
}

/* When two pointers may be one, or the second one so many bytes behind the first. */
struct doubt {
	const struct et *when;
	int64_t apart;
	bool surely; /* they are, then */
};

/* Does nothing come between two loads that may change what is read. */
static bool are_read_at_once(LLVMValueRef a, LLVMValueRef b)
{
	LLVMValueRef i = a;
	while (i && i != b && (i == a || !(LLVMIsAStoreInst(i) || is_call(i))))
		i = LLVMGetNextInstruction(i);
	return i == b;
}

static struct doubt may_be_one(struct root *root, LLVMValueRef a, LLVMValueRef b)
{
	struct doubt doubt = { .when = et_bool(root->pass->ets, false) };
	if (a == b)
		return doubt;
	bool loads = LLVMIsALoadInst(a) && LLVMIsALoadInst(b);
	if (loads && stored_alike(root->pass, a, b, &doubt.apart)) {
		doubt.when = et_bool(root->pass->ets, true);
		return doubt;
	}
	doubt.apart = 0;
	if (may_be_one_object(root, a, b, MOST_OBJECTS))
		doubt.when = et_bool(root->pass->ets, true);
	else if (loads) {
		doubt.when = one_address(root, LLVMGetOperand(a, 0), LLVMGetOperand(b, 0));
		bool table = table_of(LLVMGetOperand(a, 0)) == table_of(LLVMGetOperand(b, 0));
		doubt.surely = !table && (are_read_at_once(a, b) || are_read_at_once(b, a));
	} else if (LLVMIsALoadInst(a) || LLVMIsALoadInst(b)) {
		doubt.when = LLVMIsALoadInst(a) ? put_and_read(root, b, a) : put_and_read(root, a, b);
	}
	return doubt;
}

/* An argument of a launch, and what it is now taken for. */
struct taken {
	LLVMValueRef value;
	const struct et *was, *now;
};

/* Choices of too many places are not followed, and would stand for memory of their own: then it is left at the doubt. */
static void taken_set(struct root *root, struct host_launch *launch, const struct et *other, struct taken *taken, const struct et *now)
{
	place_list places = { 0 };
	if (!address_places(root->pass->ets, now, &places)) {
		struct host_exchange exchange = { { other, taken->now } };
		vec_push(root->pass->arena, &launch->exchanged, exchange);
		return;
	}
	vec_each(arg, &launch->args)
		vec_each(piece, &arg->pieces)
			if (piece->value == taken->now)
				piece->value = now;
	taken->now = now;
}

/* The pointer, or so many bytes behind the first one where they are one. */
static const struct et *joined(struct root *root, const struct doubt *doubt, const struct et *is_one, const struct et *first, const struct et *other)
{
	struct ets *ets = root->pass->ets;
	const struct et *behind = et_binary(ets, ET_ADD, ET_NSW, first, et_const(ets, first->width, (uint64_t)doubt->apart));
	const struct et *one = doubt->surely ? doubt->when : et_and(ets, doubt->when, is_one);
	return et_ite(ets, one, behind, other);
}

void leaves_add(struct leaves *leaves, LLVMValueRef value)
{
	value = table_of(value);
	for (unsigned i = 0; i < leaves->n; i++)
		if (leaves->at[i] == value)
			return;
	if (leaves->n == MOST_LEAVES)
		return;
	leaves->at[leaves->n++] = value;
	bool select = LLVMIsASelectInst(value) != NULL;
	for (unsigned i = select; (select || LLVMIsAPHINode(value)) && i < (unsigned)LLVMGetNumOperands(value); i++)
		leaves_add(leaves, LLVMGetOperand(value, i));
}

static const struct et *leaf_replaced(void *data, struct ets *ets, const struct et *leaf)
{
	const struct et *const *pair = data;
	(void)ets;
	return leaf == pair[0] ? pair[1] : NULL;
}

/* Joins what two choices may both be, each where it is chosen. */
static void leaves_join(struct root *root, struct host_launch *launch, const struct taken *first, struct taken *second,
	const struct et *is_one)
{
	struct leaves a = { .n = 0 }, b = { .n = 0 };
	leaves_add(&a, first->value);
	leaves_add(&b, second->value);
	for (unsigned i = 0; i < a.n; i++)
		for (unsigned k = 0; k < b.n; k++) {
			if (!LLVMIsALoadInst(a.at[i]) || !LLVMIsALoadInst(b.at[k]))
				continue;
			struct doubt doubt = may_be_one(root, a.at[i], b.at[k]);
			if (et_is_false(doubt.when))
				continue;
			const struct et *pair[] = { host_term(root, b.at[k]),
				joined(root, &doubt, is_one, host_term(root, a.at[i]), host_term(root, b.at[k])) };
			const struct et *now = et_map_once(root->pass->ets, second->now, leaf_replaced, pair);
			if (now != second->now)
				taken_set(root, launch, first->now, second, now);
		}
}

static void arguments_join(struct root *root, struct host_launch *launch, const struct taken *first, struct taken *second,
	const struct et *is_one)
{
	struct doubt doubt = may_be_one(root, first->value, second->value);
	if (et_is_false(doubt.when))
		leaves_join(root, launch, first, second, is_one);
	else
		taken_set(root, launch, first->was, second, joined(root, &doubt, is_one, first->was, second->now));
}

/* Joins what may be the address of a device variable with that. */
static void variables_join(struct root *root, struct host_launch *launch, struct taken *taken, unsigned arg)
{
	struct doubt doubt = { .when = et_bool(root->pass->ets, true) };
	for (unsigned i = 0; i < root->pass->variables.n; i++) {
		LLVMValueRef variable = variable_given(root->pass, taken->value, i);
		if (!variable)
			continue;
		const struct et *address = host_term(root, variable);
		taken_set(root, launch, address, taken, joined(root, &doubt, is_one(root->pass, VARIABLES + i, arg), address, taken->now));
	}
}

void launch_doubled_fill(struct root *root, LLVMValueRef call, struct host_launch *launch)
{
	struct host_pass *pass = root->pass;
	unsigned n = (unsigned)LLVMGetNumArgOperands(call);
	for (unsigned k = LAUNCH_ARGS; k < n && launch->args_known; k++) {
		const struct et *term = host_term(root, call_arg(call, k));
		struct taken second = { call_arg(call, k), term, term };
		variables_join(root, launch, &second, k);
		for (unsigned i = LAUNCH_ARGS; i < k; i++) {
			term = host_term(root, call_arg(call, i));
			struct taken first = { call_arg(call, i), term, term };
			if (first.was->width == second.was->width && first.value != second.value &&
				LLVMGetTypeKind(LLVMTypeOf(first.value)) == LLVMPointerTypeKind &&
				host_alias(pass->arena, pass->ets, first.was, second.was).alias == HOST_ALIAS_UNKNOWN)
				arguments_join(root, launch, &first, &second, is_one(pass, i, k));
		}
	}
}
