#ifndef HGRD_IR_VALUE_INTERNAL_H
#define HGRD_IR_VALUE_INTERNAL_H

#include "base/ptrmap.h"
#include "ir/value.h"

struct value_memo {
	const struct value_memo *outer; /* its terms hold too; NULL: none */
	struct ptrmap *terms;   /* LLVM value -> term */
	struct ptrmap *active;  /* phis whose term is being made */
	struct ptrmap *reach;   /* by target block: map from start block to term */
};

/* An empty memo that also knows what `outer` (NULL: nothing) knows. */
struct value_memo *value_memo_new(struct arena *arena, const struct value_memo *outer);

/* Term of a phi; fills loops' induction on the way. */
const struct et *phi_et(struct value_env *env, LLVMValueRef phi);

/* Fills env->loops: counters and entered conditions (the latter on demand). */
void loops_prepare(struct value_env *env);
const struct et *loop_entered(struct value_env *env, const struct loop *loop);

/* Does the value depend on a header phi or another changing value of the loop. */
bool value_varies(struct value_env *env, const struct loop *loop, LLVMValueRef value);

/* The loop's counter as a 64-bit term. */
const struct et *loop_counter(struct value_env *env, const struct loop *loop);

#endif
