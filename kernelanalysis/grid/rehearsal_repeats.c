#include "kernelanalysis/grid/rehearsal.h"

/* Are the rounds that were not followed like those that were: what depends on the round may only
 * take turns, or grow evenly and be compared with what is read. */

/* How a value depends on the round of a loop that was not followed to its end. */
enum by_round { SAME, TURNS, GROWS, OTHERWISE };

static enum by_round worse(enum by_round a, enum by_round b)
{
	return a > b ? a : b;
}

static enum by_round depends(const struct rehearsal *r, LLVMValueRef value, struct ptrmap *seen);

/* A truth value of values that take turns, or a remainder by few: by 2 and 3 together, six rounds
 * show all. */
static enum by_round narrowed(const struct rehearsal *r, LLVMValueRef value, struct ptrmap *seen)
{
	enum by_round of = depends(r, LLVMGetOperand(value, 0), seen);
	LLVMValueRef by = LLVMGetOperand(value, 1);
	uint64_t most = LLVMGetInstructionOpcode(value) == LLVMAnd ? 1 : 3;
	if (LLVMIsAConstantInt(by) && LLVMConstIntGetZExtValue(by) <= most)
		return of == OTHERWISE ? OTHERWISE : of == SAME ? SAME : TURNS;
	enum by_round both = worse(of, depends(r, by, seen));
	return both == GROWS ? OTHERWISE : both;
}

/* Is it 0 or 1, whichever way it is joined from itself. */
static bool is_binary(LLVMValueRef value, LLVMValueRef phi, unsigned depth)
{
	if (value == phi || LLVMGetIntTypeWidth(LLVMTypeOf(value)) == 1)
		return true;
	if (LLVMIsAConstantInt(value))
		return LLVMConstIntGetZExtValue(value) <= 1;
	if (!LLVMIsAInstruction(value) || !depth)
		return false;
	if (LLVMIsAZExtInst(value))
		return LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(value, 0))) == 1;
	bool select = LLVMIsASelectInst(value) != NULL;
	bool joins = LLVMIsAPHINode(value) || select || LLVMGetInstructionOpcode(value) == LLVMXor;
	for (int i = select ? 1 : 0; joins && i < LLVMGetNumOperands(value); i++)
		joins = is_binary(LLVMGetOperand(value, (unsigned)i), phi, depth - 1);
	return joins;
}

static bool takes_turns(LLVMValueRef phi)
{
	bool integer = LLVMGetTypeKind(LLVMTypeOf(phi)) == LLVMIntegerTypeKind;
	for (unsigned i = 0; integer && i < LLVMCountIncoming(phi); i++)
		integer = is_binary(LLVMGetIncomingValue(phi, i), phi, 6);
	return integer;
}

/* Does it say that a compare-and-swap of the barriers has found what it expected. */
static bool is_success(const struct rehearsal *r, LLVMValueRef value)
{
	const struct access *op = LLVMIsAExtractValueInst(value)
					  ? access_at(r->kernel, LLVMGetOperand(value, 0))
					  : NULL;
	return op && op->of_rehearsed && LLVMGetIndices(value)[0] == 1;
}

/* Does the value come from an operation of the barriers. */
static bool is_read(const struct rehearsal *r, LLVMValueRef value, unsigned depth)
{
	const struct access *op = LLVMIsAInstruction(value) ? access_at(r->kernel, value) : NULL;
	if (op && op->of_rehearsed)
		return true;
	if (!LLVMIsAInstruction(value) || LLVMIsAPHINode(value) || !depth)
		return false;
	for (int i = 0; i < LLVMGetNumOperands(value); i++)
		if (is_read(r, LLVMGetOperand(value, (unsigned)i), depth - 1))
			return true;
	return false;
}

/* Is the loop one inside a barrier that is always followed to its end, which no read decides. */
static bool is_followed(const struct rehearsal *r, const struct loop *loop)
{
	vec_each(barrier, &r->kernel->rehearsed)
		if (loop_contains(loop, instruction_block(r->kernel->func, (*barrier)->from)))
			return false;
	vec_each(exit, &loop->exits) {
		LLVMValueRef branch = LLVMGetBasicBlockTerminator(exit->from->llvm);
		if (exit->from->succs.n != 2 || is_read(r, LLVMGetOperand(branch, 0), 12))
			return false;
	}
	return true;
}

/* A value that such a loop changes depends on rounds of other loops as what it begins with does, if
 * its changes do no more. */
