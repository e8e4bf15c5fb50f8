#include "hostanalysis/pass.h"

#include <string.h>

#include "base/mangled.h"
#include "base/strmap.h"

/*
 * Vectors that grow by push_back and emplace_back: as they move to a larger block whenever theirs is full, nothing could be said
 * of what a loop appends. Here they never move: a vector begins with a block that has room for all, and what reserves room does
 * nothing. No program can tell the difference but by its capacity and by addresses that are no longer valid. Vectors of a type
 * with functions that look at their capacity, or that other vectors take the block from, stay as they are, and so do vectors of
 * pointers to structures, as handles are (handles.c).
 */

static const char *const allowed[] = { "push_back", "emplace_back", "reserve", "size", "empty", "data",
	"begin", "end", "cbegin", "cend", "rbegin", "rend", "front", "back", "clear",
	"pop_back", "at", "erase", "max_size", "_M_erase", "_M_range_check", "_M_realloc_append",
	"_M_realloc_insert", "_M_check_len", "_M_fill_initialize", "_M_default_initialize",
	"_M_range_initialize", "_M_range_initialize_n", "_M_data_ptr", "_M_erase_at_end",
	"_M_allocate_and_copy" };

static bool is_vector(LLVMValueRef function, struct mangled *read)
{
	const char *name = value_name(function);
	if (strncmp(name, "_ZN", 3) || strncmp(name + 3 + (name[3] == 'K'), "St6vector", 9))
		return false;
	return mangled_read(name, read) && mangled_in(read, "St6vector");
}

static bool same_scope(const struct mangled *a, const struct mangled *b)
{
	return a->scope_size == b->scope_size && !strncmp(a->scope, b->scope, a->scope_size);
}

static bool grows(const struct mangled *read)
{
	return mangled_member(read, "push_back") || mangled_member(read, "emplace_back");
}

/* Do only functions that reserve room ask for the capacity. */
static bool only_reserves(LLVMValueRef capacity)
{
	struct mangled read;
	for (LLVMUseRef use = LLVMGetFirstUse(capacity); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (!is_call(user) ||
			!is_vector(LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)), &read) ||
			!mangled_member(&read, "reserve"))
			return false;
	}
	return true;
}

/* Does a function work as well for vectors that never move. */
static bool is_allowed(LLVMValueRef function, const struct mangled *read)
{
	bool subscript = read->member_size == 2 && !strncmp(read->member, "ix", 2);
	if (read->kind != MANGLED_PLAIN)
		return *read->parameters != 'O';
	if (mangled_member(read, "capacity"))
		return only_reserves(function);
	for (size_t i = 0; i < sizeof(allowed) / sizeof(allowed[0]); i++)
		if (mangled_member(read, allowed[i]))
			return true;
	return subscript || (read->member_size > 3 && strstr(read->member, "_S_") &&
				    strstr(read->member, "_S_") < read->member + 3);
}

/* Is the memory that of the standard library's allocator. */
static bool is_plain(const struct mangled *type)
{
	const char *allocator = strstr(type->scope, "SaI");
	return allocator && allocator < type->scope + type->scope_size;
}

/* Do all functions of the type allow it. */
static bool may_stay(struct host_pass *pass, const struct mangled *type)
{
	const char *element = mangled_argument(type);
	if (!element || mangled_argument_is_handle(type) || *element == 'b' || !is_plain(type))
		return false;
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f;
		f = LLVMGetNextFunction(f)) {
		struct mangled read;
		if (is_vector(f, &read) && same_scope(&read, type) && !is_allowed(f, &read))
			return false;
	}
	return true;
}

static bool moves_block(LLVMValueRef call)
{
	struct mangled read;
	return is_call(call) && call_target(call) && is_vector(call_target(call), &read) &&
	       (mangled_member(&read, "_M_realloc_append") ||
		       mangled_member(&read, "_M_realloc_insert"));
}

static bool block_moves(LLVMBasicBlockRef block)
{
	for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
		if (moves_block(i))
			return true;
	return false;
}

