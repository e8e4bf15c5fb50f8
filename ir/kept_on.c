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
