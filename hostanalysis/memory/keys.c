#include "hostanalysis/memory/doubled.h"

#include <string.h>

/*
 * Pointers that are read from maps by keys. Two calls of a function may look at one key; where it
 * is not known that they look at two, what they find may be one. The calls are looked for before
 * anything is inlined, and known again by their place in the source.
 */

enum { MOST_READS = 64 };

/* Does a call find what a map has at a key. */
static bool finds_key(LLVMValueRef i)
{
	static const char *const maps[] = { "3mapI", "13unordered_mapI", NULL };
	static const char *const keyed[] = { "EixE", "E2atE", "E4findE", NULL };
	return is_call(i) && names_library(call_name(i)) && has_any(call_name(i), maps) &&
	       has_any(call_name(i), keyed) && call_args(i) >= 2;
}

/* Is an object given to a function that does not change it, such as one that takes a reference to a
 * constant. */
static bool gives_to_read(LLVMValueRef call, LLVMValueRef object)
{
	if (!is_call(call))
		return false;
	if (is_memory_copy(call))
		return call_arg(call, 1) == object;
	const char *name = call_name(call);
	bool member = call_args(call) && call_arg(call, 0) == object;
	return !names_library(name) &&
	       (strstr(name, "RK") || (member && !strncmp(name, "_ZNK", 4)));
}

/* Is a pointer read from a place, or from what lies there. */
static bool is_read(LLVMValueRef place)
{
	for (LLVMUseRef use = LLVMGetFirstUse(place); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if ((LLVMIsALoadInst(user) && is_pointer_value(user)) ||
			gives_to_read(user, place) ||
			(LLVMIsAGetElementPtrInst(user) && is_read(user)))
			return true;
	}
	return false;
}

/* Is it read through an iterator that a call has found. */
static bool is_read_through(LLVMValueRef iterator)
{
	for (LLVMUseRef use = LLVMGetFirstUse(iterator); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		LLVMValueRef kept =
			LLVMIsAStoreInst(user) ? table_of(LLVMGetOperand(user, 1)) : NULL;
		for (LLVMUseRef at = kept && LLVMIsAAllocaInst(kept) ? LLVMGetFirstUse(kept) : NULL;
			at; at = LLVMGetNextUse(at))
			if (is_element(LLVMGetUser(at)) && is_read(LLVMGetUser(at)))
				return true;
	}
	return false;
}

/* The only constant that a key, kept in a variable, is set to or made of; NULL: it is none. */
static LLVMValueRef constant_key(LLVMValueRef key)
{
	LLVMValueRef constant = NULL;
	for (LLVMUseRef use = LLVMIsAAllocaInst(key) ? LLVMGetFirstUse(key) : NULL; use;
		use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use), value = NULL;
		if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == key)
			value = LLVMGetOperand(user, 0);
		else if (is_call(user) && call_args(user) > 1 && call_arg(user, 0) == key &&
			 strstr(call_name(user), "EC"))
			value = call_arg(user, 1);
		if (value && (constant || !LLVMIsConstant(value)))
			return NULL;
		constant = value ? value : constant;
	}
	return constant;
}

/* Does a function's parameter go into a key: itself, or from the variable that holds it. */
static bool is_key_of(LLVMValueRef call, LLVMValueRef parameter)
{
	LLVMValueRef key = call_arg(call, 1);
	if (key == parameter)
		return true;
	if (LLVMIsALoadInst(key))
		key = LLVMGetOperand(key, 0);
	for (LLVMUseRef use = LLVMGetFirstUse(parameter); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef store = LLVMGetUser(use);
		if (LLVMIsAStoreInst(store) && LLVMGetOperand(store, 1) == key)
			return true;
	}
	return false;
}

/* The number of the parameter by which a function that gives a pointer finds it; as many as there
 * are: it is no such function. */
static unsigned key_parameter(LLVMValueRef function)
{
	unsigned n = LLVMCountParams(function), key = n;
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
		block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
			i = LLVMGetNextInstruction(i))
			for (unsigned k = 0; k < n && key == n && finds_key(i); k++)
				key = is_key_of(i, LLVMGetParam(function, k)) ? k : n;
	return key;
}

/* The argument by which a call finds a pointer, in a map or by a function that does so; false: it
 * is no such call. */
