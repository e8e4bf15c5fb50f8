#include "hostanalysis/classes/instrument_internal.h"

uint32_t put_settle(struct put *put, LLVMValueRef i, uint32_t mask)
{
	if (mask && put_looks(put, i))
		mask &= put->sticky | put_out_of_sight(put, i);
	return mask | put_written(put, i);
}

static uint32_t block_out(struct put *put, const struct block *block)
{
	uint32_t mask = put->in[block->index];
	for (LLVMValueRef i = LLVMGetFirstInstruction(block->llvm); i; i = LLVMGetNextInstruction(i))
		mask = put_settle(put, i, mask);
	return put->ends[block->index] ? mask & put->sticky : mask;
}

static void unsettled_fill(struct put *put)
{
	put->in = arena_alloc(put->arena, put->func->blocks.n * sizeof(*put->in));
	for (bool again = true; again;) {
		again = false;
		vec_each(each, &put->func->blocks) {
			uint32_t out = block_out(put, *each);
			vec_each(succ, &(*each)->succs) {
				again |= (put->in[(*succ)->index] | out) != put->in[(*succ)->index];
				put->in[(*succ)->index] |= out;
			}
		}
	}
}

/* Does somebody look at the objects in the block before one is written. */
static bool looks_first(struct put *put, const struct block *block, uint32_t mask)
{
	for (LLVMValueRef i = LLVMGetFirstInstruction(block->llvm); i;
		i = LLVMGetNextInstruction(i)) {
		if (put_looks(put, i) && mask & ~put_out_of_sight(put, i))
			return true;
		if (put_written(put, i))
			return false;
	}
	return false;
}

/*
 * Where branches meet and somebody looks at the object next, each branch settles it at its own end: there its asserts are
 * known.
 */
static void ends_fill(struct put *put)
{
	vec_each(each, &put->func->blocks) {
		struct block *block = *each;
		LLVMValueRef last = LLVMGetBasicBlockTerminator(block->llvm);
		bool all = LLVMIsABranchInst(last) || LLVMIsASwitchInst(last);
		uint32_t mask = block_out(put, block);
		vec_each(succ, &block->succs)
			all = all && (block_is_dead_end(*succ) ||
					     ((*succ)->preds.n > 1 &&
						     looks_first(put, *succ, mask)));
		put->ends[block->index] = all && mask;
	}
}

void put_function_fill(struct put *put, LLVMValueRef function)
{
	put->func = func_new(put->arena, function);
	put->objects.n = 0;
	put->sticky = 0;
	put->ends = arena_alloc(put->arena, put->func->blocks.n);
	unsettled_fill(put);
	ends_fill(put);
	unsettled_fill(put);
}

static bool returns_unsettled(struct put *put, const struct class_entry *entry)
{
	vec_each(each, &put->func->blocks) {
		uint32_t mask = put->in[(*each)->index];
		LLVMValueRef last = LLVMGetBasicBlockTerminator((*each)->llvm);
		for (LLVMValueRef i = LLVMGetFirstInstruction((*each)->llvm); i != last;
			i = LLVMGetNextInstruction(i))
			mask = put_settle(put, i, mask);
		for (size_t k = 0; LLVMIsAReturnInst(last) && k < put->objects.n; k++)
			if (mask >> k & 1 && put->objects.at[k].entry == entry && put_is_own(put, k))
				return true;
	}
	return false;
}

bool put_leaves_unsettled(
	struct put *put, LLVMValueRef function, const struct class_entry *entry)
{
	struct put of = *put;
	if (!function || LLVMIsDeclaration(function))
		return true;
	const char *key = arena_printf(put->arena, "%s %s", value_name(function), entry->name);
	void *known = strmap_get(put->unsettled, key);
	if (known)
		return known == (void *)put->unsettled;
	strmap_set(put->unsettled, key, put->unsettled);
	memset(&of.objects, 0, sizeof(of.objects));
	put_function_fill(&of, function);
	bool leaves = returns_unsettled(&of, entry);
	strmap_set(put->unsettled, key, leaves ? (void *)put->unsettled : (void *)put->arena);
	return leaves;
}
