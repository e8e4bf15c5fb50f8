#include "hostanalysis/flags/acts.h"

#include <string.h>

static bool is_act(LLVMValueRef i)
{
	if (is_call(i))
		return !LLVMIsADbgInfoIntrinsic(i) && strncmp(call_name(i), "llvm.lifetime.", 14);
	return LLVMIsAStoreInst(i) || LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i);
}

const struct acts *acts_of(struct root *root)
{
	if (root->acts)
		return root->acts;
	struct arena *arena = root->pass->arena;
	struct acts *acts = arena_alloc(arena, sizeof(*acts));
	const struct func *func = root->func;
	acts->first = arena_alloc(arena, (func->blocks.n + 1) * sizeof(*acts->first));
	for (size_t b = 0; b < func->blocks.n; b++) {
		acts->first[b] = acts->all.n;
		for (LLVMValueRef i = LLVMGetFirstInstruction(func->blocks.at[b]->llvm); i; i = LLVMGetNextInstruction(i))
			if (is_act(i))
				vec_push(arena, &acts->all, i);
	}
	acts->first[func->blocks.n] = acts->all.n;
	root->acts = acts;
	return acts;
}

size_t acts_behind(struct root *root, LLVMValueRef instruction)
{
	const struct acts *acts = acts_of(root);
	unsigned block = instruction_block(root->func, instruction)->index;
	size_t i = acts->first[block];
	while (i < acts->first[block + 1] &&
		instruction_number(root->func, acts->all.at[i]) <= instruction_number(root->func, instruction))
		i++;
	return i;
}
