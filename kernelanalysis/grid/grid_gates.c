#include "kernelanalysis/grid/grid_barriers.h"

#include <string.h>

/*
 * What the gate of a grid barrier holds when a thread comes to it: data flow over the barriers
 * that share it, each of which leaves the value that its last block writes. A loop's value is
 * that of the variable which is joined in the same way.
 */

enum { MOST_STEPS = 4096, MOST_JOINS = 8 };

struct flow {
	struct kernel *kernel;
	const struct et *gate;
	LLVMValueRef zero; /* what it holds at first */
	LLVMValueRef *assumed; /* by block index: what is taken to hold where a loop begins */
	bool led; /* thread 0 alone waits: what variables hold in others does not matter */
	unsigned steps;
};

/* A truth value as it was before it became a number. */
static LLVMValueRef narrow(LLVMValueRef value)
{
	return LLVMIsAZExtInst(value) ? LLVMGetOperand(value, 0) : value;
}

/* The one value that thread 0 can have of those that are joined; NULL: it may have several. */
static LLVMValueRef joined_by_leader(const struct flow *flow, LLVMValueRef phi)
{
	struct kernel *kernel = flow->kernel;
	const struct block *to = instruction_block(kernel->func, phi);
	LLVMValueRef one = NULL;
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		const struct block *from = func_block(kernel->func, LLVMGetIncomingBlock(phi, i));
		LLVMValueRef value = LLVMGetIncomingValue(phi, i);
		if (!from)
			continue;
		const struct et *edge = value_reach_from(kernel->env, to->idom, from);
		edge = et_and(kernel->ets, edge, value_edge(kernel->env, from, to));
		if (et_is_false(in_first_thread(kernel, edge)))
			continue;
		if (one && one != value)
			return NULL;
		one = value;
	}
	return one;
}

/* The value as it was before it became a number, and before it was joined with that of others. */
static LLVMValueRef source_of(const struct flow *flow, LLVMValueRef value)
{
	for (unsigned n = 0; value && n < MOST_JOINS; n++) {
		value = narrow(value);
		const struct block *block =
			LLVMIsAPHINode(value) ? instruction_block(flow->kernel->func, value) : NULL;
		if (!flow->led || !block || (block->loop && block->loop->header == block))
			return value;
		LLVMValueRef joined = joined_by_leader(flow, value);
		if (!joined)
			return value;
		value = joined;
	}
	return value;
}

static bool are_equal(const struct flow *flow, LLVMValueRef a, LLVMValueRef b)
{
	a = source_of(flow, a);
	b = source_of(flow, b);
	return a == b || (a && b && LLVMIsAConstantInt(a) && LLVMIsAConstantInt(b) &&
				 LLVMConstIntGetZExtValue(a) == LLVMConstIntGetZExtValue(b));
}

/* The value that the last block writes to the gate; NULL: none, or several. */
static LLVMValueRef written(const struct grid_barrier *barrier, const struct et *gate)
{
	LLVMValueRef value = NULL;
	vec_each(each, &barrier->ops) {
		const struct access *op = *each;
		bool stores = op->type == ACCESS_WRITE || op->rmw == RMW_STORE ||
			      op->rmw == RMW_EXCHANGE;
		bool reads = op->type == ACCESS_READ || op->rmw == RMW_LOAD || keeps_value(op);
		if (op->address != gate || reads)
			continue;
		LLVMValueRef stored = op->type == ACCESS_ATOMIC ? op->operand : op->stored;
		if (!stores || !stored || (value && value != stored))
			return NULL;
		value = stored;
	}
	return value ? narrow(value) : NULL;
}

static LLVMValueRef value_into(struct flow *flow, const struct block *block);

/* What the last barrier whose code ends in the block leaves, else what comes into it. */
static LLVMValueRef value_behind(struct flow *flow, const struct block *block)
{
	vec_each(each, &flow->kernel->grid_barriers)
		if ((*each)->end == block && written(*each, flow->gate))
			return written(*each, flow->gate);
	return value_into(flow, block);
}

/* Is the value, joined from the predecessors, that of the phi. */
static bool joins_as(struct flow *flow, LLVMValueRef phi)
{
	const struct func *func = flow->kernel->func;
	size_t size = func->blocks.n * sizeof(*flow->assumed);
	LLVMValueRef *kept = arena_alloc(func->arena, size);
	memcpy(kept, flow->assumed, size);
	flow->assumed[instruction_block(func, phi)->index] = phi;
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		const struct block *pred = func_block(func, LLVMGetIncomingBlock(phi, i));
		if (!pred || are_equal(flow, value_behind(flow, pred), LLVMGetIncomingValue(phi, i)))
			continue;
		memcpy(flow->assumed, kept, size);
		return false;
	}
	return true;
}

