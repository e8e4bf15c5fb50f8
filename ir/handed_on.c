#include "ir/value_internal.h"

/*
 * Header phis that hand their values on in a circle, as buffers do that take turns: each is, in the
 * next round, what the one behind it is in this one. After k rounds a phi is what the k-th behind
 * it began with, counted round the circle.
 */
enum { FEWEST = 3, MOST = 8 };

const struct et *handed_on(struct value_env *env, const struct loop *loop, LLVMValueRef phi)
{
	struct ets *ets = env->ets;
	LLVMValueRef circle[MOST], at = phi;
	unsigned n = 0;
	do {
		if (n == MOST || !LLVMIsAPHINode(at) ||
			LLVMGetInstructionParent(at) != loop->header->llvm)
			return NULL;
		circle[n++] = at;
		at = phi_incoming(at, loop->latch);
	} while (at != phi);
	if (n < FEWEST)
		return NULL;
	const struct et *round = et_binary(
		ets, ET_UREM, 0, loop_counter(env, loop), et_const(ets, 64, n));
	const struct et *term = value_et(env, phi_incoming(phi, loop->preheader));
	for (unsigned k = 1; k < n; k++)
		term = et_ite(ets, et_binary(ets, ET_EQ, 0, round, et_const(ets, 64, k)),
			value_et(env, phi_incoming(circle[k], loop->preheader)), term);
	return term;
}
