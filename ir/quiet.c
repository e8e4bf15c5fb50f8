#include "ir/quiet.h"

#include <string.h>

#include "base/ptrmap.h"

/*
 * Loops that nobody notices: no value leaves them, they do nothing to other threads, their exits
 * read no memory and all lead to one place. What comes behind such a loop is reached
 * whenever the loop is, as loops end. Loops that end may leave values, and lanes may exchange values in them.
 */

static bool used_outside(const struct func *func, const struct loop *loop, LLVMValueRef instruction)
{
	for (LLVMUseRef use = LLVMGetFirstUse(instruction); use; use = LLVMGetNextUse(use)) {
		struct block *block = instruction_block(func, LLVMGetUser(use));
		if (block && !loop_contains(loop, block))
			return true;
	}
	return false;
}

/* Lanes of a warp that show each other values: they wait for each other alone. */
static bool is_exchange(LLVMValueRef instruction)
{
	static const char *const names[] = { "llvm.nvvm.shfl.", "llvm.nvvm.vote.",
		"llvm.nvvm.match." };
	for (size_t i = 0; is_call(instruction) && i < sizeof(names) / sizeof(*names); i++)
		if (!strncmp(call_name(instruction), names[i], strlen(names[i])))
			return true;
	return false;
}

static bool may_wait(LLVMValueRef instruction)
{
	return LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction) ||
	       LLVMIsAFenceInst(instruction) ||
	       (LLVMIsALoadInst(instruction) && LLVMGetVolatile(instruction)) ||
	       (is_call(instruction) && !call_has_no_effect(instruction));
}

/* What a value inside the loop is computed from; which of two values it takes, branches decide as well. */
struct inputs {
	const struct func *func;
	const struct loop *loop;
	struct ptrmap *seen;
	bool memory; /* a load inside the loop */
	bool phi;    /* a phi of the loop */
};

static void inputs_of(struct inputs *inputs, LLVMValueRef value)
{
	struct block *block =
		LLVMIsAInstruction(value) ? instruction_block(inputs->func, value) : NULL;
	if (!block || !loop_contains(inputs->loop, block) || ptrmap_get(inputs->seen, value))
		return;
	ptrmap_set(inputs->seen, value, value);
	inputs->memory |= LLVMIsALoadInst(value) != NULL;
	inputs->phi |= LLVMIsAPHINode(value) != NULL;
	for (unsigned i = LLVMIsASelectInst(value) ? 1 : 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		if (!LLVMValueIsBasicBlock(LLVMGetOperand(value, i)))
			inputs_of(inputs, LLVMGetOperand(value, i));
}

/* Do the loop's exits compare what changes in it, but no memory. */
static bool counts_only(struct arena *arena, const struct func *func, const struct loop *loop)
{
	bool moves = false;
	vec_each(exit, &loop->exits) {
		LLVMValueRef last = LLVMGetBasicBlockTerminator(exit->from->llvm);
		struct inputs inputs = { func, loop, ptrmap_new(arena), false, false };
		if (!LLVMIsABranchInst(last) && !LLVMIsASwitchInst(last))
			return false;
		inputs_of(&inputs, last);
		if (inputs.memory)
			return false;
		moves |= inputs.phi;
	}
	return moves;
}

static bool same_from_all(const struct block *block)
{
	for (LLVMValueRef i = LLVMGetFirstInstruction(block->llvm); i && LLVMIsAPHINode(i);
		i = LLVMGetNextInstruction(i))
		for (unsigned k = 1; k < LLVMCountIncoming(i); k++)
			if (LLVMGetIncomingValue(i, k) != LLVMGetIncomingValue(i, 0))
				return false;
	return true;
}

bool loop_leads_on(const struct loop *loop)
{
	if (!loop->preheader || !loop->exits.n)
		return false;
	vec_each(exit, &loop->exits)
		if (exit->to != loop->exits.at[0].to)
			return false;
	return true;
}

/* Does the loop come to its end by itself, and at one place. */
static bool comes_to_end(struct arena *arena, const struct func *func, const struct loop *loop)
{
	if (!loop_leads_on(loop))
		return false;
	vec_each(block, &loop->blocks) {
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i;
			i = LLVMGetNextInstruction(i))
			if (may_wait(i) && !is_exchange(i))
				return false;
	}
	return counts_only(arena, func, loop);
}

static bool leaves_trace(const struct func *func, const struct loop *loop)
{
	if (!same_from_all(loop->exits.at[0].to))
		return true;
	vec_each(block, &loop->blocks) {
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i;
			i = LLVMGetNextInstruction(i))
			if (is_exchange(i) || used_outside(func, loop, i))
				return true;
	}
	return false;
}

static enum loop_end end_of(struct arena *arena, const struct func *func, const struct loop *loop)
{
	if (!comes_to_end(arena, func, loop))
		return LOOP_NOTICED;
	return leaves_trace(func, loop) ? LOOP_ENDS : LOOP_QUIET;
}

static enum loop_end loop_end(struct value_env *env, const struct loop *loop)
{
	struct loop_info *info = &env->loops[loop->index];
	if (info->end == LOOP_UNKNOWN)
		info->end = end_of(env->arena, env->func, loop);
	return info->end;
}

bool loop_is_quiet(struct value_env *env, const struct loop *loop)
{
	return loop_end(env, loop) == LOOP_QUIET;
}

bool loop_ends(struct value_env *env, const struct loop *loop)
{
	return loop_end(env, loop) != LOOP_NOTICED;
}
