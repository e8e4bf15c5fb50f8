#include "ir/value_internal.h"

#include <string.h>

/*
 * Phis. A join becomes a choice over the edges that lead to it; a loop header's
 * phi is summarised as a function of the loop's counter k (affine and geometric
 * induction variables, alternation, values of the previous iteration).
 */

const struct et *loop_counter(struct value_env *env, const struct loop *loop)
{
	return et_sym(env->ets, env->loops[loop->index].counter);
}

struct previous {
	const struct symbol *counter;
};

static const struct et *previous_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct previous *previous = data;
	if (leaf->op != ET_SYM || leaf->sym != previous->counter)
		return NULL;
	return et_binary(ets, ET_SUB, ET_NSW, leaf, et_const(ets, 64, 1));
}

const struct et *previous_iteration(
	struct value_env *env, const struct loop *loop, const struct et *term)
{
	struct previous previous = { env->loops[loop->index].counter };
	return et_map_once(env->ets, term, previous_leaf, &previous);
}

LLVMValueRef phi_incoming(LLVMValueRef phi, const struct block *pred)
{
	LLVMValueRef value = phi_value_from(phi, pred->llvm);
	if (!value)
		bug("phi without a value for a predecessor");
	return value;
}

static const struct et *affine(struct value_env *env, const struct loop *loop,
	const struct et *init, const struct et *step, unsigned flags)
{
	struct ets *ets = env->ets;
	const struct et *k = loop_counter(env, loop);
	if (init->width < 64)
		k = et_cast(ets, ET_TRUNC, init->width, k);
	return et_binary(ets, ET_ADD, flags, init, et_binary(ets, ET_MUL, flags, step, k));
}

/* next = c - phi or phi ^ c: two values in turn. */
static const struct et *alternating(struct value_env *env, const struct loop *loop,
	LLVMValueRef phi, LLVMValueRef next, const struct et *init)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(next);
	LLVMValueRef c = NULL;
	if (opcode == LLVMSub && LLVMGetOperand(next, 1) == phi)
		c = LLVMGetOperand(next, 0);
	if (opcode == LLVMXor)
		c = LLVMGetOperand(next, LLVMGetOperand(next, 0) == phi ? 1 : 0);
	if (opcode == LLVMXor && LLVMGetOperand(next, 0) != phi && LLVMGetOperand(next, 1) != phi)
		c = NULL;
	if (!c || value_varies(env, loop, c))
		return NULL;
	struct ets *ets = env->ets;
	const struct et *odd = et_cast(ets, ET_TRUNC, 1, loop_counter(env, loop));
	const struct et *other = et_binary(ets, opcode == LLVMSub ? ET_SUB : ET_XOR, 0,
		opcode == LLVMSub ? value_et(env, c) : init,
		opcode == LLVMSub ? init : value_et(env, c));
	return et_ite(ets, odd, other, init);
}

/* Two header phis that swap their values each round. */
static const struct et *swapping(struct value_env *env, const struct loop *loop, LLVMValueRef phi,
	LLVMValueRef next, const struct et *init)
{
	if (!LLVMIsAPHINode(next) || LLVMGetInstructionParent(next) != loop->header->llvm)
		return NULL;
	if (phi_incoming(next, loop->latch) != phi || next == phi)
		return NULL;
	const struct et *other = value_et(env, phi_incoming(next, loop->preheader));
	const struct et *odd = et_cast(env->ets, ET_TRUNC, 1, loop_counter(env, loop));
	return et_ite(env->ets, odd, other, init);
}

/* A phi whose next value does not depend on itself: the value of the previous iteration. */
static const struct et *recent(struct value_env *env, const struct loop *loop, LLVMValueRef phi,
	LLVMValueRef next, const struct et *init)
{
	if (value_depends(env, next, phi))
		return NULL;
	struct ets *ets = env->ets;
	const struct et *first = et_binary(
		ets, ET_EQ, 0, loop_counter(env, loop), et_const(ets, 64, 0));
	return et_ite(ets, first, init, previous_iteration(env, loop, value_et(env, next)));
}

/* What of a value's operands it is chosen from; false: it is no choice. */
static bool chooses(LLVMValueRef value, unsigned *first, unsigned *count)
{
	*first = 0;
	if (LLVMIsAPHINode(value)) {
		*count = LLVMCountIncoming(value);
		return true;
	}
	if (LLVMIsASelectInst(value)) {
		*first = 1;
		*count = 3;
		return true;
	}
	*count = 2;
	const char *name = LLVMIsACallInst(value) ? call_name(value) : "";
	return !strncmp(name, "llvm.smin.", 10) || !strncmp(name, "llvm.smax.", 10) ||
	       !strncmp(name, "llvm.umin.", 10) || !strncmp(name, "llvm.umax.", 10);
}

