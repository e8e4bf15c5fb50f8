#include "kernelanalysis/locks/permits.h"

#include "expr/known.h"

/*
 * How many permits a thread has: a forward analysis over its blocks, in the light of what an access's guard says of ids and
 * parameters, which branches on these obey everywhere.
 */

/* At some place; bits are by number of the take. */
struct ledger {
	bool reached;
	unsigned kept;	    /* permits for sure, those of the latest takes apart: */
	uint32_t tried, got; /* taken, if the swap was made; the swap was made: for sure */
	uint32_t held;	    /* maybe */
};

struct flow {
	struct kernel *kernel;
	const struct permits *permits;
	struct known *facts;
	struct ledger **entry; /* by block, by predecessor; the entry block has one more */
	const struct access *short_of; /* gives back what it may not have; NULL: none yet */
	const struct access *asked;
	bool twice; /* takes one and may have one, or ends so */
};

static struct acquire edge_of(struct kernel *kernel, const struct access *take, const struct block *from,
	const struct block *to)
{
	return (struct acquire){ .op = take, .from = from, .success = to,
		.edge = value_edge(kernel->env, from, to) };
}

static bool asks(struct kernel *kernel, const struct acquire *edge)
{
	acquire_test(kernel, edge, et_const(kernel->ets, edge->op->size * 8, 0));
	return et_mentions(kernel->arena, edge->test, et_sym(kernel->ets, edge->value));
}

bool permit_won(struct kernel *kernel, const struct access *take, const struct block *from,
	const struct block *to)
{
	struct acquire edge = edge_of(kernel, take, from, to);
	return asks(kernel, &edge) && lock_swap_needed(kernel, &edge);
}

/* Is the edge one of who has not got it; `by`: having come from there, where the swap has been tried in the same round. */
static bool is_lost(struct kernel *kernel, const struct access *take, const struct block *by,
	const struct block *from, const struct block *to)
{
	struct acquire edge = edge_of(kernel, take, from, to);
	if (!asks(kernel, &edge))
		return false;
	const struct et *kept = acquire_test(kernel, &edge, value_et(kernel->env, take->expected));
	if (by && block_dominates(take->block, by) && take->block->loop == from->loop)
		kept = et_and(kernel->ets, kept, value_reach(kernel->env, take->block));
	return et_is_false(kept);
}

static void facts_add(struct flow *flow, const struct et *guard)
{
	if (guard->op == ET_AND && guard->width == 1) {
		facts_add(flow, guard->arg[0]);
		facts_add(flow, guard->arg[1]);
	} else if (term_of_ids(guard) && !et_is_const(guard)) {
		known_add(flow->facts, guard);
	}
}

static int number_of(const struct flow *flow, const struct access *op)
{
	for (size_t i = 0; i < flow->permits->takes.n; i++)
		if (flow->permits->takes.at[i] == op)
			return (int)i;
	return -1;
}

static bool is_give(const struct flow *flow, const struct access *op)
{
	vec_each(give, &flow->permits->gives)
		if (*give == op)
			return true;
	return false;
}

static void take(struct flow *flow, struct ledger *ledger, uint32_t bit)
{
	ledger->kept += (ledger->tried & ledger->got & bit) != 0 && ledger->kept < MOST_TAKES;
	ledger->tried |= bit;
	ledger->got = flow->permits->subtracts ? ledger->got | bit : ledger->got & ~bit;
	flow->twice |= ledger->held != 0;
	ledger->held |= bit;
}

static void give_back(struct flow *flow, struct ledger *ledger, const struct access *give)
{
	uint32_t sure = ledger->tried & ledger->got;
	ledger->held = 0;
	if (sure) {
		ledger->tried &= ~(sure & (~sure + 1));
	} else if (ledger->kept) {
		ledger->kept--;
	} else if (give == flow->asked) {
		flow->short_of = give;
	}
}

static void pass(struct flow *flow, struct ledger *ledger, const struct block *block)
{
	for (LLVMValueRef i = LLVMGetFirstInstruction(block->llvm); i; i = LLVMGetNextInstruction(i)) {
		const struct access *op = access_at(flow->kernel, i);
		int number = op ? number_of(flow, op) : -1;
		if (number >= 0)
			take(flow, ledger, UINT32_C(1) << number);
		else if (op && is_give(flow, op))
			give_back(flow, ledger, op);
	}
	flow->twice |= !block->succs.n && ledger->held;
}

static void learn(struct flow *flow, struct ledger *ledger, const struct block *by,
	const struct block *from, const struct block *to)
{
	for (size_t i = 0; !flow->permits->subtracts && i < flow->permits->takes.n; i++) {
		const struct access *op = flow->permits->takes.at[i];
		uint32_t bit = UINT32_C(1) << i;
		if (permit_won(flow->kernel, op, from, to))
			ledger->got |= bit;
		if ((ledger->held & bit) && is_lost(flow->kernel, op, by, from, to))
			ledger->held &= ~bit;
	}
}