static enum by_round followed(
	const struct rehearsal *r, LLVMValueRef phi, const struct loop *loop, struct ptrmap *seen)
{
	enum by_round begins = SAME, changes = SAME;
	for (unsigned in_loop = 0; in_loop < 2; in_loop++) {
		for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
			const struct block *from =
				func_block(r->kernel->func, LLVMGetIncomingBlock(phi, i));
			if (loop_contains(loop, from) != (in_loop == 1))
				continue;
			enum by_round *is = in_loop ? &changes : &begins;
			*is = worse(*is, depends(r, LLVMGetIncomingValue(phi, i), seen));
		}
		ptrmap_set(seen, phi, (void *)(uintptr_t)(begins + 1));
	}
	return changes > begins ? OTHERWISE : begins;
}

static enum by_round depends(const struct rehearsal *r, LLVMValueRef value, struct ptrmap *seen)
{
	const struct block *block =
		LLVMIsAInstruction(value) ? instruction_block(r->kernel->func, value) : NULL;
	if (!block || !block->loop)
		return SAME;
	uintptr_t known = (uintptr_t)ptrmap_get(seen, value);
	if (known)
		return (enum by_round)(known - 1);
	enum by_round is = SAME;
	const struct access *op = access_at(r->kernel, value);
	bool header = LLVMIsAPHINode(value) && block->loop->header == block;
	ptrmap_set(seen, value,
		(void *)(uintptr_t)((header && !takes_turns(value) ? GROWS : TURNS) + 1));
	LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
	if (header && is_followed(r, block->loop))
		is = followed(r, value, block->loop, seen);
	else if (op)
		is = op->of_rehearsed ? GROWS : SAME;
	else if (opcode == LLVMAnd || opcode == LLVMURem || opcode == LLVMSRem)
		is = narrowed(r, value, seen);
	else if (LLVMIsACallInst(value) || LLVMIsALoadInst(value))
		is = SAME;
	else {
		unsigned n = (unsigned)LLVMGetNumOperands(value);
		bool swaps = LLVMIsASelectInst(value) && is_success(r, LLVMGetOperand(value, 0));
		for (unsigned i = swaps; i < n; i++)
			is = worse(is, depends(r, LLVMGetOperand(value, i), seen));
		bool linear = opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMPHI ||
			      opcode == LLVMMul || opcode == LLVMShl || opcode == LLVMSExt ||
			      opcode == LLVMZExt || opcode == LLVMTrunc || opcode == LLVMXor ||
			      opcode == LLVMFreeze || opcode == LLVMExtractValue || swaps;
		if (is == GROWS && !linear)
			is = OTHERWISE;
	}
	ptrmap_set(seen, value, (void *)(uintptr_t)(is + 1));
	return is;
}

/* Is the comparison one of what is read, or of values that are the same, or take turns. */
static bool decided_alike(const struct rehearsal *r, LLVMValueRef condition, bool reads)
{
	struct ptrmap *seen = ptrmap_new(r->arena);
	enum by_round is = depends(r, condition, seen);
	if (is <= TURNS)
		return true;
	if (!reads || !LLVMIsAICmpInst(condition))
		return false;
	return depends(r, LLVMGetOperand(condition, 0), seen) <= GROWS &&
	       depends(r, LLVMGetOperand(condition, 1), seen) <= GROWS;
}

static bool repeats(const struct rehearsal *r, const struct grid_barrier *barrier)
{
	vec_each(each, &barrier->ops) {
		const struct access *op = *each;
		LLVMValueRef value = op->type == ACCESS_ATOMIC ? op->operand : op->stored;
		if (depends(r, op->pointer, ptrmap_new(r->arena)) > TURNS ||
			(value && depends(r, value, ptrmap_new(r->arena)) > GROWS))
			return false;
	}
	vec_each(block, &r->kernel->func->blocks) {
		LLVMValueRef branch = LLVMGetBasicBlockTerminator((*block)->llvm);
		if (!barrier->inside[(*block)->index] && *block != barrier->end &&
			*block != instruction_block(r->kernel->func, barrier->from))
			continue;
		if ((*block)->succs.n < 2 || *block == barrier->end)
			continue;
		LLVMValueRef condition = LLVMGetOperand(branch, 0);
		if (!decided_alike(r, condition, is_read(r, condition, 12)))
			return false;
	}
	return true;
}

bool rehearsal_repeats(struct rehearsal *r)
{
	vec_each(barrier, &r->kernel->rehearsed)
		if (!repeats(r, *barrier))
			return rehearsal_fails(r, "its rounds are not all alike");
	return true;
}