static LLVMValueRef choice(LLVMValueRef value, unsigned i)
{
	return LLVMIsAPHINode(value) ? LLVMGetIncomingValue(value, i) : LLVMGetOperand(value, i);
}

static bool is_memory(LLVMValueRef value)
{
	return LLVMIsALoadInst(value) || LLVMIsAAtomicRMWInst(value);
}

/* A sum or difference with memory contents of its full width. */
static bool adds_memory(LLVMValueRef value)
{
	if (!LLVMIsAInstruction(value))
		return false;
	LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
	return (opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMXor) &&
	       (is_memory(LLVMGetOperand(value, 0)) || is_memory(LLVMGetOperand(value, 1)));
}

/*
 * What an unsummarised phi's value is made of, for the search of witnesses: memory contents, their
 * sums, and constants that control chooses between can be anything, other arithmetic cannot; nor can sums that the host makes.
 */
static enum sym_kind phi_kind(
	struct value_env *env, LLVMValueRef value, LLVMValueRef top, unsigned depth)
{
	unsigned first, count;
	switch (LLVMGetTypeKind(LLVMTypeOf(value))) {
	case LLVMHalfTypeKind:
	case LLVMBFloatTypeKind:
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind:
		return SYM_FLOAT;
	default:
		break;
	}
	if (is_memory(value) || adds_memory(value))
		return env->reads_input && !is_memory(value) ? SYM_HAVOC : SYM_DATA;
	if (!depth || !chooses(value, &first, &count))
		return SYM_HAVOC;
	const struct block *home = instruction_block(env->func, top);
	for (unsigned i = first; i < count; i++) {
		LLVMValueRef part = choice(value, i);
		struct block *block = LLVMIsAInstruction(part) ? instruction_block(env->func, part)
							       : NULL;
		bool inside = block && home->loop && loop_contains(home->loop, block);
		if (inside && part != value && part != top &&
			phi_kind(env, part, top, depth - 1) != SYM_DATA)
			return SYM_HAVOC;
	}
	return SYM_DATA;
}

static const struct et *header_phi(struct value_env *env, struct loop *loop, LLVMValueRef phi)
{
	if (!loop->preheader || !loop->latch || type_width(phi) > 64)
		return NULL;
	LLVMValueRef next = phi_incoming(phi, loop->latch);
	LLVMValueRef start = phi_incoming(phi, loop->preheader);
	if (next == phi)
		return value_et(env, start);
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(phi));
	if (kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind)
		return NULL;
	bool unset = LLVMIsUndef(start) && kind == LLVMIntegerTypeKind && LLVMIsAInstruction(next);
	const struct et *init = unset ? value_unset(env, start) : value_et(env, start);
	const struct et *term = caught_up(env, loop, phi, init);
	if (term)
		return term;
	struct block *home = LLVMIsAInstruction(next) ? instruction_block(env->func, next) : NULL;
	struct step step = phi_step(env, loop, phi, next);
	if (step.by)
		return affine(env, loop, init, step.by, step.flags);
	if (home && loop_contains(loop, home) && !LLVMIsAPHINode(next)) {
		if (LLVMGetNumOperands(next) == 2)
			term = geometric_phi(env, loop, phi, next, init);
		if (!term && LLVMGetNumOperands(next) == 2)
			term = alternating(env, loop, phi, next, init);
		if (!term && LLVMGetNumOperands(next) == 2)
			term = turning(env, loop, phi, next, init);
		if (!term && LLVMGetNumOperands(next) == 2)
			term = gathered_bits(env, loop, phi, next, init);
	}
	if (!term && LLVMIsAPHINode(next))
		term = swapping(env, loop, phi, next, init);
	if (!term)
		term = handed_on(env, loop, phi);
	if (!term)
		term = recent(env, loop, phi, next, init);
	if (!term && kind == LLVMIntegerTypeKind)
		term = cyclic(env, loop, phi);
	if (!term && kind == LLVMIntegerTypeKind && phi_kind(env, phi, phi, 4) == SYM_HAVOC)
		term = kept_phi(env, loop, phi, init);
	if (!term && kind == LLVMIntegerTypeKind)
		term = counted_phi(env, loop, phi, init);
	return term;
}