/* What the value is the negation of; NULL: it is none. */
static LLVMValueRef negated(LLVMValueRef value)
{
	bool turns = LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == LLVMXor &&
		     LLVMIsAConstantInt(LLVMGetOperand(value, 1)) &&
		     LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1)) == 1;
	return turns ? LLVMGetOperand(value, 0) : NULL;
}

static void meet(struct ledger *at, const struct ledger *with)
{
	if (!at->reached || !with->reached) {
		*at = with->reached ? *with : *at;
		return;
	}
	at->kept = at->kept < with->kept ? at->kept : with->kept;
	at->tried &= with->tried;
	at->got &= with->got;
	at->held |= with->held;
}

static bool differs(const struct ledger *a, const struct ledger *b)
{
	return a->reached != b->reached || a->kept != b->kept || a->tried != b->tried ||
	       a->got != b->got || a->held != b->held;
}

/* Can a branch on what its block has made of where it comes from go this way from there. */
static bool goes_on(const struct block *from, const struct block *block, const struct block *to)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(block->llvm), turned, value;
	bool wanted = true;
	if (!LLVMIsABranchInst(last) || !LLVMIsConditional(last))
		return true;
	LLVMValueRef tested = LLVMGetCondition(last);
	while ((turned = negated(tested))) {
		tested = turned;
		wanted = !wanted;
	}
	if (!LLVMIsAPHINode(tested) || LLVMGetInstructionParent(tested) != block->llvm)
		return true;
	for (unsigned i = 0; i < LLVMCountIncoming(tested); i++) {
		value = LLVMGetIncomingValue(tested, i);
		if (LLVMGetIncomingBlock(tested, i) != from->llvm || !LLVMIsAConstantInt(value))
			continue;
		bool goes = (LLVMConstIntGetZExtValue(value) != 0) == wanted;
		return LLVMGetSuccessor(last, !goes) == to->llvm;
	}
	return true;
}

/* Goes through the block, by whoever has come from the one before (NULL: the kernel's beginning), and on that way (NULL:
 * the end). */
static void follow(struct flow *flow, struct ledger *sum, struct ledger ledger, const struct block *by,
	const struct block *from, const struct block *to)
{
	if (!ledger.reached || (by && to && !goes_on(by, from, to)))
		return;
	pass(flow, &ledger, from);
	if (to && from->succs.n > 1)
		learn(flow, &ledger, by, from, to);
	meet(sum, &ledger);
}

/* True when the beginning of the next block has changed. */
static bool pass_on(struct flow *flow, const struct block *from, const struct block *to)
{
	struct ledger ledger = { 0 }, *entry = flow->entry[from->index];
	const struct et *edge = value_edge(flow->kernel->env, from, to);
	bool changed = false;
	if (from->succs.n > 1 && et_is_false(known_apply(flow->facts, edge)))
		return false;
	for (size_t i = 0; i < from->preds.n; i++)
		follow(flow, &ledger, entry[i], from->preds.at[i], from, to);
	if (!from->idom)
		follow(flow, &ledger, entry[from->preds.n], NULL, from, to);
	for (size_t i = 0; i < to->preds.n; i++) {
		struct ledger *at = &flow->entry[to->index][i], old = *at;
		if (to->preds.at[i] == from)
			meet(at, &ledger);
		changed |= differs(at, &old);
	}
	return changed;
}

static void end(struct flow *flow, const struct block *block)
{
	struct ledger none = { 0 }, *entry = flow->entry[block->index];
	for (size_t i = 0; i < block->preds.n; i++)
		follow(flow, &none, entry[i], block->preds.at[i], block, NULL);
	if (!block->idom)
		follow(flow, &none, entry[block->preds.n], NULL, block, NULL);
}

static void flow_run(struct flow *flow)
{
	const struct func *func = flow->kernel->func;
	for (bool changed = true; changed;) {
		changed = false;
		vec_each(block, &func->blocks) {
			vec_each(succ, &(*block)->succs)
				changed |= pass_on(flow, *block, *succ);
			if (!(*block)->succs.n)
				end(flow, *block);
		}
	}
}

static struct flow flow_for(struct kernel *kernel, const struct permits *permits, const struct access *op)
{
	const struct func *func = kernel->func;
	struct flow flow = { .kernel = kernel, .permits = permits, .asked = op,
		.facts = known_new(kernel->arena, kernel->ets),
		.entry = arena_alloc(kernel->arena, func->blocks.n * sizeof(struct ledger *)) };
	facts_add(&flow, op->guard);
	vec_each(block, &func->blocks)
		flow.entry[(*block)->index] = arena_alloc(
			kernel->arena, ((*block)->preds.n + 1) * sizeof(struct ledger));
	flow.entry[0][func->blocks.at[0]->preds.n].reached = true;
	flow_run(&flow);
	return flow;
}

bool permits_are_held(struct kernel *kernel, const struct permits *permits)
{
	vec_each(give, &permits->gives) {
		struct flow flow = flow_for(kernel, permits, *give);
		if (flow.short_of)
			return false;
	}
	return true;
}

bool permits_come_back(struct kernel *kernel, const struct permits *permits)
{
	vec_each(op, &permits->takes) {
		struct flow flow = flow_for(kernel, permits, *op);
		if (flow.twice)
			return false;
	}
	return true;
}
