#include "hostanalysis/pass.h"

#include <string.h>

#include "base/ptrmap.h"

/*
 * Numbers that the program itself makes in ways that are not followed: by arithmetic of floats, in
 * loops that carry a value, in functions that are not inlined, in containers. They are no inputs:
 * what they may be together with others is not known, so a witness that rests on one says nothing.
 * What comes from arguments, from files, from the device or from code out of sight may be anything.
 */

enum { DEEPEST = 12, MOST_CALLS = 4 /* within each other */ };

struct making {
	struct arena *arena;
	struct ptrmap *seen;
};

static bool is_made(const struct making *making, LLVMValueRef value, unsigned depth);

static bool begins_with_one(const char *name, const char *const *prefixes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
			return true;
	return false;
}

#define BEGINS_WITH(name, prefixes)                                                                \
	begins_with_one(name, prefixes, sizeof(prefixes) / sizeof(*(prefixes)))

/* Functions of floats; those that round give whole numbers. */
static bool is_of_floats(const char *name)
{
	static const char *const prefixes[] = { "llvm.", "ceil", "floor", "round", "trunc", "rint",
		"nearbyint", "lround", "llround", "lrint", "llrint", "log", "exp", "pow", "sqrt",
		"cbrt", "hypot", "fmin", "fmax", "fmod", "fabs" };
	return BEGINS_WITH(name, prefixes);
}

/* Algorithms and members of the standard library, but those of strings and streams. */
static bool is_of_library(const char *name)
{
	static const char *const prefixes[] = { "_ZSt", "_ZNSt", "_ZNKSt" };
	return BEGINS_WITH(name, prefixes) && !strstr(name, "basic_string") &&
	       !strstr(name, "stream") && !strstr(name, "random");
}

static bool is_in_sight(LLVMValueRef function, unsigned depth);

/* Does a call reach nothing but code in sight, the library's and arithmetic. */
static bool stays_in_sight(LLVMValueRef call, LLVMValueRef from, unsigned depth)
{
	const char *name = call_name(call);
	LLVMValueRef target = call_target(call);
	if (!strncmp(name, "llvm.", 5) || is_of_library(name) || call_has_no_effect(call) || target == from)
		return true;
	return target && depth && is_in_sight(target, depth - 1);
}

/* Has a function a body, and reads nothing in by functions that have none. */
static bool is_in_sight(LLVMValueRef function, unsigned depth)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
			if (is_call(i) && !stays_in_sight(i, function, depth))
				return false;
	return !LLVMIsDeclaration(function);
}

/* Is a float more than an input, or whole number, of another type. */
static bool is_made_float(LLVMValueRef value, unsigned depth)
{
	if (!depth || !LLVMIsAInstruction(value))
		return false;
	if (LLVMIsABinaryOperator(value) || LLVMIsASelectInst(value) || LLVMIsAPHINode(value))
		return true;
	if (is_call(value))
		return is_of_floats(call_name(value));
	return LLVMIsACastInst(value) && is_made_float(LLVMGetOperand(value, 0), depth - 1);
}

/* Containers of the standard library, not its strings and streams. */
static bool is_container(LLVMTypeRef type)
{
	static const char *const prefixes[] = { "class.std::vector", "class.std::deque",
		"class.std::map", "class.std::multimap", "class.std::unordered_map",
		"class.std::set", "class.std::unordered_set", "class.std::list",
		"class.std::__cxx11::list", "class.std::queue", "class.std::stack",
		"class.std::priority_queue" };
	const char *name =
		LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetStructName(type) : NULL;
	return name && BEGINS_WITH(name, prefixes);
}

static bool is_filled_outside(struct ptrmap *seen, LLVMValueRef pointer);

static LLVMValueRef object_of(LLVMValueRef pointer)
{
	while (LLVMIsAGetElementPtrInst(pointer))
		pointer = LLVMGetOperand(pointer, 0);
	return pointer;
}

/* Does a pointer lead to memory that somebody else may have filled. */
static bool is_given(struct ptrmap *seen, LLVMValueRef pointer)
{
	int size, count;
	LLVMValueRef object = object_of(pointer);
	bool made = LLVMIsAAllocaInst(object) || (is_call(object) && host_allocator(call_name(object), &size, &count));
	return LLVMIsAArgument(object) || LLVMIsALoadInst(object) || (made ? is_filled_outside(seen, object) : is_call(object));
}

/* Is a number that is stored one that was read in. */
static bool is_read_in(struct ptrmap *seen, LLVMValueRef value)
{
	if (LLVMIsALoadInst(value))
		return LLVMIsAAllocaInst(object_of(LLVMGetOperand(value, 0))) && is_given(seen, LLVMGetOperand(value, 0));
	LLVMValueRef target = is_call(value) ? call_target(value) : NULL;
	return target && LLVMIsDeclaration(target) && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind &&
	       !is_of_library(call_name(value)) && !is_of_floats(call_name(value));
}

/* Does a use of the address let something put an input there. */
static bool use_fills(struct ptrmap *seen, LLVMValueRef user, LLVMValueRef pointer)
{
	if (LLVMIsAGetElementPtrInst(user) || LLVMIsAPHINode(user) || LLVMIsASelectInst(user))
		return is_filled_outside(seen, user);
	if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == pointer)
		return LLVMIsAGlobalVariable(LLVMGetOperand(user, 1)) || LLVMIsAArgument(LLVMGetOperand(user, 1));
	if (LLVMIsAStoreInst(user))
		return is_read_in(seen, LLVMGetOperand(user, 0));
	if (!is_call(user))
		return false;
	const char *name = call_name(user);
	if (!strncmp(name, "llvm.memcpy.", 12) || !strncmp(name, "llvm.memmove.", 13))
		return call_arg(user, 0) == pointer && is_given(seen, call_arg(user, 1));
	LLVMValueRef target = call_target(user);
	bool harmless = !strcmp(name, "free") || !strncmp(name, "_Zd", 3) ||
			!strncmp(name, "llvm.", 5) || is_of_library(name);
	return !harmless && !(target && is_in_sight(target, MOST_CALLS)) && !call_has_no_effect(user);
}

