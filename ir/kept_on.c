#include "ir/value_internal.h"

/*
 * Phis of nested loops that hand one value on: the inner loop goes on with what it has left in the last round of the
 * outer one, of which each runs it once.
 */

/* A value as it is before the phis that only name it where a loop is left. */
static LLVMValueRef unnamed(LLVMValueRef value)
{
	while (LLVMIsAPHINode(value) && LLVMCountIncoming(value) == 1)
		value = LLVMGetIncomingValue(value, 0);
	return value;
}

static bool is_header_phi(const struct loop *loop, LLVMValueRef value)
{
	return LLVMIsAPHINode(value) && LLVMGetInstructionParent(value) == loop->header->llvm;
}

LLVMValueRef loop_kept_by(const struct loop *loop, LLVMValueRef phi)
{
	const struct loop *around = loop->parent;
	if (!around || !around->latch || !around->preheader || loop->exits.n != 1 ||
		loop->exits.at[0].from != loop->header)
		return NULL;
	LLVMValueRef outer = unnamed(phi_incoming(phi, loop->preheader));
	bool kept = is_header_phi(around, outer) && unnamed(phi_incoming(outer, around->latch)) == phi;
	return kept ? outer : NULL;
}

const struct loop *loop_that_keeps(const struct loop *loop, LLVMValueRef phi, LLVMValueRef *inner)
{
	*inner = phi;
	if (!loop->preheader || !loop->latch || !is_header_phi(loop, phi))
		return NULL;
	LLVMValueRef next = unnamed(phi_incoming(phi, loop->latch));
	vec_each(each, &loop->children) {
		const struct loop *inside = *each;
		if (!inside->preheader || !inside->latch || !is_header_phi(inside, next) ||
			loop_kept_by(inside, next) != phi)
			continue;
		*inner = next;
		return inside;
	}
	return NULL;
}

struct unchanged {
	LLVMValueRef phi, start;
	struct ptrmap *seen;
};

/* Is a value of a round the phi itself or what it begins with, whichever way it is chosen. */
static bool is_unchanged(struct unchanged *u, LLVMValueRef value)
{
	if (value == u->phi || value == u->start || ptrmap_get(u->seen, value))
		return true;
	ptrmap_set(u->seen, value, value);
	if (LLVMIsAPHINode(value)) {
		for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
			if (!is_unchanged(u, LLVMGetIncomingValue(value, i)))
				return false;
		return true;
	}
	return LLVMIsASelectInst(value) && is_unchanged(u, LLVMGetOperand(value, 1)) && is_unchanged(u, LLVMGetOperand(value, 2));
}

bool loop_leaves(struct value_env *env, const struct loop *loop, LLVMValueRef phi)
{
	LLVMValueRef start = phi_incoming(phi, loop->preheader);
	struct unchanged u = { phi, start, ptrmap_new(env->arena) };
	bool fixed = !LLVMIsAInstruction(start) || !loop_contains(loop, instruction_block(env->func, start));
	return fixed && !LLVMIsUndef(start) && is_unchanged(&u, phi_incoming(phi, loop->latch));
}