/* Ways that bring nothing are left out where another one brings something: who uses the value has not come on them. */
static const struct et *join_phi(struct value_env *env, struct block *block, LLVMValueRef phi)
{
	const struct et *term = joined_pointer(env, block, phi);
	if (term)
		return term;
	bool some = false;
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
		some |= !LLVMIsUndef(LLVMGetIncomingValue(phi, i));
	for (size_t i = 0; i < block->preds.n; i++) {
		const struct block *pred = block->preds.at[i];
		if (some && LLVMIsUndef(phi_incoming(phi, pred)))
			continue;
		const struct et *value = value_et(env, phi_incoming(phi, pred));
		if (!term) {
			term = value;
			continue;
		}
		const struct et *taken = et_and(env->ets, value_reach_from(env, block->idom, pred),
			value_edge(env, pred, block));
		term = et_ite(env->ets, taken, value, term);
	}
	return term;
}

struct drift {
	struct value_env *env;
	const struct loop *loop;
	LLVMValueRef phi, start;
	struct ptrmap *seen;
};

/* Is a pointer the phi, or what it starts as, moved by something. */
static bool drifts(struct drift *drift, LLVMValueRef value)
{
	if (value == drift->phi || value == drift->start || ptrmap_get(drift->seen, value))
		return true;
	struct block *home = LLVMIsAInstruction(value) ? instruction_block(drift->env->func, value)
						       : NULL;
	if (!home || !loop_contains(drift->loop, home))
		return false;
	ptrmap_set(drift->seen, value, value);
	if (LLVMIsAGetElementPtrInst(value) || LLVMIsAAddrSpaceCastInst(value))
		return drifts(drift, LLVMGetOperand(value, 0));
	if (LLVMIsASelectInst(value))
		return drifts(drift, LLVMGetOperand(value, 1)) &&
		       drifts(drift, LLVMGetOperand(value, 2));
	if (!LLVMIsAPHINode(value))
		return false;
	for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
		if (!drifts(drift, LLVMGetIncomingValue(value, i)))
			return false;
	return true;
}

/* A pointer that stays in one object, but where is not known: an opaque distance from its start. */
static const struct et *drifting(struct value_env *env, const struct block *block, LLVMValueRef phi)
{
	const struct loop *loop = block->loop;
	if (!loop || loop->header != block || !loop->preheader || !loop->latch ||
		LLVMGetTypeKind(LLVMTypeOf(phi)) != LLVMPointerTypeKind)
		return NULL;
	struct drift drift = { env, loop, phi, phi_incoming(phi, loop->preheader),
		ptrmap_new(env->arena) };
	if (!drifts(&drift, phi_incoming(phi, loop->latch)))
		return NULL;
	return et_binary(env->ets, ET_ADD, ET_NSW, value_et(env, drift.start),
		value_opaque_number(env, phi, SYM_HAVOC));
}

/* An opaque term; in the first round of a loop, what the loop begins with. */
static const struct et *unsummarised(
	struct value_env *env, const struct block *block, LLVMValueRef phi)
{
	struct ets *ets = env->ets;
	const struct loop *loop = block->loop;
	const struct et *term = value_opaque(env, phi, phi_kind(env, phi, phi, 4));
	bool number = LLVMGetTypeKind(LLVMTypeOf(phi)) == LLVMIntegerTypeKind;
	if (!number || !loop || loop->header != block || !loop->preheader || type_width(phi) > 64)
		return term;
	const struct et *first =
		et_binary(ets, ET_EQ, 0, loop_counter(env, loop), et_const(ets, 64, 0));
	const struct et *one = one_of(env, loop, phi, term);
	return et_ite(ets, first, value_et(env, phi_incoming(phi, loop->preheader)), one ? one : ringed(env, loop, phi, term));
}

const struct et *phi_et(struct value_env *env, LLVMValueRef phi)
{
	struct block *block = instruction_block(env->func, phi);
	LLVMTypeKind type = LLVMGetTypeKind(LLVMTypeOf(phi));
	bool plain = type == LLVMIntegerTypeKind || type == LLVMPointerTypeKind ||
		     value_is_float(phi);
	if (!block || ptrmap_get(env->memo->active, phi))
		return value_opaque(env, phi, SYM_HAVOC);
	ptrmap_set(env->memo->active, phi, phi);
	const struct et *term = NULL;
	if (block->loop && block->loop->header == block)
		term = header_phi(env, block->loop, phi);
	else if (plain && block->idom)
		term = join_phi(env, block, phi);
	if (!term)
		term = drifting(env, block, phi);
	if (!term)
		term = unsummarised(env, block, phi);
	ptrmap_set(env->memo->active, phi, NULL);
	return term;
}
