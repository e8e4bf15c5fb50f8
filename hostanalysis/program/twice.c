#include "hostanalysis/pass.h"

#include "hostanalysis/program/index.h"

/*
 * Calls that give one pointer twice, as far as the code of the calling function shows it: two
 * arguments that are computed alike, but for a distance from what they are computed from. What is
 * stored between two loads of a place is not looked at, so that what differs may be taken for one
 * pointer; whoever asks looks closer. Where one pointer is put into two members, or given to a
 * function that may do so, whatever the function calls besides may find it there.
 */

enum { DEPTH = 8, MOST_VALUES = 4, MOST_STORES = 64 };

struct values {
	LLVMValueRef at[MOST_VALUES];
	unsigned n;
};

static bool is_lifetime(LLVMValueRef user)
{
	return is_call(user) && !strncmp(call_name(user), "llvm.lifetime.", 14);
}

/* What a local variable is set to; none where there is more, or something else has its address. */
static struct values values_set(LLVMValueRef variable)
{
	struct values values = { .n = 0 };
	LLVMUseRef use = LLVMIsAAllocaInst(variable) ? LLVMGetFirstUse(variable) : NULL;
	for (; use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (LLVMIsALoadInst(user) || is_lifetime(user))
			continue;
		if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 0) == variable ||
			values.n == MOST_VALUES)
			return (struct values){ .n = 0 };
		values.at[values.n++] = LLVMGetOperand(user, 0);
	}
	return values;
}

/* What a value is one of: by a variable that is set several times, by a branch. */
static struct values values_chosen(LLVMValueRef value)
{
	struct values values = { .n = 0 };
	if (LLVMIsALoadInst(value))
		return values_set(LLVMGetOperand(value, 0));
	bool select = LLVMIsASelectInst(value) != NULL;
	if (!select && !LLVMIsAPHINode(value))
		return values;
	for (unsigned i = select; i < (unsigned)LLVMGetNumOperands(value); i++)
		if (values.n < MOST_VALUES)
			values.at[values.n++] = LLVMGetOperand(value, i);
	return values;
}

/* Behind variables that are set once. */
static LLVMValueRef behind_variables(LLVMValueRef value)
{
	for (unsigned i = 0; i < DEPTH && LLVMIsALoadInst(value); i++) {
		struct values values = values_set(LLVMGetOperand(value, 0));
		if (values.n != 1 || LLVMTypeOf(values.at[0]) != LLVMTypeOf(value))
			break;
		value = values.at[0];
	}
	return value;
}

/* What a pointer is counted from. */
static LLVMValueRef behind_steps(LLVMValueRef value)
{
	value = behind_variables(value);
	for (unsigned i = 0; i < DEPTH && LLVMIsAGetElementPtrInst(value); i++) {
		if (LLVMGetNumOperands(value) != 2)
			break;
		value = behind_variables(LLVMGetOperand(value, 0));
	}
	return value;
}

static bool is_alike(LLVMValueRef a, LLVMValueRef b, unsigned depth);

static bool calls_alike(LLVMValueRef a, LLVMValueRef b, unsigned depth)
{
	if (LLVMGetCalledValue(a) != LLVMGetCalledValue(b) || call_args(a) != call_args(b))
		return false;
	for (unsigned i = 0; i < call_args(a); i++)
		if (!is_alike(call_arg(a, i), call_arg(b, i), depth - 1))
			return false;
	return true;
}

static bool is_computed(LLVMValueRef value)
{
	return LLVMIsALoadInst(value) || LLVMIsAGetElementPtrInst(value) ||
	       LLVMIsACastInst(value) || LLVMIsABinaryOperator(value);
}

