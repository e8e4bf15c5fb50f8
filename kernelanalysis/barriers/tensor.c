#include "kernelanalysis/barriers/async.h"

#include <string.h>

#include <llvm-c/Target.h>

/*
 * How many bytes a bulk copy of a tensor's box brings is in its descriptor, which the host makes. But
 * the barrier is told how many to expect: of the copies that follow in the same straight code
 * (or come before it), one brings them all, or each its share of the variable that it fills, where
 * all variables together hold a whole number of such rounds. Of a box for several blocks of the cluster as many
 * come to each block, one from each, unless only the blocks of some rank send it: then one.
 */

enum { MOST_COPIES = 8 };

struct round {
	LLVMValueRef copies[MOST_COPIES]; /* one of each box */
	unsigned blocks[MOST_COPIES];     /* that a box goes to */
	unsigned n;
	uint64_t bytes; /* of the tensors' copies together */
};

static bool is_tensor(LLVMValueRef i)
{
	return LLVMIsACallInst(i) && !strcmp(call_name(i), "__hgrd_bulk_tensor");
}

static LLVMValueRef barrier_of(LLVMValueRef i)
{
	if (!LLVMIsACallInst(i))
		return NULL;
	if (!strcmp(call_name(i), "__hgrd_barrier_expect"))
		return call_arg(i, 0);
	bool copies = is_tensor(i) || !strcmp(call_name(i), "__hgrd_bulk_load");
	return copies ? call_arg(i, 3) : NULL;
}

static bool expects(struct kernel *kernel, LLVMValueRef i, const struct object *barrier)
{
	return LLVMIsACallInst(i) && !strcmp(call_name(i), "__hgrd_barrier_expect") &&
	       object_of(kernel, call_arg(i, 0)) == barrier;
}

/* The operation in the copy's straight code that expects its bytes; NULL: there is none. */
static LLVMValueRef expecting(struct kernel *kernel, LLVMValueRef copy)
{
	const struct object *barrier = object_of(kernel, barrier_of(copy));
	for (LLVMValueRef i = copy; i; i = LLVMGetPreviousInstruction(i))
		if (expects(kernel, i, barrier))
			return i;
	for (LLVMValueRef i = copy; i; i = LLVMGetNextInstruction(i))
		if (expects(kernel, i, barrier))
			return i;
	return NULL;
}

static LLVMValueRef unmapped(LLVMValueRef pointer)
{
	bool mapped = LLVMIsACallInst(pointer) && !strcmp(call_name(pointer), "llvm.nvvm.mapa");
	return mapped ? call_arg(pointer, 0) : pointer;
}

/* Are they one box, for several blocks of the cluster. */
static bool is_same_box(LLVMValueRef a, LLVMValueRef b)
{
	return call_arg(a, 2) == call_arg(b, 2) && unmapped(call_arg(a, 0)) == unmapped(call_arg(b, 0)) &&
	       call_arg(a, 0) != call_arg(b, 0);
}

static bool follows_from_rank(LLVMValueRef value, unsigned depth)
{
	if (!LLVMIsAInstruction(value) || !depth)
		return false;
	if (LLVMIsACallInst(value))
		return strstr(call_name(value), "cluster.ctarank") != NULL;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		if (follows_from_rank(LLVMGetOperand(value, i), depth - 1))
			return true;
	return false;
}

/* Do only blocks of some rank come to the copy. */
static bool sent_by_some(struct kernel *kernel, LLVMValueRef copy)
{
	const struct block *block = instruction_block(kernel->func, copy);
	for (const struct block *above = block->idom; above; above = above->idom) {
		LLVMValueRef last = LLVMGetBasicBlockTerminator(above->llvm);
		bool chooses = above->succs.n > 1 && LLVMIsABranchInst(last) && !block_post_dominates(block, above);
		if (chooses && follows_from_rank(LLVMGetCondition(last), MOST_COPIES))
			return true;
	}
	return false;
}

/* Adds a copy, whose bytes are counted or left to be shared out. */
static bool round_add(struct round *round, LLVMValueRef copy)
{
	LLVMValueRef size = call_arg(copy, 1);
	for (unsigned i = 0; is_tensor(copy) && i < round->n; i++)
		if (is_same_box(round->copies[i], copy)) {
			round->blocks[i]++;
			return true;
		}
	if (is_tensor(copy)) {
		if (round->n == MOST_COPIES)
			return false;
		round->blocks[round->n] = 1;
		round->copies[round->n++] = copy;
		return true;
	}
	if (!LLVMIsAConstantInt(size) || LLVMConstIntGetZExtValue(size) >= round->bytes)
		return false;
	round->bytes -= LLVMConstIntGetZExtValue(size);
	return true;
}

static bool round_fill(struct kernel *kernel, LLVMValueRef expect, struct round *round)
{
	LLVMValueRef bytes = call_arg(expect, 1);
	const struct object *barrier = object_of(kernel, call_arg(expect, 0));
	if (!LLVMIsAConstantInt(bytes))
		return false;
	*round = (struct round){ .bytes = LLVMConstIntGetZExtValue(bytes) };
	LLVMBasicBlockRef block = LLVMGetInstructionParent(expect);
	LLVMValueRef i = LLVMGetFirstInstruction(block);
	for (; i; i = LLVMGetNextInstruction(i)) {
		LLVMValueRef of = i == expect ? NULL : barrier_of(i);
		if (of && object_of(kernel, of) == barrier && expecting(kernel, i) == expect &&
			!expects(kernel, i, barrier) && !round_add(round, i))
			return false;
	}
	return true;
}

/* The bytes of the shared variable that the copy fills, and fills alone in its round; 0: not known. */
static uint64_t room(struct kernel *kernel, const struct round *round, unsigned index)
{
	const struct object *to = object_of(kernel, call_arg(round->copies[index], 0));
	for (unsigned i = 0; i < round->n; i++)
		if (i != index && object_of(kernel, call_arg(round->copies[i], 0)) == to)
			return 0;
	if (to->kind != OBJECT_SHARED || !LLVMIsAGlobalVariable(to->value))
		return 0;
	LLVMTargetDataRef data = LLVMGetModuleDataLayout(LLVMGetGlobalParent(kernel->llvm));
	return LLVMStoreSizeOfType(data, LLVMGlobalGetValueType(to->value));
}

static unsigned share(struct kernel *kernel, const struct round *round, LLVMValueRef copy)
{
	uint64_t all = 0, own = 0;
	for (unsigned i = 0; i < round->n; i++) {
		uint64_t bytes = room(kernel, round, i);
		if (!bytes)
			return 0;
		all += bytes;
		if (round->copies[i] == copy)
			own = bytes;
	}
	if (!round->bytes || all % round->bytes || own % (all / round->bytes))
		return 0;
	return (unsigned)(own / (all / round->bytes));
}

unsigned tensor_bytes(struct kernel *kernel, LLVMValueRef copy)
{
	struct round round;
	LLVMValueRef expect = expecting(kernel, copy);
	if (!expect || !round_fill(kernel, expect, &round) || round.bytes > UINT32_MAX)
		return 0;
	for (unsigned i = 0; i < round.n; i++) {
		bool own = round.copies[i] == copy || is_same_box(round.copies[i], copy);
		unsigned senders = own && !sent_by_some(kernel, copy) ? round.blocks[i] : 1;
		unsigned bytes = !own ? 0 : round.n == 1 ? (unsigned)round.bytes : share(kernel, &round, round.copies[i]);
		if (own)
			return bytes % senders ? 0 : bytes / senders;
	}
	return 0;
}
