#include "hostanalysis/memory/doubled.h"

#include <string.h>

/*
 * Pointers that calls return: functions that are not inlined, virtual ones above all, return what they read behind an argument. Two calls
 * that read one place of one object return one pointer, and what is stored there is that pointer too.
 */

enum { VTABLE_HEAD = 2, WORD = 8 };

/* What lies so many bytes behind a pointer. */
struct place {
	LLVMValueRef base; /* NULL: not known */
	int64_t at;
};

static struct place place_of(struct host_pass *pass, LLVMValueRef address)
{
	struct place place = { 0 };
	place.base = pointer_base(pass, address, &place.at);
	return place;
}

static bool same_place(struct place x, struct place y)
{
	return x.base && x.base == y.base && x.at == y.at;
}

/* The only value that a function returns; NULL: there are several. */
static LLVMValueRef returned(LLVMValueRef function)
{
	LLVMValueRef value = NULL;
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
		if (!end || !LLVMIsAReturnInst(end))
			continue;
		if (value || !LLVMGetNumOperands(end))
			return NULL;
		value = LLVMGetOperand(end, 0);
	}
	return value;
}

/* The place behind an argument that a call of the function reads what it returns from. */
static struct place place_read(struct host_pass *pass, LLVMValueRef function, LLVMValueRef call)
{
	struct place none = { 0 };
	LLVMValueRef value = function && !LLVMIsDeclaration(function) ? returned(function) : NULL;
	if (!value || !LLVMIsALoadInst(value))
		return none;
	struct place inside = place_of(pass, LLVMGetOperand(value, 0));
	unsigned number = LLVMIsAArgument(inside.base) ? parameter_number(inside.base) : call_args(call);
	if (number >= call_args(call))
		return none;
	struct place place = place_of(pass, call_arg(call, number));
	place.at += inside.at;
	return place;
}

/* The place in the table of an object's virtual functions that is called; false: it is no such call. */
static bool virtual_slot(struct host_pass *pass, LLVMValueRef call, struct place *table, unsigned *slot)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	if (!LLVMIsALoadInst(callee) || !call_args(call))
		return false;
	struct place entry = place_of(pass, LLVMGetOperand(callee, 0));
	if (!LLVMIsALoadInst(entry.base) || entry.at < 0 || entry.at % WORD)
		return false;
	*table = place_of(pass, LLVMGetOperand(entry.base, 0));
	*slot = (unsigned)(entry.at / WORD);
	return same_place(*table, place_of(pass, call_arg(call, 0)));
}

/* What a class's table has there for such a call; NULL: nothing. */
static LLVMValueRef table_entry(LLVMValueRef table, unsigned slot, LLVMValueRef call)
{
	LLVMValueRef contents = LLVMGetInitializer(table);
	LLVMValueRef entries = contents && LLVMIsAConstantStruct(contents) ? LLVMGetOperand(contents, 0) : NULL;
	if (!entries || !LLVMIsAConstantArray(entries) || slot + VTABLE_HEAD >= (unsigned)LLVMGetNumOperands(entries))
		return NULL;
	LLVMValueRef entry = LLVMGetOperand(entries, slot + VTABLE_HEAD);
	bool fits = LLVMIsAFunction(entry) && LLVMGlobalGetValueType(entry) == LLVMGetCalledFunctionType(call);
	return fits ? entry : NULL;
}

/* Do the functions that some class has for two virtual calls on one object read one place. */
static bool virtual_meet(struct host_pass *pass, LLVMValueRef a, LLVMValueRef b)
{
	struct place table[2];
	unsigned slot[2];
	if (!virtual_slot(pass, a, &table[0], &slot[0]) || !virtual_slot(pass, b, &table[1], &slot[1]) || !same_place(table[0], table[1]))
		return false;
	for (LLVMValueRef g = LLVMGetFirstGlobal(pass->module->llvm); g; g = LLVMGetNextGlobal(g)) {
		if (strncmp(value_name(g), "_ZTV", 4))
			continue;
		struct place x = place_read(pass, table_entry(g, slot[0], a), a);
		if (same_place(x, place_read(pass, table_entry(g, slot[1], b), b)))
			return true;
	}
	return false;
}

/* Does the function that some class has for a virtual call read what the load does. */
static bool virtual_reads(struct host_pass *pass, LLVMValueRef call, LLVMValueRef load)
{
	struct place table;
	unsigned slot;
	if (!LLVMIsALoadInst(load) || !virtual_slot(pass, call, &table, &slot))
		return false;
	struct place place = place_of(pass, LLVMGetOperand(load, 0));
	for (LLVMValueRef g = LLVMGetFirstGlobal(pass->module->llvm); g; g = LLVMGetNextGlobal(g))
		if (!strncmp(value_name(g), "_ZTV", 4) && same_place(place, place_read(pass, table_entry(g, slot, call), call)))
			return true;
	return false;
}

static bool is_stored_at(struct host_pass *pass, LLVMValueRef pointer, struct place place)
{
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use && !LLVMIsConstant(pointer); use = LLVMGetNextUse(use)) {
		LLVMValueRef store = LLVMGetUser(use);
		if (LLVMIsAStoreInst(store) && LLVMGetOperand(store, 0) == pointer &&
			same_place(place_of(pass, LLVMGetOperand(store, 1)), place))
			return true;
	}
	return false;
}

/* Is it what the call returns: read at the same place, or stored there. */
static bool is_found_there(struct host_pass *pass, LLVMValueRef call, LLVMValueRef other)
{
	struct place place = place_read(pass, call_target(call), call);
	if (!place.base)
		return false;
	if (is_call(other) && same_place(place, place_read(pass, call_target(other), other)))
		return true;
	if (LLVMIsALoadInst(other) && same_place(place, place_of(pass, LLVMGetOperand(other, 0))))
		return true;
	return is_stored_at(pass, other, place);
}

/* Is it the same call of a member function that does not change its object. */
static bool is_asked_again(LLVMValueRef a, LLVMValueRef b)
{
	LLVMValueRef function = call_target(a);
	if (!function || function != call_target(b) || strncmp(call_name(a), "_ZNK", 4) || call_args(a) != call_args(b))
		return false;
	for (unsigned i = 0; i < call_args(a); i++)
		if (call_arg(a, i) != call_arg(b, i))
			return false;
	return true;
}

bool are_got_alike(struct host_pass *pass, LLVMValueRef a, LLVMValueRef b)
{
	bool calls[] = { is_call(a), is_call(b) };
	if (calls[0] && calls[1] && (virtual_meet(pass, a, b) || is_asked_again(a, b)))
		return true;
	return (calls[0] && (virtual_reads(pass, a, b) || is_found_there(pass, a, b))) ||
	       (calls[1] && (virtual_reads(pass, b, a) || is_found_there(pass, b, a)));
}
