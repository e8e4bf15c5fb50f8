#ifndef HGRD_IR_VALUE_H
#define HGRD_IR_VALUE_H

#include "expr/et.h"
#include "ir/func.h"

/*
 * SSA values as expression trees, and conditions under which blocks are
 * reached: one machinery for host and kernel.
 *
 * Loops are summarised by a counter symbol k per loop (SYM_LOOP): inside the
 * loop it is the number of back edges taken so far; in terms that are used
 * after the loop it is the number taken in all. A header phi becomes
 * init + step * k when its step does not change in the loop; init shifted or
 * divided by a constant each round becomes an application of a symbol to k
 * with facts (see value_env.side_facts); a phi that cannot be summarised
 * becomes an application of a HAVOC (or DATA, FLOAT) symbol to the counters of
 * the loops around it.
 * Opaque values that arise inside loops are applications to the counters of
 * the enclosing loops, so that values of different iterations are different.
 */

struct value_env;

/*
 * Asked for each value that is not arithmetic, phi, constant or cast: arguments, globals,
 * allocas, loads, calls, extractvalue of these... Returns its term of the value's
 * width (pointers 64), or NULL to let value_et make an opaque symbol.
 */
typedef const struct et *value_leaf_fn(void *data, struct value_env *env, LLVMValueRef value);
/* Level of a value (kernel: uniformity; host: always LEVEL_GRID). */
typedef enum level value_level_fn(void *data, LLVMValueRef value);

enum loop_end { LOOP_UNKNOWN, LOOP_QUIET, LOOP_ENDS, LOOP_NOTICED };

struct loop_info {
	const struct symbol *counter; /* k */
	LLVMValueRef induction; /* the phi that the exit test compares, NULL when not known */
	enum loop_end end;      /* filled by loop_ends(), loop_is_quiet() */
};

/* What holds of opaque applications for all threads and iterations. */
struct side_fact {
	const struct et *cond; /* 1 bit */
	struct loc loc;
};

struct value_env {
	struct arena *arena;
	struct ets *ets;
	struct func *func;
	value_leaf_fn *leaf;
	value_level_fn *level;
	void *data;
	struct loop_info *loops;        /* by loop index */
	VEC(struct side_fact) side_facts;
	VEC(const struct symbol *) unset; /* what variables hold that nothing has set (unset.c) */
	VEC(struct float_function *) floats; /* functions that stand for operations (floats.c) */
	/* One thread alone runs the function, and what its loops read from memory or by calls is input. */
	bool reads_input;
	struct value_memo *memo;
	unsigned remade; /* terms made once more under an assumption about a loop, see step.c */
};

struct value_env *value_env_new(struct arena *arena, struct ets *ets, struct func *func,
	value_leaf_fn *leaf, value_level_fn *level, void *data);

/* Term of an integer or pointer value of at most 64 bits; floats and vectors give opaque terms
 * of their size cut to 64 bits. */
const struct et *value_et(struct value_env *env, LLVMValueRef value);

/* The comparison of two terms of one width. */
const struct et *predicate_et(
	struct ets *ets, LLVMIntPredicate predicate, const struct et *a, const struct et *b);

/* A fresh opaque term for `value` applied to the counters of the loops around it; its symbol is
 * of the given kind, but of kind BASE for pointers. */
const struct et *value_opaque(struct value_env *env, LLVMValueRef value, enum sym_kind kind);

/* The same for a number that is one value in each round of the loop (NULL: in all). */
const struct et *value_opaque_in(
	struct value_env *env, LLVMValueRef value, enum sym_kind kind, const struct loop *loop);

/* Condition of taking the edge, given that `from` is executed. */
const struct et *value_edge(struct value_env *env, const struct block *from,
	const struct block *to);

/*
 * Condition for the block to be reached, over counters of the loops around it
 * and final counters of loops before it: exact for code without loops; for
 * loops it states that iteration k is entered and that finished loops left
 * by one of their exits; of those that leave no trace (quiet.c) it says nothing.
 */
const struct et *value_reach(struct value_env *env, const struct block *block);

/* The same from a given block on which dominates `block`. */
const struct et *value_reach_from(struct value_env *env, const struct block *start,
	const struct block *block);

/*
 * Conditions on k (and loop-invariant terms) that hold whenever the body of the loop's header runs
 * for the k-th time; true when nothing is known.
 */
const struct et *loop_entered(struct value_env *env, const struct loop *loop);

/* The same for a thread that is at a third block: of all loops around that, it says how they end. */
const struct et *value_reach_seen_from(struct value_env *env, const struct block *start,
	const struct block *block, const struct block *at);

/* The same when loops between that can only end at one place are passed over: waits end, too. */
const struct et *value_reach_past(struct value_env *env, const struct block *start,
	const struct block *block);

/* The term with the loop's counter replaced by counter - 1. */
const struct et *previous_iteration(
	struct value_env *env, const struct loop *loop, const struct et *term);

/*
 * For a comparison that holds in the first rounds of the loop and in none after them: how many
 * those are, 64 bits. NULL: it is no such, or that is not known.
 */
const struct et *value_rounds_while(
	struct value_env *env, const struct loop *loop, const struct et *condition);

/*
 * How often the loop's back edge is taken in all, as a 64-bit term over what is the same in all its
 * rounds; NULL when it is not left by comparing one counting value with a fixed one.
 */
const struct et *loop_rounds(struct value_env *env, const struct loop *loop);

/* The same for a loop that is left by this one of its exits. */
const struct et *loop_rounds_by(
	struct value_env *env, const struct loop *loop, const struct edge *exit);

/* A term that has the same value wherever the condition holds, read in its light. */
const struct et *value_when(struct value_env *env, const struct et *cond, const struct et *term);

/* The term as of round k of the loop. */
const struct et *term_at_round(
	struct value_env *env, const struct loop *loop, const struct et *term, uint64_t k);

/* The loop whose header a phi is at; NULL: it is no such phi, or the loop has no single entry and latch. */
const struct loop *loop_of_phi(struct value_env *env, LLVMValueRef value);

/*
 * A header phi in one round of its loop: by its summary, which may be opaque, and as the round before made it. The
 * latter is so where `holds`: that round went on, and came through inner loops without a second round of these.
 */
struct phi_round {
	const struct et *summary, *value, *holds;
};

/* Fills `in` for round 1 or a later one; false: not such a phi. */
bool phi_in_round(struct value_env *env, LLVMValueRef phi, uint64_t round, struct phi_round *in);

/* The phi of the loop around that brings what the loop, left at its header alone, has left of its header phi to its next round; NULL: none. */
LLVMValueRef loop_kept_by(const struct loop *loop, LLVMValueRef phi);
/* The loop inside that changes the header phi in each round, and nothing else does, and its phi there; NULL: none. */
const struct loop *loop_that_keeps(const struct loop *loop, LLVMValueRef phi, LLVMValueRef *inner);

/* Does the term change with the loop's counter. */
bool counts_round(const struct value_env *env, const struct loop *loop, const struct et *term);

/* Width in bits of a type's values as terms: integers as they are (cut to 64), pointers 64. */
unsigned type_width(LLVMValueRef value);

#endif
