#include "hostanalysis/memory/doubled.h"

#include <string.h>

/*
 * Pointers that the program puts into containers of the standard library once more, where they came out of one: v[1] = v[0],
 * v.push_back(v[0]), w = v. It is looked for before anything is inlined, while the functions of the library have their names.
 */

/* What names of functions end in, before their parameters: those that give a reference to an element, ... */
static const char *const gives[] = { "EixE", "E2atE", "E5frontE", "E4backE", "E3topE", "EdeE", "EptE", "8_M_valptrE", "10value_or", NULL };
/* ... that put elements they are given by reference, ... */
static const char *const puts_one[] = { "9push_back", "10push_front", "12emplace_back", "13emplace_front", "7emplace", "4push",
	"6insert", "11try_emplace", "16insert_or_assign", "6assign", "6resize", "4fillI", "6fill_nI", "St9make_pair", "St10make_tuple",
	NULL };
/* ... and that copy many. */
static const char *const puts_all[] = { "aSERKS", "C1ERKS", "C2ERKS", "St4copyI", "St6copy_nI", "6insertIN9__gnu_cxx", "6assignIN9__gnu_cxx",
	"C1IN9__gnu_cxx", "C2IN9__gnu_cxx", NULL };
static const char *const holds[] = { "6vectorI", "4listI", "5dequeI", "3mapI", "8multimapI", "13unordered_mapI", "5arrayI", "3setI",
	"13unordered_setI", "12forward_listI", "St4copyI", "St6copy_nI", NULL };

bool has_any(const char *name, const char *const *parts)
{
	for (; *parts; parts++)
		if (strstr(name, *parts))
			return true;
	return false;
}

bool names_library(const char *name)
{
	return !strncmp(name, "_ZNSt", 5) || !strncmp(name, "_ZNKSt", 6) || !strncmp(name, "_ZSt", 4);
}

/* Is there a type of a pointer in a linkage name, behind identifiers with their lengths. */
static bool names_pointer(const char *name)
{
	for (name += 2; *name; name++) {
		size_t length = 0;
		for (; *name >= '0' && *name <= '9'; name++)
			length = 10 * length + (size_t)(*name - '0');
		for (; length && *name; length--)
			name++;
		if (*name == 'P')
			return true;
		if (!*name)
			break;
		if (*name >= '0' && *name <= '9')
			name--;
	}
	return false;
}

/* A reference to an element of a container, as a function of the library has given it; or one that is chosen among others. */
bool is_element(LLVMValueRef address)
{
	if (LLVMIsAPHINode(address)) {
		for (unsigned i = 0; i < LLVMCountIncoming(address); i++)
			if (!LLVMIsAPHINode(LLVMGetIncomingValue(address, i)) && is_element(LLVMGetIncomingValue(address, i)))
				return true;
		return false;
	}
	return is_call(address) && names_library(call_name(address)) && has_any(call_name(address), gives);
}

/* Is a function given an element, or a variable that is set to a choice with one. */
static bool is_set_to_element(LLVMValueRef address)
{
	if (!LLVMIsAAllocaInst(address))
		return is_element(address);
	for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef store = LLVMGetUser(use);
		LLVMValueRef value = LLVMIsAStoreInst(store) && LLVMGetOperand(store, 1) == address ? LLVMGetOperand(store, 0) : NULL;
		for (unsigned i = 0; value && LLVMIsAPHINode(value) && i < LLVMCountIncoming(value); i++)
			if (LLVMIsALoadInst(LLVMGetIncomingValue(value, i)) &&
				is_element(LLVMGetOperand(LLVMGetIncomingValue(value, i), 0)))
				return true;
	}
	return false;
}

