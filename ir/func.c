#include "ir/func_internal.h"

#include <stdlib.h>

#include "base/ptrmap.h"

struct block *func_block(const struct func *func, LLVMBasicBlockRef llvm)
{
	return ptrmap_get(func->table, llvm);
}

struct block *instruction_block(const struct func *func, LLVMValueRef instruction)
{
	return func_block(func, LLVMGetInstructionParent(instruction));
}

typedef VEC(LLVMBasicBlockRef) order_list;

/* Iterative depth-first search. */
struct visit {
	LLVMBasicBlockRef block;
	unsigned next;
};

static void reverse_postorder(struct func *func, order_list *order)
{
	struct ptrmap *seen = ptrmap_new(func->arena);
	VEC(struct visit) stack = { 0 };
	order_list post = { 0 };
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(func->llvm);
	ptrmap_set(seen, entry, entry);
	vec_push(func->arena, &stack, ((struct visit){ .block = entry }));
	while (stack.n) {
		struct visit *top = &stack.at[stack.n - 1];
		LLVMValueRef last = LLVMGetBasicBlockTerminator(top->block);
		if (top->next < LLVMGetNumSuccessors(last)) {
			LLVMBasicBlockRef next = LLVMGetSuccessor(last, top->next++);
			if (!ptrmap_get(seen, next)) {
				ptrmap_set(seen, next, next);
				vec_push(func->arena, &stack, ((struct visit){ .block = next }));
			}
			continue;
		}
		vec_push(func->arena, &post, top->block);
		stack.n--;
	}
	for (size_t i = post.n; i-- > 0;)
		vec_push(func->arena, order, post.at[i]);
}

static void blocks_fill(struct func *func, const order_list *order)
{
	vec_each(llvm, order) {
		struct block *block = arena_alloc(func->arena, sizeof(*block));
		block->index = (unsigned)func->blocks.n;
		block->llvm = *llvm;
		ptrmap_set(func->table, block->llvm, block);
		vec_push(func->arena, &func->blocks, block);
	}
}

static void edges_fill(struct func *func)
{
	vec_each(each, &func->blocks) {
		struct block *block = *each;
		LLVMValueRef last = LLVMGetBasicBlockTerminator(block->llvm);
		for (unsigned i = 0; i < LLVMGetNumSuccessors(last); i++) {
			struct block *next = func_block(func, LLVMGetSuccessor(last, i));
			bool known = false;
			vec_each(succ, &block->succs) known |= *succ == next;
			if (known)
				continue;
			vec_push(func->arena, &block->succs, next);
			vec_push(func->arena, &next->preds, block);
		}
	}
}

static struct block *common_dominator(struct block *a, struct block *b)
{
	while (a != b) {
		while (a->index > b->index)
			a = a->idom;
		while (b->index > a->index)
			b = b->idom;
	}
	return a;
}

/* Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm. */
static void dominators_fill(struct func *func)
{
	struct block *entry = func->blocks.at[0];
	entry->idom = entry;
	for (bool changed = true; changed;) {
		changed = false;
		for (size_t i = 1; i < func->blocks.n; i++) {
			struct block *block = func->blocks.at[i], *idom = NULL;
			vec_each(pred, &block->preds) {
				if ((*pred)->idom)
					idom = idom ? common_dominator(*pred, idom) : *pred;
			}
			changed |= block->idom != idom;
			block->idom = idom;
		}
	}
	entry->idom = NULL;
}

/*
 * The same on the reversed graph with a virtual exit (NULL) behind every block without
 * successors. Blocks that cannot reach an exit (endless loops) post-dominate nothing.
 */
struct postorder {
	unsigned *number; /* by block index; 0: does not reach an exit */
	struct block **order;
	unsigned count;
};

static struct block *common_post_dominator(
	const struct postorder *post, struct block *a, struct block *b)
{
	while (a != b) {
		if (!a || !b)
			return NULL;
		if (post->number[a->index] < post->number[b->index])
			a = a->ipdom;
		else
			b = b->ipdom;
	}
	return a;
}

static void reverse_visit(struct func *func, struct postorder *post, struct block *root, bool *seen)
{
	struct step {
		struct block *block;
		size_t next;
	};
	VEC(struct step) stack = { 0 };
	seen[root->index] = true;
	vec_push(func->arena, &stack, ((struct step){ .block = root }));
	while (stack.n) {
		struct step *top = &stack.at[stack.n - 1];
		if (top->next < top->block->preds.n) {
			struct block *pred = top->block->preds.at[top->next++];
			if (!seen[pred->index]) {
				seen[pred->index] = true;
				vec_push(func->arena, &stack, ((struct step){ .block = pred }));
			}
			continue;
		}
		post->order[post->count++] = top->block;
		post->number[top->block->index] = post->count;
		stack.n--;
	}
}

static void post_dominators_fill(struct func *func)
{
	size_t n = func->blocks.n;
	struct postorder post = {
		.number = arena_alloc(func->arena, n * sizeof(unsigned)),
		.order = arena_alloc(func->arena, n * sizeof(struct block *)),
	};
	bool *seen = arena_alloc(func->arena, n * sizeof(bool));
	bool *ready = arena_alloc(func->arena, n * sizeof(bool));
	for (size_t i = 0; i < n; i++)
		if (!func->blocks.at[i]->succs.n && !seen[i])
			reverse_visit(func, &post, func->blocks.at[i], seen);
	for (bool changed = true; changed;) {
		changed = false;
		for (unsigned i = post.count; i-- > 0;) {
			struct block *block = post.order[i], *ipdom = NULL;
			bool first = true;
			vec_each(succ, &block->succs) {
				if (!ready[(*succ)->index])
					continue;
				ipdom = first ? *succ : common_post_dominator(&post, *succ, ipdom);
				first = false;
			}
			if (first && block->succs.n)
				continue;
			changed |= !ready[block->index] || block->ipdom != ipdom;
			ready[block->index] = true;
			block->ipdom = ipdom;
		}
	}
}