static bool reads_by_key(struct host_pass *pass, LLVMValueRef call, unsigned *key)
{
	*key = 1;
	if (finds_key(call))
		return is_read(call) || is_read_through(call);
	LLVMValueRef target = is_call(call) && is_pointer_value(call) ? call_target(call) : NULL;
	if (!target || LLVMIsDeclaration(target) || !is_of_program(pass, target))
		return false;
	*key = key_parameter(target);
	return *key < call_args(call);
}

/* A call that looks at a key. */
struct look_up {
	LLVMValueRef call;
	unsigned key;
};

static LLVMValueRef key_of(const struct look_up *look_up)
{
	LLVMValueRef key = call_arg(look_up->call, look_up->key);
	return LLVMIsConstant(key) ? key : constant_key(key);
}

/* May two calls look at one key of one map. */
static bool may_be_one_key(const struct look_up *x, const struct look_up *y)
{
	LLVMValueRef maps[] = { call_arg(x->call, 0), call_arg(y->call, 0) };
	LLVMValueRef keys[] = { key_of(x), key_of(y) };
	bool variables = LLVMIsAAllocaInst(maps[0]) || LLVMIsAAllocaInst(maps[1]);
	bool alike = call_target(x->call) == call_target(y->call) && (!variables || !x->key);
	bool one = maps[0] == maps[1] && x->key && y->key;
	return (one || alike) && (!keys[0] || !keys[1] || keys[0] == keys[1]);
}

void keys_note(struct host_pass *pass, LLVMValueRef function)
{
	struct look_up reads[MOST_READS];
	unsigned n = 0, key;
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
		block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
			i = LLVMGetNextInstruction(i))
			if (n < MOST_READS && reads_by_key(pass, i, &key))
				reads[n++] = (struct look_up){ i, key };
	for (unsigned i = 0; i < n; i++) {
		struct key_read read = { instruction_loc(pass->arena, reads[i].call),
			arena_alloc(pass->arena, (i + 1) * sizeof(bool)), i };
		for (unsigned k = 0; k < i; k++)
			read.may_be_of[k] = may_be_one_key(&reads[i], &reads[k]);
		vec_push(pass->arena, &pass->key_reads, read);
	}
}

/* The node that a place is in, or a choice of nodes, and how far behind its start. */
static LLVMValueRef node_of(struct host_pass *pass, LLVMValueRef address, int64_t *at)
{
	LLVMValueRef node = pointer_base(pass, address, at);
	if (LLVMIsAPHINode(node) && !*at)
		pointer_base(pass, LLVMGetIncomingValue(node, 0), at);
	return node;
}

/* Are they places in two nodes of a map, behind what links these, which is as long in both; or
 * found by keys. */
static bool are_of_nodes(struct host_pass *pass, LLVMValueRef x, LLVMValueRef y)
{
	int64_t at[2];
	if (finds_key(x) && finds_key(y))
		return call_target(x) == call_target(y);
	LLVMValueRef nodes[] = { node_of(pass, x, &at[0]), node_of(pass, y, &at[1]) };
	return at[0] > 0 && at[0] == at[1] && nodes[0] != nodes[1];
}

/* Is an address computed in a call at a place of the source. */
static bool is_made_at(struct host_pass *pass, LLVMValueRef address, const struct loc *loc)
{
	for (;; address = LLVMGetOperand(address, 0)) {
		ir_stack stack = { 0 };
		if (LLVMIsAInstruction(address))
			instruction_stack(pass->arena, address, &stack);
		vec_each(frame, &stack)
			if (same_loc(&frame->loc, loc))
				return true;
		if (!LLVMIsAGetElementPtrInst(address))
			return false;
	}
}

/* May one have been found by a read, the other one by a read before it whose key may be the same.
 * In macros many reads are at one place. */
static bool are_found_by(struct host_pass *pass, unsigned number, LLVMValueRef x, LLVMValueRef y)
{
	const struct key_read *read = &pass->key_reads.at[number], *first = read - read->n;
	if (!is_made_at(pass, x, &read->loc))
		return false;
	for (unsigned i = 0; i < read->n; i++)
		if (read->may_be_of[i] && is_made_at(pass, y, &first[i].loc))
			return true;
	return false;
}

bool are_of_one_key(struct host_pass *pass, LLVMValueRef x, LLVMValueRef y)
{
	if (!pass->key_reads.n || !are_of_nodes(pass, x, y))
		return false;
	for (unsigned i = 0; i < pass->key_reads.n; i++)
		if (are_found_by(pass, i, x, y) || are_found_by(pass, i, y, x))
			return true;
	return false;
}
