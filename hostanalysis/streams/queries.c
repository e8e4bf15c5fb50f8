#include "hostanalysis/streams/streams.h"

/*
 * Queries of streams and events whose answer decides nothing: the host does the same when it is
 * told that all is done, and when it is told that it is not, but for what gives no work to a
 * device, waits for nothing and leaves nothing behind, as a line that is printed.
 */

#define MOST_BLOCKS 8
#define READY 0
#define NOT_READY 600

/* The blocks that the host comes through behind a query, for one answer, as far as they are told by
 * that. */
struct trace {
	LLVMBasicBlockRef blocks[MOST_BLOCKS];
	unsigned n;
};

static bool compare(LLVMValueRef condition, LLVMValueRef query, uint64_t answer, bool *holds)
{
	if (!LLVMIsAICmpInst(condition))
		return false;
	bool second = LLVMGetOperand(condition, 1) == query;
	LLVMValueRef with = LLVMGetOperand(condition, second ? 0 : 1);
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(condition);
	if (LLVMGetOperand(condition, second) != query || !LLVMIsAConstantInt(with) ||
		(predicate != LLVMIntEQ && predicate != LLVMIntNE))
		return false;
	*holds = (LLVMConstIntGetZExtValue(with) == answer) == (predicate == LLVMIntEQ);
	return true;
}

/* Where a block's end leads to when the query gave the answer; NULL: not told by that. */
static LLVMBasicBlockRef next_of(LLVMBasicBlockRef block, LLVMValueRef query, uint64_t answer)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
	bool holds;
	if (LLVMIsABranchInst(end) && !LLVMIsConditional(end))
		return LLVMGetSuccessor(end, 0);
	if (LLVMIsABranchInst(end) && compare(LLVMGetCondition(end), query, answer, &holds))
		return LLVMGetSuccessor(end, holds ? 0 : 1);
	if (!LLVMIsASwitchInst(end) || LLVMGetOperand(end, 0) != query)
		return NULL;
	for (unsigned i = 1; i < LLVMGetNumSuccessors(end); i++)
		if (LLVMConstIntGetZExtValue(LLVMGetOperand(end, 2 * i)) == answer)
			return LLVMGetSuccessor(end, i);
	return LLVMGetSuccessor(end, 0);
}

static struct trace trace_of(LLVMValueRef query, uint64_t answer)
{
	struct trace trace = { .n = 0 };
	LLVMBasicBlockRef first = LLVMGetInstructionParent(query);
	for (LLVMBasicBlockRef at = first; at && trace.n < MOST_BLOCKS;
		at = next_of(at, query, answer)) {
		if (trace.n && at == first)
			break;
		trace.blocks[trace.n++] = at;
	}
	return trace;
}

static unsigned place_in(const struct trace *trace, LLVMBasicBlockRef block)
{
	unsigned i = 0;
	while (i < trace->n && trace->blocks[i] != block)
		i++;
	return i;
}

/* Do the first blocks, behind the query's own, do nothing that lasts. */
static bool leaves_nothing(const struct trace *trace, unsigned n)
{
	for (unsigned k = 1; k < n; k++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(trace->blocks[k]); i;
			i = LLVMGetNextInstruction(i)) {
			bool quiet = is_call(i) &&
				     (call_stands_by(i) || stream_op_of(i).action == STREAM_QUIET);
			if (LLVMIsAStoreInst(i) || LLVMIsAAtomicRMWInst(i) ||
				LLVMIsAAtomicCmpXchgInst(i) || (is_call(i) && !quiet))
				return false;
		}
	return true;
}

/* Does a block where both meet find the same values, whichever way it is come to. */
static bool meets_alike(LLVMBasicBlockRef block, LLVMBasicBlockRef from, LLVMBasicBlockRef other)
{
	for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && LLVMIsAPHINode(i);
		i = LLVMGetNextInstruction(i))
		if (phi_value_from(i, from) != phi_value_from(i, other))
			return false;
	return true;
}

/* Is the answer looked at in the first blocks of the ways alone, to branch. */
static bool is_asked_here(LLVMValueRef answer, const struct trace ways[2], const unsigned n[2])
{
	for (LLVMUseRef use = LLVMGetFirstUse(answer); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		LLVMBasicBlockRef block =
			LLVMIsAInstruction(user) ? LLVMGetInstructionParent(user) : NULL;
		bool ends = LLVMIsABranchInst(user) || LLVMIsASwitchInst(user);
		bool here = place_in(&ways[0], block) < n[0] || place_in(&ways[1], block) < n[1];
		if (!block || !here ||
			!(ends || (LLVMIsAICmpInst(user) && is_asked_here(user, ways, n))))
			return false;
	}
	return true;
}

bool query_is_idle(LLVMValueRef query)
{
	const struct trace ways[] = { trace_of(query, READY), trace_of(query, NOT_READY) };
	for (unsigned i = 1; i < ways[0].n; i++) {
		const unsigned n[] = { i, place_in(&ways[1], ways[0].blocks[i]) };
		if (n[1] == ways[1].n || !n[1])
			continue;
		return leaves_nothing(&ways[0], n[0]) && leaves_nothing(&ways[1], n[1]) &&
		       meets_alike(ways[0].blocks[i], ways[0].blocks[n[0] - 1],
			       ways[1].blocks[n[1] - 1]) &&
		       is_asked_here(query, ways, n);
	}
	return false;
}
