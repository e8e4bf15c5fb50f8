#include "hostanalysis/pass.h"

/*
 * Ping-pong: two values that a loop carries and exchanges, always or under a
 * condition, perhaps in an inner loop. By induction the pair is always the
 * initial pair in one of two orders; so the two phis become choices between
 * the initial values by one phi of a bit that tells whether they are
 * exchanged. Then it is plain that the two differ when the initial values do.
 */

struct swaps {
	struct host_pass *pass;
	LLVMBuilderRef b;
	LLVMValueRef p, q; /* header phis */
	bool build;        /* false: only look whether it works */
};

static LLVMTypeRef bit_type(const struct swaps *s)
{
	return LLVMInt1TypeInContext(s->pass->module->context);
}

static LLVMValueRef swap_of(struct swaps *s, LLVMValueRef x, LLVMValueRef y, LLVMValueRef at,
	unsigned depth);

/* Both are chosen by one condition. */
static LLVMValueRef swap_of_selects(struct swaps *s, LLVMValueRef x, LLVMValueRef y,
	LLVMValueRef at, unsigned depth)
{
	LLVMValueRef cond = LLVMGetOperand(x, 0);
	LLVMValueRef yes =
		swap_of(s, LLVMGetOperand(x, 1), LLVMGetOperand(y, 1), at, depth);
	LLVMValueRef no =
		yes ? swap_of(s, LLVMGetOperand(x, 2), LLVMGetOperand(y, 2), at, depth) : NULL;
	if (!no || !s->build)
		return no;
	LLVMPositionBuilderBefore(s->b, at);
	return LLVMBuildSelect(s->b, cond, yes, no, "");
}

/* Both are joins at one place. */
static LLVMValueRef swap_of_phis(
	struct swaps *s, LLVMValueRef x, LLVMValueRef y, unsigned depth)
{
	VEC(LLVMValueRef) values = { 0 };
	VEC(LLVMBasicBlockRef) blocks = { 0 };
	for (unsigned i = 0; i < LLVMCountIncoming(x); i++) {
		LLVMBasicBlockRef block = LLVMGetIncomingBlock(x, i);
		LLVMValueRef other = phi_value_from(y, block);
		LLVMValueRef value = other ? swap_of(s, LLVMGetIncomingValue(x, i), other,
						     LLVMGetBasicBlockTerminator(block), depth)
					   : NULL;
		if (!value)
			return NULL;
		vec_push(s->pass->arena, &values, value);
		vec_push(s->pass->arena, &blocks, block);
	}
	if (!s->build)
		return values.n ? values.at[0] : NULL;
	LLVMPositionBuilderBefore(s->b, x);
	LLVMValueRef phi = LLVMBuildPhi(s->b, bit_type(s), "");
	LLVMAddIncoming(phi, values.at, blocks.at, (unsigned)values.n);
	return phi;
}

/*
 * The bit that says whether (x, y) is (q, p) and not (p, q); NULL when it is
 * neither. New values are put before `at`.
 */
static LLVMValueRef swap_of(struct swaps *s, LLVMValueRef x, LLVMValueRef y, LLVMValueRef at,
	unsigned depth)
{
	if (x == s->p && y == s->q)
		return LLVMConstInt(bit_type(s), 0, false);
	if (x == s->q && y == s->p)
		return LLVMConstInt(bit_type(s), 1, false);
	if (!depth)
		return NULL;
	if (LLVMIsASelectInst(x) && LLVMIsASelectInst(y) &&
		LLVMGetOperand(x, 0) == LLVMGetOperand(y, 0))
		return swap_of_selects(s, x, y, at, depth - 1);
	if (LLVMIsAPHINode(x) && LLVMIsAPHINode(y) &&
		LLVMGetInstructionParent(x) == LLVMGetInstructionParent(y) &&
		LLVMGetInstructionParent(x) != LLVMGetInstructionParent(s->p))
		return swap_of_phis(s, x, y, depth - 1);
	return NULL;
}

static bool pair_split(struct swaps *s, const struct loop *loop)
{
	LLVMBasicBlockRef before = loop->preheader->llvm, latch = loop->latch->llvm;
	LLVMValueRef x = phi_value_from(s->p, latch), y = phi_value_from(s->q, latch);
	LLVMValueRef last = LLVMGetBasicBlockTerminator(latch);
	s->build = false;
	if ((x == s->p && y == s->q) || !swap_of(s, x, y, last, 8))
		return false;
	s->build = true;
	LLVMValueRef p0 = phi_value_from(s->p, before), q0 = phi_value_from(s->q, before);
	LLVMValueRef swap = swap_of(s, x, y, last, 8);
	LLVMPositionBuilderBefore(s->b, LLVMGetFirstInstruction(loop->header->llvm));
	LLVMValueRef state = LLVMBuildPhi(s->b, bit_type(s), "exchanged.");
	LLVMPositionBuilderBefore(s->b, last);
	LLVMValueRef next = LLVMBuildXor(s->b, state, swap, "");
	LLVMValueRef values[] = { LLVMConstInt(bit_type(s), 0, false), next };
	LLVMBasicBlockRef blocks[] = { before, latch };
	LLVMAddIncoming(state, values, blocks, 2);
	LLVMPositionBuilderBefore(s->b, block_behind_phis(loop->header->llvm));
	LLVMValueRef p = LLVMBuildSelect(s->b, state, q0, p0, "");
	LLVMValueRef q = LLVMBuildSelect(s->b, state, p0, q0, "");
	LLVMReplaceAllUsesWith(s->p, p);
	LLVMReplaceAllUsesWith(s->q, q);
	LLVMInstructionEraseFromParent(s->p);
	LLVMInstructionEraseFromParent(s->q);
	return true;
}

static bool carries(LLVMValueRef phi)
{
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(phi));
	return LLVMCountIncoming(phi) == 2 &&
	       (kind == LLVMPointerTypeKind || kind == LLVMIntegerTypeKind);
}

/* Splits one pair of the loop, if there is one. */
static bool loop_split(struct swaps *s, const struct loop *loop)
{
	if (!loop->latch || !loop->preheader)
		return false;
	LLVMValueRef first = LLVMGetFirstInstruction(loop->header->llvm);
	for (s->p = first; LLVMIsAPHINode(s->p); s->p = LLVMGetNextInstruction(s->p)) {
		for (s->q = LLVMGetNextInstruction(s->p); LLVMIsAPHINode(s->q);
			s->q = LLVMGetNextInstruction(s->q)) {
			if (carries(s->p) && carries(s->q) &&
				LLVMTypeOf(s->p) == LLVMTypeOf(s->q) && pair_split(s, loop))
				return true;
		}
	}
	return false;
}

void swaps_split(struct host_pass *pass)
{
	struct swaps s = { .pass = pass,
		.b = LLVMCreateBuilderInContext(pass->module->context) };
	vec_each(root, &pass->roots) {
		struct func *func = func_new(pass->arena, *root);
		/* loops stand outer before inner */
		for (size_t i = func->loops.n; i-- > 0;)
			while (loop_split(&s, func->loops.at[i]))
				;
	}
	LLVMDisposeBuilder(s.b);
}
