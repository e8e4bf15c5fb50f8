#ifndef HGRD_IR_VALUE_INTERNAL_H
#define HGRD_IR_VALUE_INTERNAL_H

#include "base/ptrmap.h"
#include "ir/value.h"

struct value_memo {
	const struct value_memo *outer; /* its terms hold too; NULL: none */
	unsigned depth;         /* how many outer ones there are */
	struct ptrmap *terms;   /* LLVM value -> term */
	struct ptrmap *active;  /* phis whose term is being made */
	struct ptrmap *reach;   /* by target block: map from start block to term */
	struct ptrmap *seen;    /* by loop around a third block: the same as `reach` */
	struct ptrmap *past;    /* the same as `reach` past loops that end */
	struct ptrmap *entered; /* loop -> what loop_entered says */
};

/* An empty memo that also knows what `outer` (NULL: nothing) knows. */
struct value_memo *value_memo_new(struct arena *arena, const struct value_memo *outer);

/* A fresh opaque term as value_opaque's, for a pointer an opaque number. */
const struct et *value_opaque_number(
	struct value_env *env, LLVMValueRef value, enum sym_kind kind);

/* Is the value an operation on floating-point numbers that has a term as below. */
bool float_operation(LLVMValueRef value);
const struct et *float_et(struct value_env *env, LLVMValueRef value);
/* Of a comparison of such numbers, which is the same where the same two have been compared before. */
const struct et *float_compare_et(struct value_env *env, LLVMValueRef compare);

/* What a conversion of a power of two (exponents.c), or of the least or greatest of two whole numbers, to an integer is; NULL: it is no such. */
const struct et *whole_number(struct value_env *env, LLVMValueRef cast);
const struct et *least_whole(struct value_env *env, LLVMValueRef cast);

/* What a variable holds before a loop that is the first to set it: a new opaque term. */
const struct et *value_unset(struct value_env *env, LLVMValueRef undefined);
/* The condition of a branch, for those who have set what they branch on. */
const struct et *decided_by(struct value_env *env, const struct et *condition);

/* Term of a phi; fills loops' induction on the way. */
const struct et *phi_et(struct value_env *env, LLVMValueRef phi);

/* How far one round moves a phi, and whether the move can wrap. */
struct step {
	const struct et *by; /* NULL: not by an invariant distance */
	unsigned flags;
};

/* The distance from a header phi of the loop to its next value. */
struct step phi_step(
	struct value_env *env, const struct loop *loop, LLVMValueRef phi, LLVMValueRef next);

/*
 * A phi's next value, the header phis being symbols, where the loop goes on. Makes terms anew, which
 * is to be left alone when terms_remade() says that enough were.
 */
const struct et *phis_next(struct value_env *env, const struct loop *loop, LLVMValueRef next,
	unsigned n, const LLVMValueRef *phis, const struct symbol *const *from);
bool terms_remade(const struct value_env *env);
/* Is the term the same in all rounds of the loop. */
bool term_is_steady(struct value_env *env, const struct loop *loop, const struct et *term);
/* Of an integer header phi that goes through a few constants again and again, else NULL. */
const struct et *cyclic(struct value_env *env, const struct loop *loop, LLVMValueRef phi);
/* Of a header phi that a loop inside brings up to bounds in each round (caught_up.c), else NULL. */
const struct et *caught_up(
	struct value_env *env, const struct loop *loop, LLVMValueRef phi, const struct et *init);
/* Of a header phi that is one of three to eight which hand their values on in a circle (handed_on.c), else NULL. */
const struct et *handed_on(struct value_env *env, const struct loop *loop, LLVMValueRef phi);
/* Of a header phi that gathers a number's bits in reverse (gathered_bits.c), else NULL. */
const struct et *gathered_bits(struct value_env *env, const struct loop *loop, LLVMValueRef phi, LLVMValueRef next,
	const struct et *init);
/* Of a header phi that steps round a ring, from any place at first (turning.c), else NULL. */
const struct et *turning(struct value_env *env, const struct loop *loop, LLVMValueRef phi,
	LLVMValueRef next, const struct et *init);