/* Are two values the same, or computed in the same way from what is the same. */
static bool is_alike(LLVMValueRef a, LLVMValueRef b, unsigned depth)
{
	a = behind_variables(a);
	b = behind_variables(b);
	if (a == b)
		return true;
	if (!depth || !LLVMIsAInstruction(a) || !LLVMIsAInstruction(b) ||
		LLVMGetInstructionOpcode(a) != LLVMGetInstructionOpcode(b) ||
		LLVMTypeOf(a) != LLVMTypeOf(b))
		return false;
	if (is_call(a))
		return calls_alike(a, b, depth);
	if (!is_computed(a) || LLVMGetNumOperands(a) != LLVMGetNumOperands(b))
		return false;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(a); i++)
		if (!is_alike(LLVMGetOperand(a, i), LLVMGetOperand(b, i), depth - 1))
			return false;
	return true;
}

/* Null, texts and other constants are no memory that a kernel writes. */
static bool is_memory(LLVMValueRef pointer)
{
	return LLVMGetTypeKind(LLVMTypeOf(pointer)) == LLVMPointerTypeKind &&
	       (!LLVMIsAConstant(pointer) ||
		       (LLVMIsAGlobalVariable(pointer) && !LLVMIsGlobalConstant(pointer)));
}

/* What is not chosen itself: two variables that loops exchange are each other at no time. */
static bool is_alike_of(const struct values *values, LLVMValueRef other)
{
	for (unsigned i = 0; i < values->n; i++) {
		LLVMValueRef value = behind_steps(values->at[i]);
		if (values_chosen(value).n <= 1 && is_memory(value) &&
			is_alike(value, other, DEPTH))
			return true;
	}
	return false;
}

static bool may_be_one(LLVMValueRef a, LLVMValueRef b)
{
	a = behind_steps(a);
	b = behind_steps(b);
	if (!is_memory(a) || !is_memory(b))
		return false;
	struct values of_a = values_chosen(a), of_b = values_chosen(b);
	return is_alike(a, b, DEPTH) || is_alike_of(&of_a, b) || is_alike_of(&of_b, a);
}

static bool is_same(LLVMValueRef a, LLVMValueRef b)
{
	return is_memory(behind_variables(a)) && is_alike(a, b, DEPTH);
}

struct twice {
	struct arena *arena;
	struct index_function *entry;
	LLVMValueRef
		stores[MOST_STORES]; /* of pointers, but into variables that hold nothing else */
	unsigned n;
	bool kept; /* one pointer in two places */
};

static bool is_variadic(LLVMValueRef call)
{
	return LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(call));
}

static void call_look(struct twice *twice, LLVMValueRef call)
{
	const char *name = call_name(call);
	bool one = false;
	if (!*name || !strncmp(name, "llvm.", 5) || api_find(name) >= 0 || is_variadic(call))
		return;
	for (unsigned i = 0; i < call_args(call); i++)
		for (unsigned k = i + 1; k < call_args(call); k++) {
			one |= may_be_one(call_arg(call, i), call_arg(call, k));
			twice->kept |= is_same(call_arg(call, i), call_arg(call, k));
		}
	if (one)
		vec_push(twice->arena, &twice->entry->twice, arena_strdup(twice->arena, name));
}

static void store_look(struct twice *twice, LLVMValueRef store)
{
	LLVMValueRef value = LLVMGetOperand(store, 0), at = LLVMGetOperand(store, 1);
	if (LLVMIsAAllocaInst(at) || LLVMIsAConstant(value) || twice->n == MOST_STORES ||
		LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind)
		return;
	for (unsigned i = 0; i < twice->n; i++)
		twice->kept |= is_same(LLVMGetOperand(twice->stores[i], 0), value) &&
			       !is_alike(LLVMGetOperand(twice->stores[i], 1), at, DEPTH);
	twice->stores[twice->n++] = store;
}

void twice_fill(struct arena *arena, LLVMValueRef function, struct index_function *entry)
{
	struct twice twice = { .arena = arena, .entry = entry };
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
		block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
			i = LLVMGetNextInstruction(i)) {
			if (is_call(i))
				call_look(&twice, i);
			else if (LLVMIsAStoreInst(i))
				store_look(&twice, i);
		}
	if (twice.kept)
		entry->twice = entry->calls;
}