static void intervals_fill(struct func *func)
{
	size_t n = func->blocks.n;
	unsigned *size = arena_alloc(func->arena, n * sizeof(unsigned));
	unsigned *next = arena_alloc(func->arena, n * sizeof(unsigned));
	for (size_t i = n; i-- > 0;) {
		struct block *block = func->blocks.at[i];
		size[i]++;
		if (block->idom)
			size[block->idom->index] += size[i];
	}
	for (size_t i = 0; i < n; i++) {
		struct block *block = func->blocks.at[i];
		if (block->idom) {
			block->dom_in = next[block->idom->index];
			next[block->idom->index] += size[i];
		}
		block->dom_out = block->dom_in + size[i];
		next[i] = block->dom_in + 1;
	}
}

bool block_dominates(const struct block *a, const struct block *b)
{
	return a->dom_in <= b->dom_in && b->dom_out <= a->dom_out;
}

bool block_post_dominates(const struct block *a, const struct block *b)
{
	for (; b; b = b->ipdom)
		if (a == b)
			return true;
	return false;
}

void func_number(struct func *func)
{
	uintptr_t number = 0;
	func->numbers = ptrmap_new(func->arena);
	vec_each(block, &func->blocks)
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i; i = LLVMGetNextInstruction(i))
			ptrmap_set(func->numbers, i, (void *)++number);
}

uintptr_t instruction_number(const struct func *func, LLVMValueRef instruction)
{
	return func->numbers ? (uintptr_t)ptrmap_get(func->numbers, instruction) : 0;
}

bool instruction_dominates(const struct func *func, LLVMValueRef a, LLVMValueRef b)
{
	const struct block *x = instruction_block(func, a), *y = instruction_block(func, b);
	uintptr_t first = instruction_number(func, a), second = instruction_number(func, b);
	if (x != y)
		return x && y && block_dominates(x, y);
	if (first && second)
		return first <= second;
	for (LLVMValueRef i = a; i; i = LLVMGetNextInstruction(i))
		if (i == b)
			return true;
	return false;
}

static bool reaches_only_dead_ends(const struct block *block, unsigned depth)
{
	if (!block->succs.n) {
		LLVMValueRef last = LLVMGetBasicBlockTerminator(block->llvm);
		return LLVMGetInstructionOpcode(last) == LLVMUnreachable;
	}
	if (!depth)
		return false;
	vec_each(succ, &block->succs) {
		if ((*succ)->index <= block->index || !reaches_only_dead_ends(*succ, depth - 1))
			return false;
	}
	return true;
}

bool block_is_dead_end(const struct block *block)
{
	return reaches_only_dead_ends(block, 16);
}

static struct func *func_ordered(struct arena *arena, LLVMValueRef function,
	const order_list *given)
{
	struct func *func = arena_alloc(arena, sizeof(*func));
	order_list order = { 0 };
	func->arena = arena;
	func->llvm = function;
	func->table = ptrmap_new(arena);
	if (!given)
		reverse_postorder(func, &order);
	blocks_fill(func, given ? given : &order);
	edges_fill(func);
	dominators_fill(func);
	post_dominators_fill(func);
	intervals_fill(func);
	func_loops_fill(func);
	return func;
}

/* Appends the blocks of a loop (NULL: of the function), loops inside it as a whole where they begin. */
static void order_push(const struct func *func, const struct loop *region, order_list *order)
{
	for (size_t i = 0; i < (region ? region->blocks.n : func->blocks.n); i++) {
		const struct block *block = region ? region->blocks.at[i] : func->blocks.at[i];
		const struct loop *loop = block->loop;
		if (loop == region)
			vec_push(func->arena, order, block->llvm);
		else if (loop->header == block && loop->parent == region)
			order_push(func, loop, order);
	}
}

struct func *func_new(struct arena *arena, LLVMValueRef function)
{
	assert(LLVMCountBasicBlocks(function) > 0);
	struct func *func = func_ordered(arena, function, NULL);
	if (!func->loops.n)
		return func;
	order_list order = { 0 };
	order_push(func, NULL, &order);
	assert(order.n == func->blocks.n);
	return func_ordered(arena, function, &order);
}

const char *func_show(struct arena *arena, const struct func *func)
{
	const char *text = arena_printf(arena, "function %s\n", value_name(func->llvm));
	vec_each(each, &func->blocks) {
		const struct block *block = *each;
		text = arena_printf(arena, "%s  b%u idom %d ipdom %d loop %d ->", text, block->index,
			block->idom ? (int)block->idom->index : -1,
			block->ipdom ? (int)block->ipdom->index : -1,
			block->loop ? (int)block->loop->index : -1);
		vec_each(succ, &block->succs) text =
			arena_printf(arena, "%s b%u", text, (*succ)->index);
		text = arena_printf(arena, "%s\n", text);
	}
	vec_each(each, &func->loops) {
		const struct loop *loop = *each;
		text = arena_printf(arena, "%s  loop %u header b%u depth %u blocks %zu exits %zu\n",
			text, loop->index, loop->header->index, loop->depth, loop->blocks.n,
			loop->exits.n);
	}
	return text;
}