bool is_pointer_value(LLVMValueRef value)
{
	return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

bool is_memory_copy(LLVMValueRef i)
{
	return is_call(i) && !strncmp(call_name(i), "llvm.memcpy.", 12);
}

/* Is an element, a pointer or a structure, kept in a variable to be put into some place again, as where two are exchanged. */
static bool keeps_element(LLVMValueRef i)
{
	if (is_memory_copy(i))
		return LLVMIsAAllocaInst(call_arg(i, 0)) && is_element(call_arg(i, 1));
	return LLVMIsAStoreInst(i) && is_pointer_value(LLVMGetOperand(i, 0)) && LLVMIsAAllocaInst(LLVMGetOperand(i, 1)) &&
	       LLVMIsALoadInst(LLVMGetOperand(i, 0)) && is_element(LLVMGetOperand(LLVMGetOperand(i, 0), 0));
}

static bool copies_element(LLVMValueRef i)
{
	if (is_memory_copy(i))
		return is_element(call_arg(i, 0)) && is_element(call_arg(i, 1));
	if (!LLVMIsAStoreInst(i) || !is_pointer_value(LLVMGetOperand(i, 0)) || !LLVMIsALoadInst(LLVMGetOperand(i, 0)))
		return false;
	return is_element(LLVMGetOperand(i, 1)) && is_element(LLVMGetOperand(LLVMGetOperand(i, 0), 0));
}

/* Is a function that puts elements given one of another place. */
static bool puts_element(LLVMValueRef i)
{
	if (!is_call(i) || !names_library(call_name(i)) || !has_any(call_name(i), puts_one) || !names_pointer(call_name(i)))
		return false;
	for (unsigned arg = 0; arg < call_args(i); arg++)
		if (is_set_to_element(call_arg(i, arg)))
			return true;
	return false;
}

static bool copies_all(LLVMValueRef i)
{
	const char *name = is_call(i) ? call_name(i) : "";
	return names_library(name) && has_any(name, puts_all) && has_any(name, holds) && names_pointer(name);
}

static void function_note(struct host_pass *pass, LLVMValueRef function)
{
	bool keeps = false, copies = false;
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
			keeps |= keeps_element(i);
			copies |= copies_element(i);
			pass->elements_copied |= puts_element(i);
			pass->containers_copied |= copies_all(i);
		}
	keys_note(pass, function);
	pass->elements_copied |= copies && !keeps;
}

void container_copies_note(struct host_pass *pass)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f) && is_of_program(pass, f))
			function_note(pass, f);
}

static bool is_made_by_library(struct host_pass *pass, LLVMValueRef address)
{
	ir_stack stack = { 0 };
	instruction_stack(pass->arena, address, &stack);
	return stack.n && stack.at[0].system;
}

/* Has a function of the library found the address. */
static bool is_found(struct host_pass *pass, LLVMValueRef address)
{
	bool made = false;
	for (; LLVMIsAGetElementPtrInst(address); address = LLVMGetOperand(address, 0))
		made |= is_made_by_library(pass, address);
	if (!LLVMIsAInstruction(address) || LLVMIsAAllocaInst(address))
		return false;
	return is_call(address) ? names_library(call_name(address)) : made || is_made_by_library(pass, address);
}

/* An access to an element of a container that a pointer is read by, or new memory put there by; NULL: none. */
static LLVMValueRef element_access(struct host_pass *pass, LLVMValueRef pointer)
{
	if (LLVMIsALoadInst(pointer))
		return is_found(pass, LLVMGetOperand(pointer, 0)) ? pointer : NULL;
	if (!is_call(pointer) || strcmp(call_name(pointer), "hgrd.alloc"))
		return NULL;
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef store = LLVMGetUser(use);
		if (LLVMIsAStoreInst(store) && LLVMGetOperand(store, 0) == pointer && is_found(pass, LLVMGetOperand(store, 1)))
			return store;
	}
	return NULL;
}

static LLVMValueRef address_of(LLVMValueRef access)
{
	return LLVMGetOperand(access, LLVMIsAStoreInst(access) ? 1 : 0);
}

bool are_copied_in_containers(struct host_pass *pass, LLVMValueRef a, LLVMValueRef b)
{
	if (!pass->elements_copied && !pass->containers_copied && !pass->key_reads.n)
		return false;
	LLVMValueRef x = element_access(pass, a), y = element_access(pass, b);
	if (!x || !y || (!LLVMIsALoadInst(x) && !LLVMIsALoadInst(y)))
		return false;
	LLVMValueRef tags[] = { member_tag(pass, x), member_tag(pass, y) };
	bool alike = tags[0] == tags[1] || !tags[0] || !tags[1];
	if (alike && are_of_one_key(pass, address_of(x), address_of(y)))
		return true;
	return alike && (pass->elements_copied || (pass->containers_copied && !of_one_table(pass, address_of(x), address_of(y))));
}
