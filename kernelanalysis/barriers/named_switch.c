#include "kernelanalysis/barriers/phased.h"

/*
 * A named barrier of a number that threads compute is a switch with a barrier in each case (named.c). Whoever passes
 * the switch comes to one of them, each thread to that of its group: what every thread does there stands at the branch.
 */

/* The sync that the case is, and nothing else but its number; NULL: it is another block. */
static const struct sync *only_sync(const struct kernel *kernel, const struct block *block)
{
	LLVMValueRef i = LLVMGetFirstInstruction(block->llvm);
	if (block->preds.n != 1 || block->succs.n != 1)
		return NULL;
	while (LLVMIsABinaryOperator(i))
		i = LLVMGetNextInstruction(i);
	bool single = LLVMGetNextInstruction(i) == LLVMGetLastInstruction(block->llvm);
	return single ? sync_at(kernel, i) : NULL;
}

static bool is_like(const struct sync *other, const struct sync *op)
{
	if (!other || other->kind == SYNC_STRAY)
		return other != NULL;
	return other->kind == SYNC_PHASE && other->object &&
	       LLVMGetTypeKind(LLVMTypeOf(other->object)) == LLVMIntegerTypeKind &&
	       other->arrives == op->arrives && other->waits == op->waits;
}

const struct sync *named_case(const struct kernel *kernel, const struct block *block)
{
	const struct sync *sync = only_sync(kernel, block);
	return sync && sync->kind == SYNC_PHASE ? sync : NULL;
}

const struct block *named_switch(const struct kernel *kernel, const struct sync *op)
{
	if (op->kind != SYNC_PHASE || only_sync(kernel, op->block) != op || !is_like(op, op))
		return NULL;
	const struct block *head = op->block->preds.at[0], *end = op->block->succs.at[0];
	vec_each(each, &head->succs) {
		const struct block *one = *each;
		if (LLVMIsAUnreachableInst(LLVMGetFirstInstruction(one->llvm)))
			continue;
		if (!is_like(only_sync(kernel, one), op) || one->succs.at[0] != end)
			return NULL;
	}
	return head;
}