/* Of a header phi that is `any` after the first round: what of it is in the ring that the phi stays in (ringed.c), or `any` itself. */
const struct et *ringed(struct value_env *env, const struct loop *loop, LLVMValueRef phi, const struct et *any);
/* Of such a phi: the one of a few values that it is chosen from, by `any`; NULL: it is more than a choice (one_of.c). */
const struct et *one_of(struct value_env *env, const struct loop *loop, LLVMValueRef phi, const struct et *any);
/* What `stay`, the condition for a round to be followed by another one, said in the round before of what header phis are now (next_values.c). */
const struct et *next_values(struct value_env *env, const struct loop *loop, const struct et *stay);
/* Of an integer header phi that keeps what it is or takes a value of the round (kept.c), else NULL. */
const struct et *kept_phi(struct value_env *env, const struct loop *loop, LLVMValueRef phi,
	const struct et *init);
/* Of an integer header phi that grows by constants in some rounds (counted.c), else NULL. */
const struct et *counted_phi(struct value_env *env, const struct loop *loop, LLVMValueRef phi,
	const struct et *init);
/* Does the value depend on a header phi, of its loop's rounds too. */
bool value_depends(struct value_env *env, LLVMValueRef value, LLVMValueRef phi);
/* What a phi is when it is reached from this predecessor. */
LLVMValueRef phi_incoming(LLVMValueRef phi, const struct block *pred);

/* Fills env->loops. */
void loops_prepare(struct value_env *env);
/* A header phi that is multiplied, divided or shifted by a constant in each round, in terms of their number; NULL: it is none. */
const struct et *geometric_phi(struct value_env *env, const struct loop *loop, LLVMValueRef phi, LLVMValueRef next,
	const struct et *init);
/*
 * For a header phi that starts at a power of two and is multiplied by one in each round, in a loop that is left only when it is no longer
 * below what stays the same: what is shifted out would leave 0, for which the loop goes on for ever. The flag, ET_NUW or
 * ET_NSW, that says so of the shift under `progress`; 0: not such a loop.
 */
unsigned loop_grows_without_wrap(struct value_env *env, const struct loop *loop, LLVMValueRef phi,
	LLVMValueRef next);
/* Does the value depend on a header phi or another changing value of the loop. */
bool value_varies(struct value_env *env, const struct loop *loop, LLVMValueRef value);

/* Is the term, as far as it speaks of the loop's counter, a sum of its multiples and of what stays the same. */
bool grows_evenly(const struct value_env *env, const struct loop *loop, const struct et *term);
/* How often a step by `by` leads from one number, or address, to the other; NULL: it may never lead there. */
const struct et *rounds_between(
	struct ets *ets, const struct et *from, const struct et *to, int64_t by);

/* What holds of numbers that step towards a bound, at the beginning of each round of a loop with one latch. */
const struct et *loop_progress(struct value_env *env, const struct loop *loop);

/* The loop's counter as a 64-bit term. */
const struct et *loop_counter(struct value_env *env, const struct loop *loop);

/* A pointer of the host that is one sum on all ways that meet in a block; NULL: it is not (joins.c). */
const struct et *joined_pointer(struct value_env *env, const struct block *block, LLVMValueRef phi);
/* A difference of addresses without what is in both, and one divided by the size of the elements between. */
const struct et *address_less(struct value_env *env, LLVMValueRef value, const struct et *difference);
const struct et *whole_elements(struct value_env *env, LLVMValueRef value, const struct et *quotient);
/* What a select chooses; where one of the two is nothing, the other one, as that is never used. */
const struct et *chosen_value(struct value_env *env, LLVMValueRef select);

/* Of a call of an LLVM intrinsic that is plain integer arithmetic; NULL for all others. */
const struct et *intrinsic_et(struct value_env *env, LLVMValueRef call);

/* Is it an integer of at most 64 bits. */
bool value_is_integer(LLVMValueRef value);

/* On the host, is the value computed from what is read, or answered by a call, in a round (input.c). */
bool value_reads_input(const struct value_env *env, const struct loop *loop, LLVMValueRef value);
/* Does a branch that stays in the loop go by such a value. */
bool loop_reads_input(const struct value_env *env, const struct loop *loop);

/* Is it a floating-point number of at most 64 bits. */
bool value_is_float(LLVMValueRef value);

/* What a right shift of a bit reversal gives; NULL: the shift is of something else. */
const struct et *reversed_bits(struct value_env *env, LLVMValueRef shift);
/* A word with its bits in reverse; NULL: the call is of something else. */
const struct et *reversed_word(struct value_env *env, LLVMValueRef call);

/* What a right shift gives of a number that was shifted left by a constant first, so that bits were cut off on purpose;
 * NULL: the shift is of something else. */
const struct et *shifted_back(struct value_env *env, LLVMValueRef shift);

#endif