static bool is_filled_outside(struct ptrmap *seen, LLVMValueRef pointer)
{
	if (ptrmap_get(seen, pointer))
		return false;
	ptrmap_set(seen, pointer, pointer);
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use))
		if (use_fills(seen, LLVMGetUser(use), pointer))
			return true;
	return false;
}

static bool is_own_memory(struct arena *arena, LLVMValueRef object)
{
	int size, count;
	if (LLVMIsAAllocaInst(object) && is_container(LLVMGetAllocatedType(object)))
		return true;
	bool own = LLVMIsAAllocaInst(object) ||
		   (is_call(object) && host_allocator(call_name(object), &size, &count));
	return own && !is_filled_outside(ptrmap_new(arena), object);
}

static bool leads_to_made(const struct making *making, LLVMValueRef pointer, unsigned depth);

static bool one_leads_to_made(const struct making *making, LLVMValueRef choice, unsigned depth)
{
	unsigned first = LLVMIsASelectInst(choice) ? 1 : 0;
	if (ptrmap_get(making->seen, choice))
		return false;
	ptrmap_set(making->seen, choice, choice);
	for (unsigned i = first; i < (unsigned)LLVMGetNumOperands(choice); i++)
		if (leads_to_made(making, LLVMGetOperand(choice, i), depth - 1))
			return true;
	return false;
}

static unsigned argument_number(LLVMValueRef argument)
{
	unsigned n = 0;
	while (LLVMGetParam(LLVMGetParamParent(argument), n) != argument)
		n++;
	return n;
}

/* Is a function of a whole program only called, and each call that is not its own gives memory that the program alone fills. */
static bool is_given_made(const struct making *making, LLVMValueRef argument, unsigned depth)
{
	LLVMValueRef function = LLVMGetParamParent(argument);
	unsigned n = argument_number(argument);
	bool any = false;
	if (!LLVMGetNamedFunction(LLVMGetGlobalParent(function), "main"))
		return false;
	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef call = LLVMGetUser(use);
		if (!is_call(call) || call_target(call) != function)
			return false;
		if (call_arg(call, n) == argument)
			continue;
		if (!leads_to_made(making, call_arg(call, n), depth - 1))
			return false;
		any = true;
	}
	return any;
}

/* Does a pointer lead to memory that the program alone fills. */
static bool leads_to_made(const struct making *making, LLVMValueRef pointer, unsigned depth)
{
	pointer = object_of(pointer);
	if (depth && LLVMIsAArgument(pointer))
		return is_given_made(making, pointer, depth);
	if (!depth || !LLVMIsAInstruction(pointer))
		return false;
	if (LLVMIsALoadInst(pointer))
		return is_made(making, pointer, depth);
	if (LLVMIsAPHINode(pointer) || LLVMIsASelectInst(pointer))
		return one_leads_to_made(making, pointer, depth);
	return is_own_memory(making->arena, pointer) ||
	       (is_call(pointer) && is_made(making, pointer, depth));
}

/* Is a call one of a function whose body is in sight, or chosen at run time among such. */
static bool is_call_made(LLVMValueRef call, unsigned depth)
{
	LLVMValueRef target = call_target(call);
	const char *name = call_name(call);
	if (is_of_library(name))
		return true;
	if (!target)
		return LLVMIsASelectInst(LLVMGetCalledValue(call)) ||
		       LLVMIsAPHINode(LLVMGetCalledValue(call));
	if (!LLVMIsDeclaration(target))
		return is_in_sight(target, MOST_CALLS);
	return is_of_floats(name) && call_args(call) && is_made_float(call_arg(call, 0), depth);
}

static bool operand_is_made(
	const struct making *making, LLVMValueRef value, LLVMValueRef part, unsigned depth)
{
	bool carried =
		LLVMIsAPHINode(value) && (LLVMIsABinaryOperator(part) || LLVMIsASelectInst(part));
	return carried || is_made(making, part, depth - 1);
}

static bool is_made(const struct making *making, LLVMValueRef value, unsigned depth)
{
	if (!depth || !LLVMIsAInstruction(value) || ptrmap_get(making->seen, value))
		return false;
	ptrmap_set(making->seen, value, value);
	if (LLVMIsAFPToSIInst(value) || LLVMIsAFPToUIInst(value))
		return is_made_float(LLVMGetOperand(value, 0), depth);
	if (is_call(value))
		return is_call_made(value, depth);
	if (LLVMIsALoadInst(value))
		return !LLVMGetVolatile(value) &&
		       leads_to_made(making, LLVMGetOperand(value, 0), depth - 1);
	unsigned first = LLVMIsASelectInst(value) ? 1 : 0;
	for (unsigned i = first; i < (unsigned)LLVMGetNumOperands(value); i++)
		if (operand_is_made(making, value, LLVMGetOperand(value, i), depth))
			return true;
	return false;
}

bool value_is_made(struct root *root, LLVMValueRef value)
{
	const struct making making = { root->pass->arena, ptrmap_new(root->pass->arena) };
	return is_made(&making, value, DEEPEST);
}