/* Makes branches to a block that moves the elements go the other way. */
static void growth_remove(LLVMValueRef function)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
		LLVMValueRef branch = LLVMGetBasicBlockTerminator(b);
		if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
			continue;
		LLVMTypeRef type = LLVMTypeOf(LLVMGetCondition(branch));
		for (unsigned i = 0; i < 2; i++)
			if (block_moves(LLVMGetSuccessor(branch, i)))
				LLVMSetCondition(branch, LLVMConstInt(type, i == 1, false));
	}
}

static void body_skip(struct host_pass *pass, LLVMValueRef function)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(pass->module->context);
	LLVMPositionBuilderAtEnd(b, LLVMInsertBasicBlockInContext(pass->module->context,
					    LLVMGetEntryBasicBlock(function), "none"));
	LLVMBuildRetVoid(b);
	LLVMDisposeBuilder(b);
}

/* The function that makes an empty vector of the type; NULL: it is not there. */
static LLVMValueRef beginning(struct host_pass *pass, const struct mangled *type)
{
	const char *name = arena_printf(pass->arena, "_ZNSt12_Vector_base%.*s17_Vector_impl_dataC2Ev",
		(int)(type->scope_size - strlen("St6vector")), type->scope + strlen("St6vector"));
	LLVMValueRef function = LLVMGetNamedFunction(pass->module->llvm, name);
	return function && LLVMCountBasicBlocks(function) == 1 ? function : NULL;
}

static LLVMValueRef operator_new(struct host_pass *pass)
{
	LLVMTypeRef size = LLVMInt64TypeInContext(pass->module->context);
	LLVMTypeRef type = LLVMFunctionType(
		LLVMPointerTypeInContext(pass->module->context, 0), &size, 1, false);
	LLVMValueRef known = LLVMGetNamedFunction(pass->module->llvm, "_Znwm");
	return known ? known : LLVMAddFunction(pass->module->llvm, "_Znwm", type);
}

/* Stores of no address become stores of the one block. */
static void room_make(struct host_pass *pass, LLVMValueRef function)
{
	enum { ROOM_LOG = 46 };
	LLVMBuilderRef b = LLVMCreateBuilderInContext(pass->module->context);
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
	LLVMValueRef make = operator_new(pass);
	LLVMValueRef room = LLVMConstInt(
		LLVMInt64TypeInContext(pass->module->context), UINT64_C(1) << ROOM_LOG, false);
	LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(entry));
	LLVMValueRef block = LLVMBuildCall2(b, LLVMGlobalGetValueType(make), make, &room, 1, "room");
	for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i; i = LLVMGetNextInstruction(i))
		if (LLVMIsAStoreInst(i) && LLVMIsAConstantPointerNull(LLVMGetOperand(i, 0)))
			LLVMSetOperand(i, 0, block);
	LLVMDisposeBuilder(b);
}

static void type_settle(struct host_pass *pass, const struct mangled *type)
{
	LLVMValueRef begins = beginning(pass, type);
	if (!begins || !may_stay(pass, type))
		return;
	room_make(pass, begins);
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f;
		f = LLVMGetNextFunction(f)) {
		struct mangled read;
		if (LLVMIsDeclaration(f) || !is_vector(f, &read) || !same_scope(&read, type))
			continue;
		if (grows(&read))
			growth_remove(f);
		else if (mangled_member(&read, "reserve"))
			body_skip(pass, f);
	}
}

void vectors_settle(struct host_pass *pass)
{
	struct strmap *seen = strmap_new(pass->arena);
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f;
		f = LLVMGetNextFunction(f)) {
		struct mangled read;
		if (LLVMIsDeclaration(f) || !is_vector(f, &read) || !grows(&read))
			continue;
		const char *type = arena_strndup(pass->arena, read.scope, read.scope_size);
		if (strmap_get(seen, type))
			continue;
		strmap_set(seen, type, f);
		type_settle(pass, &read);
	}
}
