#ifndef HGRD_IR_FUNC_H
#define HGRD_IR_FUNC_H

#include <stdint.h>

#include "ir/module.h"

/*
 * Control flow of one function: blocks in reverse postorder with loops in one piece, dominators and
 * post-dominators (Cooper, Harvey, Kennedy: A Simple, Fast Dominance
 * Algorithm), natural loops. Blocks not reachable from the entry are left out.
 */

struct block {
	unsigned index; /* position in func.blocks; entry is 0, only back edges lead to lower ones */
	LLVMBasicBlockRef llvm;
	VEC(struct block *) preds, succs; /* an edge taken by several cases stands once */
	struct block *idom;               /* NULL for the entry */
	struct block *ipdom;              /* NULL: the function's virtual exit */
	struct loop *loop;                /* innermost, NULL outside all loops */
	unsigned dom_in, dom_out; /* interval in the dominator tree */
};

struct edge {
	struct block *from, *to;
};

struct loop {
	unsigned index;
	struct block *header;
	struct block *latch;     /* the one source of the back edge; NULL when there are several */
	struct block *preheader; /* NULL when there is none */
	struct loop *parent;
	unsigned depth; /* 1 for outermost */
	VEC(struct block *) blocks;
	VEC(struct edge) exits;
	VEC(struct loop *) children;
};

struct func {
	struct arena *arena;
	LLVMValueRef llvm;
	VEC(struct block *) blocks;
	VEC(struct loop *) loops; /* outer before inner */
	bool irreducible;         /* has a cycle that is no natural loop */
	struct ptrmap *table; /* LLVM block to block */
	struct ptrmap *numbers; /* instruction to its number; NULL: they have none */
};

/* Computes all of the above from the current IR. */
struct func *func_new(struct arena *arena, LLVMValueRef function);

/* Numbers the instructions, in order within each block. Requires that none is added or moved from then on. */
void func_number(struct func *func);
/* The number, at least 1; 0: it has none. */
uintptr_t instruction_number(const struct func *func, LLVMValueRef instruction);

struct block *func_block(const struct func *func, LLVMBasicBlockRef llvm); /* NULL: unreachable */
struct block *instruction_block(const struct func *func, LLVMValueRef instruction);
bool block_dominates(const struct block *a, const struct block *b);      /* reflexive */
bool block_post_dominates(const struct block *a, const struct block *b); /* reflexive */
/* Does instruction a come before b on every path to b. */
bool instruction_dominates(const struct func *func, LLVMValueRef a, LLVMValueRef b);
bool loop_contains(const struct loop *loop, const struct block *block);
bool loop_encloses(const struct loop *outer, const struct loop *inner); /* reflexive; NULL inner: false */
/* True when the block ends in unreachable or only leads to such blocks. */
bool block_is_dead_end(const struct block *block);

/* Text dump of blocks, dominators and loops (for --dump=cfg). */
const char *func_show(struct arena *arena, const struct func *func);

#endif