/* One value from all sides; round a loop it must stay. */
static LLVMValueRef value_same(struct flow *flow, const struct block *block)
{
	LLVMValueRef same = NULL;
	vec_each(pred, &block->preds) {
		if (block_dominates(block, *pred))
			continue;
		LLVMValueRef value = value_behind(flow, *pred);
		if (!value || (same && !are_equal(flow, same, value)))
			return NULL;
		same = value;
	}
	flow->assumed[block->index] = same;
	vec_each(pred, &block->preds)
		if (block_dominates(block, *pred) && !are_equal(flow, value_behind(flow, *pred), same))
			return NULL;
	return same;
}

/* What the gate holds where the block begins. */
static LLVMValueRef value_into(struct flow *flow, const struct block *block)
{
	if (flow->assumed[block->index] || flow->steps++ > MOST_STEPS)
		return flow->assumed[block->index];
	if (!block->idom)
		return flow->zero;
	if (block->preds.n == 1)
		return value_behind(flow, block->preds.at[0]);
	LLVMValueRef i = LLVMGetFirstInstruction(block->llvm);
	for (; i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
		if (LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind && joins_as(flow, i))
			return i;
	LLVMValueRef same = value_same(flow, block);
	flow->assumed[block->index] = same;
	return same;
}

/* Before a barrier, nothing being known; zero NULL: no single value is written to the gate. */
static struct flow flow_of(
	struct kernel *kernel, const struct grid_barrier *barrier, const struct et *gate)
{
	LLVMValueRef value = written(barrier, gate);
	struct flow flow = { .kernel = kernel, .gate = gate,
		.zero = value ? LLVMConstInt(LLVMTypeOf(value), 0, false) : NULL };
	flow.led = true;
	vec_each(each, &kernel->grid_barriers) flow.led &= (*each)->to && !arrives_by_all(kernel, *each);
	flow.assumed = arena_alloc(kernel->arena, kernel->func->blocks.n * sizeof(LLVMValueRef));
	return flow;
}

LLVMValueRef gate_before(
	struct kernel *kernel, const struct grid_barrier *barrier, const struct et *gate)
{
	struct flow flow = flow_of(kernel, barrier, gate);
	return flow.zero ? value_behind(&flow, instruction_block(kernel->func, barrier->from)) : NULL;
}

/* A truth value in thread 0, `phi` being `bit` there; -1: not known. */
static int bit_of(const struct flow *flow, LLVMValueRef value, LLVMValueRef phi, int bit)
{
	LLVMValueRef v = source_of(flow, value);
	if (v == phi)
		return bit;
	if (LLVMIsAConstantInt(v))
		return LLVMConstIntGetZExtValue(v) <= 1 ? (int)LLVMConstIntGetZExtValue(v) : -1;
	if (!LLVMIsAICmpInst(v) && (!LLVMIsABinaryOperator(v) || LLVMGetInstructionOpcode(v) != LLVMXor))
		return -1;
	int a = bit_of(flow, LLVMGetOperand(v, 0), phi, bit);
	int b = bit_of(flow, LLVMGetOperand(v, 1), phi, bit);
	bool equal = LLVMIsAICmpInst(v) && LLVMGetICmpPredicate(v) == LLVMIntEQ;
	bool differ = !LLVMIsAICmpInst(v) || LLVMGetICmpPredicate(v) == LLVMIntNE;
	return a < 0 || b < 0 || (!equal && !differ) ? -1 : equal ? a == b : a != b;
}

/* The same where a variable of a loop is meant that each round takes back to what it began with. */
static int bit_behind(const struct flow *flow, LLVMValueRef value)
{
	struct kernel *kernel = flow->kernel;
	LLVMValueRef v = source_of(flow, value), start = NULL, round = NULL;
	const struct block *header = LLVMIsAPHINode(v) ? instruction_block(kernel->func, v) : NULL;
	if (!header || !header->loop || header->loop->header != header || LLVMCountIncoming(v) != 2)
		return bit_of(flow, v, NULL, 0);
	for (unsigned i = 0; i < 2; i++) {
		const struct block *from = func_block(kernel->func, LLVMGetIncomingBlock(v, i));
		bool inside = from && loop_contains(header->loop, from);
		*(inside ? &round : &start) = LLVMGetIncomingValue(v, i);
	}
	int bit = start && round ? bit_of(flow, start, NULL, 0) : -1;
	return bit >= 0 && bit_of(flow, round, v, bit) == bit ? bit : -1;
}

int gate_at_end(struct kernel *kernel, const struct grid_barrier *barrier, const struct et *gate)
{
	int same = -1;
	vec_each(block, &kernel->func->blocks) {
		struct flow flow = flow_of(kernel, barrier, gate);
		if ((*block)->succs.n)
			continue;
		LLVMValueRef value = flow.zero ? value_behind(&flow, *block) : NULL;
		int bit = value ? bit_behind(&flow, value) : -1;
		if (bit < 0 || (same >= 0 && same != bit))
			return -1;
		same = bit;
	}
	return same;
}
