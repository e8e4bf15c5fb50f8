#ifndef HGRD_KERNELANALYSIS_PTX_ASM_BUILD_H
#define HGRD_KERNELANALYSIS_PTX_ASM_BUILD_H

#include "ir/module.h"
#include "kernelanalysis/ptx/asm_text.h"

/*
 * One call of inline assembly being replaced: its operands by name, and the
 * instructions that take its place, built before it. Functions that return a
 * value give NULL, those that return bool false, when the text is not understood.
 */
struct asm_register {
	const char *name; /* "$0" or a register of the text */
	LLVMValueRef value;
};

/* What a guarded statement became: the instructions behind `before` up to `last`, and registers chosen by its guard. */
struct asm_guard {
	LLVMValueRef condition, before, last;
	VEC(LLVMValueRef) chosen;
};

struct asm_text {
	struct arena *arena;
	struct module *module;
	LLVMValueRef call;
	LLVMBuilderRef builder;
	unsigned outputs;
	VEC(struct asm_register) registers;
	VEC(struct asm_guard) guards;
	bool opaque;         /* nothing is known about some register */
	LLVMValueRef before; /* the instruction before the call, NULL when it is the first */
};

/* Reads the call's operands; false when its constraints are not plain registers. */
bool asm_begin(struct arena *arena, struct module *module, LLVMValueRef call, struct asm_text *text);
/* Puts the outputs in the place of the call and erases it, or leaves it when not `done`. */
void asm_end(struct asm_text *text, bool done);

/* The names in "{a, b}" or the one name; how many, 0: more than there is room for. */
unsigned asm_names(struct asm_text *text, const char *operand, const char **names, unsigned most);
/* A register, special register or number; brought to `bits` as an integer unless 0. */
LLVMValueRef asm_value(struct asm_text *text, const char *operand, unsigned bits);
/* The values of operands 1 and 2, of so many bits; false when one cannot be read. */
bool asm_operands(struct asm_text *text, const struct ptx_statement *statement, unsigned bits,
	LLVMValueRef of[2]);
bool asm_assign(struct asm_text *text, const char *name, LLVMValueRef value, bool is_signed);
/* The pointer in "[register+offset]" of the statement's state space. */
LLVMValueRef asm_address(
	struct asm_text *text, const struct ptx_statement *statement, const char *operand);
LLVMValueRef asm_offset(struct asm_text *text, LLVMValueRef pointer, unsigned bytes);
LLVMValueRef asm_convert_address(struct asm_text *text, const struct ptx_statement *statement);
LLVMValueRef asm_sum(struct asm_text *text, LLVMValueRef a, LLVMValueRef b, bool subtract);
/* A register statement whose result nothing is known about. */
bool asm_opaque(struct asm_text *text, const struct ptx_statement *statement);

LLVMValueRef asm_load(
	struct asm_text *text, LLVMValueRef pointer, unsigned bits, bool is_volatile);
LLVMValueRef asm_store(struct asm_text *text, LLVMValueRef pointer, LLVMValueRef value, bool is_volatile);
/* Marks a load or store as element `i` of a vector of `n`. */
void asm_mark_element(struct asm_text *text, LLVMValueRef access, unsigned i, unsigned n);
/* Order and scope are the numbers of the headers' marks. */
LLVMValueRef asm_atomic_load(struct asm_text *text, LLVMValueRef pointer, unsigned bits,
	unsigned order, unsigned scope);
void asm_atomic_store(struct asm_text *text, LLVMValueRef pointer, LLVMValueRef value,
	unsigned order, unsigned scope);
LLVMValueRef asm_atomic_rmw(struct asm_text *text, LLVMValueRef pointer, LLVMValueRef value,
	unsigned operation, unsigned order, unsigned scope);
LLVMValueRef asm_atomic_cas(struct asm_text *text, LLVMValueRef pointer, LLVMValueRef expected,
	LLVMValueRef desired, unsigned order, unsigned scope);
void asm_fence(struct asm_text *text, unsigned order, unsigned scope);
/* A call of the headers' function of this name; its two arguments begin with the barrier's pointer. */
LLVMValueRef asm_barrier(
	struct asm_text *text, const char *name, LLVMTypeRef result, LLVMValueRef args[2]);

/* asm_barrier.c: mbarrier instructions; selp of their results. */
/* A text that does nothing but repeat a test until it is true becomes one statement that `spins`. */
void asm_join_spin(ptx_list *list);
bool asm_lower_barrier(struct asm_text *text, const struct ptx_statement *statement);
bool asm_lower_select(struct asm_text *text, const struct ptx_statement *statement);

/* asm_arith.c: cvt of integers, and to floating point; and, or, xor, shl, shr; mul and mad. What they do not read is opaque. */
bool asm_lower_convert(struct asm_text *text, const struct ptx_statement *statement);
bool asm_lower_bits(struct asm_text *text, const struct ptx_statement *statement);
bool asm_lower_product(struct asm_text *text, const struct ptx_statement *statement);

/* asm_red.c: barriers of a block by number, with votes; comparisons of integers. */
bool asm_lower_named(struct asm_text *text, const struct ptx_statement *statement);
bool asm_lower_compare(struct asm_text *text, const struct ptx_statement *statement);
/* asm_red.c, too: elect.sync of a whole warp chooses one lane, the same each time. */
bool asm_lower_elect(struct asm_text *text, const struct ptx_statement *statement);

/* asm_shuffle.c: shfl.sync of 32 bits; only what both of its results are, as it touches no memory and orders none. */
bool asm_lower_shuffle(struct asm_text *text, const struct ptx_statement *statement);

/* A call of the headers' function of this name; pointers among its arguments become generic. */
LLVMValueRef asm_call(struct asm_text *text, const char *name, LLVMTypeRef result,
	LLVMValueRef *args, unsigned n);
/* The same of a function of its arguments alone. */
LLVMValueRef asm_pure_call(struct asm_text *text, const char *name, LLVMTypeRef result,
	LLVMValueRef *args, unsigned n);
/* asm_guard.c: a statement with a guard, by the function that is for it without. */
typedef bool asm_lowering(struct asm_text *text, const struct ptx_statement *statement);
bool asm_lower_guarded(
	struct asm_text *text, const struct ptx_statement *statement, asm_lowering *lower);
/* Puts what is behind guards into blocks of its own; after asm_end. */
void asm_guards_split(struct asm_text *text);
/* asm_matrix.c: ldmatrix and stmatrix; 64 bits that nothing is known about. */
bool asm_lower_load_matrix(struct asm_text *text, const struct ptx_statement *statement);
bool asm_lower_store_matrix(struct asm_text *text, const struct ptx_statement *statement);
LLVMValueRef asm_unknown(struct asm_text *text);
/* asm_bulk.c: bulk copies; fence.proxy.async. */
bool asm_lower_store_async(struct asm_text *text, const struct ptx_statement *statement);
bool asm_lower_bulk(struct asm_text *text, const struct ptx_statement *statement);
/* asm_bulk.c, too: the address of a shared variable in another block of the cluster. */
bool asm_lower_mapa(struct asm_text *text, const struct ptx_statement *statement);
bool asm_lower_proxy_fence(struct asm_text *text, const struct ptx_statement *statement);

#endif
