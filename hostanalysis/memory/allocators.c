#include "hostanalysis/canonical/rewrite.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

/*
 * Functions that hand out device memory of a size they are given, and may keep a cache of it: one of
 * their paths allocates that size. What their callers ask for is then a size on every path, as it is
 * where the runtime is asked (HGRD 4.5): hgrd.sized(size) at their entry says so. Not so where they test it themselves, as
 * in if (n <= 0) return NULL.
 */

/* Is the block reached from the instruction's, or behind it in its own. */
static bool follows(struct func *func, struct block *from, const struct block *to)
{
	bool *seen = arena_alloc(func->arena, func->blocks.n);
	VEC(struct block *) stack = { 0 };
	vec_push(func->arena, &stack, from);
	while (stack.n) {
		struct block *block = stack.at[--stack.n];
		if (block == to)
			return true;
		vec_each(succ, &block->succs) {
			if (!seen[(*succ)->index])
				vec_push(func->arena, &stack, *succ);
			seen[(*succ)->index] = true;
		}
	}
	return false;
}

/* The parameter that a variable holds where it is read; NULL: another value may have been put there. */
static LLVMValueRef held_param(struct func *func, LLVMValueRef load)
{
	LLVMValueRef slot = LLVMGetOperand(load, 0), param = NULL;
	if (!LLVMIsAAllocaInst(slot))
		return NULL;
	for (LLVMUseRef use = LLVMGetFirstUse(slot); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		struct block *block = instruction_block(func, user);
		if (!LLVMIsAStoreInst(user)) {
			if (!LLVMIsALoadInst(user) && !LLVMIsACallInst(user))
				return NULL;
		} else if (LLVMGetOperand(user, 1) != slot) {
			return NULL;
		} else if (LLVMIsAArgument(LLVMGetOperand(user, 0))) {
			param = LLVMGetOperand(user, 0);
		} else if (block && follows(func, block, instruction_block(func, load))) {
			return NULL;
		}
	}
	return param;
}

static LLVMValueRef param_of(struct func *func, LLVMValueRef value)
{
	while (LLVMIsAZExtInst(value) || LLVMIsASExtInst(value))
		value = LLVMGetOperand(value, 0);
	if (LLVMIsALoadInst(value))
		value = held_param(func, value);
	bool integer = value && LLVMIsAArgument(value) &&
		       LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind;
	return integer ? value : NULL;
}

/* Does the function go on by itself, in one of two ways, according to whether the size is some number. */
static bool is_tested(struct func *func, LLVMValueRef size)
{
	vec_each(each, &func->blocks) {
		const struct block *block = *each;
		LLVMValueRef last = LLVMGetBasicBlockTerminator(block->llvm);
		LLVMValueRef cond = block->succs.n == 2 && LLVMIsABranchInst(last)
					    ? LLVMGetCondition(last) : NULL;
		if (!cond || !LLVMIsAICmpInst(cond) || block_is_dead_end(block->succs.at[0]) ||
			block_is_dead_end(block->succs.at[1]))
			continue;
		for (unsigned i = 0; i < 2; i++)
			if (param_of(func, LLVMGetOperand(cond, i)) == size &&
				LLVMIsAConstantInt(LLVMGetOperand(cond, !i)))
				return true;
	}
	return false;
}

static void sizes_find(struct func *func, value_list *sizes)
{
	vec_each(block, &func->blocks) {
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i;
			i = LLVMGetNextInstruction(i)) {
			bool pitch = is_call(i) && !strcmp(call_name(i), "hgrd.pitch");
			bool alloc = is_call(i) && !strcmp(call_name(i), "hgrd.alloc");
			for (unsigned arg = 1; arg < (alloc ? 3u : pitch ? 2u : 0u); arg++) {
				LLVMValueRef param = param_of(func, call_arg(i, arg));
				if (param && !is_tested(func, param))
					vec_push(func->arena, sizes, param);
			}
		}
	}
}

static bool returns_pointer(LLVMValueRef function)
{
	LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(function));
	return LLVMGetTypeKind(result) == LLVMPointerTypeKind;
}

void allocators_mark(struct host_pass *pass)
{
	LLVMTypeRef word = LLVMInt64TypeInContext(pass->module->context);
	LLVMTypeRef none = LLVMVoidTypeInContext(pass->module->context);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(pass->module->context);
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f; f = LLVMGetNextFunction(f)) {
		value_list sizes = { 0 };
		if (LLVMIsDeclaration(f) || !returns_pointer(f))
			continue;
		sizes_find(func_new(pass->arena, f), &sizes);
		if (!sizes.n)
			continue;
		LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(f);
		LLVMValueRef last = LLVMGetBasicBlockTerminator(entry);
		LLVMPositionBuilderBefore(b, last);
		LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(last));
		LLVMValueRef sized = own_function(pass, "hgrd.sized", none, 1, &word, false);
		vec_each(size, &sizes) {
			LLVMValueRef value = LLVMBuildIntCast2(b, *size, word, true, "");
			own_call(b, sized, &value, 1, "");
		}
	}
	LLVMDisposeBuilder(b);
}
