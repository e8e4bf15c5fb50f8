#include "ir/value_internal.h"

/*
 * Header phis of which no more is known than that they stay in a ring: in some rounds, or on some ways through one, the
 * next value is what a mask or a size leaves of something, as in a hash table's probes and a ring's places. In all rounds
 * but the first such a phi is u & mask or u % size, with a number u that is not known.
 */

struct ring {
	struct value_env *env;
	const struct loop *loop;
	LLVMValueRef phi;
	LLVMValueRef size; /* the mask or the size; NULL: none is seen yet */
	LLVMOpcode op;
	bool stays; /* some way leaves the phi as it is, or at 0 */
	struct ptrmap *seen;
};

static bool is_zero(LLVMValueRef value)
{
	return LLVMIsAConstantInt(value) && !LLVMConstIntGetZExtValue(value);
}

/* Does an operation leave of something what fits the ring, which it may be the first to tell. */
static bool leaves_in(struct ring *ring, LLVMValueRef value)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(value);
	if (op != LLVMAnd && op != LLVMURem)
		return false;
	for (unsigned i = op == LLVMURem; i < 2; i++) {
		LLVMValueRef size = LLVMGetOperand(value, i);
		if (ring->size && (ring->size != size || ring->op != op))
			continue;
		if (value_varies(ring->env, ring->loop, size))
			continue;
		ring->size = size;
		ring->op = op;
		return true;
	}
	return false;
}

/* Is a value in the ring wherever the phi is. */
static bool stays_in(struct ring *ring, LLVMValueRef value)
{
	if (value == ring->phi || is_zero(value))
		return ring->stays = true;
	struct block *home =
		LLVMIsAInstruction(value) ? instruction_block(ring->env->func, value) : NULL;
	if (!home || !loop_contains(ring->loop, home))
		return false;
	if (ptrmap_get(ring->seen, value))
		return true;
	ptrmap_set(ring->seen, value, value);
	if (LLVMIsASelectInst(value))
		return stays_in(ring, LLVMGetOperand(value, 1)) && stays_in(ring, LLVMGetOperand(value, 2));
	if (!LLVMIsAPHINode(value))
		return leaves_in(ring, value);
	if (LLVMGetInstructionParent(value) == ring->loop->header->llvm)
		return false;
	for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
		if (!stays_in(ring, LLVMGetIncomingValue(value, i)))
			return false;
	return true;
}

const struct et *ringed(struct value_env *env, const struct loop *loop, LLVMValueRef phi, const struct et *any)
{
	struct ring ring = { .env = env, .loop = loop, .phi = phi, .seen = ptrmap_new(env->arena) };
	if (!loop->latch || !stays_in(&ring, phi_incoming(phi, loop->latch)) || !ring.size)
		return any;
	struct ets *ets = env->ets;
	const struct et *size = value_et(env, ring.size), *init = value_et(env, phi_incoming(phi, loop->preheader));
	bool masks = ring.op == LLVMAnd;
	const struct et *inside = et_binary(ets, masks ? ET_AND : ET_UREM, 0, any, size);
	const struct et *begins = masks ? et_binary(ets, ET_EQ, 0, et_binary(ets, ET_AND, 0, init, size), init)
					: et_binary(ets, ET_ULT, 0, init, size);
	return ring.stays ? et_ite(ets, begins, inside, any) : inside;
}
