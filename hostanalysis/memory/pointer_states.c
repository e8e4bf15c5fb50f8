#include "base/ptrmap.h"
#include "hostanalysis/pass.h"

/*
 * Pointers that a loop carries and copies to each other (`if (k == 5) a = b`, three buffers in turn). All that a header's
 * pointers can be together follows from what they begin as: a few tuples of pointers from before the loop, which are
 * numbered as they are found. The pointers become choices by one phi of the tuple's number, so that pointers which never
 * meet come out as different, and those that do as the same. Where all rounds end alike, the number follows from that of
 * the round before; else any of them may come next.
 */

#define ANY_NUMBER "hgrd.any"

enum { MOST_POINTERS = 6, MOST_TUPLES = 32, MOST_DEPTH = 10, MOST_ENDS = 64 };

struct tuple {
	LLVMValueRef at[MOST_POINTERS];
};

struct states {
	struct host_pass *pass;
	struct func *func;
	struct loop *loop;
	LLVMBuilderRef b;
	LLVMValueRef phis[MOST_POINTERS], state;
	struct tuple ends[MOST_ENDS]; /* what a round may make of the phis, in terms of them */
	struct tuple tuples[MOST_TUPLES];
	unsigned nphis, nends, ntuples;
};

static LLVMTypeRef number_type(const struct states *s)
{
	return LLVMInt8TypeInContext(s->pass->module->context);
}

static LLVMValueRef number(const struct states *s, unsigned n)
{
	return LLVMConstInt(number_type(s), n, false);
}

static bool is_outside(const struct states *s, LLVMValueRef value)
{
	struct block *home = LLVMIsAInstruction(value) ? instruction_block(s->func, value) : NULL;
	return !LLVMIsAInstruction(value) || (home && !loop_contains(s->loop, home));
}

static int phi_position(const struct states *s, LLVMValueRef value)
{
	for (unsigned i = 0; i < s->nphis; i++)
		if (s->phis[i] == value)
			return (int)i;
	return -1;
}

static bool is_end(const struct states *s, LLVMValueRef value)
{
	return is_outside(s, value) || phi_position(s, value) >= 0;
}

/* A join in the loop that is no loop's header. */
static bool is_join(const struct states *s, LLVMValueRef value)
{
	struct block *home = LLVMIsAPHINode(value) ? instruction_block(s->func, value) : NULL;
	return home && home->loop && home->loop->header != home;
}

/* Does the join choose by what the loop does not change: then it is settled after one round, and a branch on the same may tell. */
static bool is_settled(const struct states *s, LLVMValueRef join)
{
	const struct block *from = instruction_block(s->func, join)->idom;
	LLVMValueRef branch = LLVMGetBasicBlockTerminator(from->llvm);
	return LLVMIsABranchInst(branch) && LLVMIsConditional(branch) && is_outside(s, LLVMGetCondition(branch));
}

/* The first choice by a condition, else the join that lies behind all others; -1: all are ends, -2: there is something else. */
static int next_choice(const struct states *s, const struct tuple *of)
{
	int best = -1;
	for (unsigned i = 0; i < s->nphis; i++) {
		LLVMValueRef value = of->at[i];
		if (is_end(s, value))
			continue;
		if (LLVMIsASelectInst(value) && !is_outside(s, LLVMGetOperand(value, 0)))
			return (int)i;
		if (!is_join(s, value) || is_settled(s, value))
			return -2;
		if (best < 0 || block_dominates(instruction_block(s->func, of->at[best]),
					instruction_block(s->func, value)))
			best = (int)i;
	}
	return best;
}

static struct tuple by_condition(const struct states *s, const struct tuple *of, LLVMValueRef cond, unsigned side)
{
	struct tuple result = *of;
	for (unsigned i = 0; i < s->nphis; i++)
		if (LLVMIsASelectInst(of->at[i]) && !is_end(s, of->at[i]) && LLVMGetOperand(of->at[i], 0) == cond)
			result.at[i] = LLVMGetOperand(of->at[i], side);
	return result;
}

static struct tuple by_way(const struct states *s, const struct tuple *of, LLVMBasicBlockRef block, LLVMBasicBlockRef way)
{
	struct tuple result = *of;
	for (unsigned i = 0; i < s->nphis; i++) {
		LLVMValueRef phi = of->at[i];
		if (!LLVMIsAPHINode(phi) || LLVMGetInstructionParent(phi) != block)
			continue;
		for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
			if (LLVMGetIncomingBlock(phi, k) == way)
				result.at[i] = LLVMGetIncomingValue(phi, k);
	}
	return result;
}

static bool same_tuple(const struct states *s, const struct tuple *x, const struct tuple *y)
{
	for (unsigned i = 0; i < s->nphis; i++)
		if (x->at[i] != y->at[i])
			return false;
	return true;
}

/* What the end makes of a tuple. */
static struct tuple applied(const struct states *s, const struct tuple *end, const struct tuple *to)
{
	struct tuple result = *end;
	for (unsigned i = 0; i < s->nphis; i++)
		if (phi_position(s, end->at[i]) >= 0)
			result.at[i] = to->at[phi_position(s, end->at[i])];
	return result;
}

static unsigned tuple_number(const struct states *s, const struct tuple *tuple)
{
	unsigned n = 0;
	while (n < s->ntuples && !same_tuple(s, &s->tuples[n], tuple))
		n++;
	return n;
}

static bool end_add(struct states *s, const struct tuple *end)
{
	for (unsigned i = 0; i < s->nends; i++)
		if (same_tuple(s, &s->ends[i], end))
			return true;
	if (s->nends == MOST_ENDS)
		return false;
	s->ends[s->nends++] = *end;
	return true;
}

/* Collects all that a tuple of values may be at the end of a round. */
static bool round_walk(struct states *s, const struct tuple *of, unsigned depth)
{
	int i = next_choice(s, of);
	if (i == -1)
		return end_add(s, of);
	if (i == -2 || !depth)
		return false;
	LLVMValueRef chosen = of->at[i];
	bool select = LLVMIsASelectInst(chosen);
	for (unsigned k = 0; k < (select ? 2 : LLVMCountIncoming(chosen)); k++) {
		struct tuple there = select ? by_condition(s, of, LLVMGetOperand(chosen, 0), k + 1)
					    : by_way(s, of, LLVMGetInstructionParent(chosen), LLVMGetIncomingBlock(chosen, k));
		if (!round_walk(s, &there, depth - 1))
			return false;
	}
	return true;
}

static struct tuple round_of(const struct states *s)
{
	struct tuple result = { 0 };
	for (unsigned i = 0; i < s->nphis; i++)
		result.at[i] = phi_value_from(s->phis[i], s->loop->latch->llvm);
	return result;
}

/* Does a value come from the phi, through choices and the other phis. */
static bool comes_from(const struct states *s, LLVMValueRef value, LLVMValueRef phi, struct ptrmap *seen)
{
	if (value == phi)
		return true;
	if (is_outside(s, value) || ptrmap_get(seen, value))
		return false;
	ptrmap_set(seen, value, value);
	if (phi_position(s, value) >= 0)
		return comes_from(s, phi_value_from(value, s->loop->latch->llvm), phi, seen);
	if (!LLVMIsASelectInst(value) && !is_join(s, value))
		return false;
	unsigned n = LLVMIsAPHINode(value) ? LLVMCountIncoming(value) : 2;
	for (unsigned i = 0; i < n; i++)
		if (comes_from(s, LLVMIsAPHINode(value) ? LLVMGetIncomingValue(value, i) : LLVMGetOperand(value, i + 1),
			    phi, seen))
			return true;
	return false;
}

/* Does a round make something of the phi that what it was goes into. */
static bool is_carried(const struct states *s, LLVMValueRef phi)
{
	LLVMValueRef next = phi_value_from(phi, s->loop->latch->llvm);
	return next != phi && comes_from(s, next, phi, ptrmap_new(s->pass->arena));
}

static bool ends_fill(struct states *s)
{
	struct tuple round = round_of(s);
	s->nends = 0;
	return round_walk(s, &round, MOST_DEPTH);
}

static void phi_drop(struct states *s, unsigned i)
{
	s->phis[i] = s->phis[--s->nphis];
}

/* The header's pointers whose values go round; others are what the round before made of them (ir/phi.c). */
static void phis_fill(struct states *s)
{
	s->nphis = 0;
	for (LLVMValueRef i = LLVMGetFirstInstruction(s->loop->header->llvm); LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
		if (LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMPointerTypeKind && LLVMCountIncoming(i) == 2 &&
			s->nphis < MOST_POINTERS)
			s->phis[s->nphis++] = i;
	for (unsigned i = 0; i < s->nphis;) {
		if (is_carried(s, s->phis[i]))
			i++;
		else
			phi_drop(s, i), i = 0;
	}
}

static bool tuples_fill(struct states *s)
{
	s->ntuples = 1;
	for (unsigned i = 0; i < s->nphis; i++)
		s->tuples[0].at[i] = phi_value_from(s->phis[i], s->loop->preheader->llvm);
	for (unsigned n = 0; n < s->ntuples; n++)
		for (unsigned e = 0; e < s->nends; e++) {
			struct tuple next = applied(s, &s->ends[e], &s->tuples[n]);
			if (tuple_number(s, &next) < s->ntuples)
				continue;
			if (s->ntuples == MOST_TUPLES)
				return false;
			s->tuples[s->ntuples++] = next;
		}
	return true;
}

static LLVMValueRef phi_choice(struct states *s, unsigned at)
{
	LLVMValueRef result = s->tuples[0].at[at];
	for (unsigned i = 1; i < s->ntuples; i++) {
		LLVMValueRef is = LLVMBuildICmp(s->b, LLVMIntEQ, s->state, number(s, i), "");
		result = LLVMBuildSelect(s->b, is, s->tuples[i].at[at], result, "");
	}
	return result;
}

/* Memory that nothing is known of. */
static LLVMValueRef any_number(struct states *s)
{
	LLVMModuleRef module = s->pass->module->llvm;
	LLVMValueRef memory = LLVMGetNamedGlobal(module, ANY_NUMBER);
	if (!memory)
		memory = LLVMAddGlobal(module, number_type(s), ANY_NUMBER);
	return LLVMBuildLoad2(s->b, number_type(s), memory, "which");
}

/* What follows in the one way in which rounds end: a choice by the number that the round began with. */
static LLVMValueRef following(struct states *s)
{
	LLVMValueRef result = NULL;
	for (unsigned i = s->ntuples; i-- > 0;) {
		struct tuple next = applied(s, &s->ends[0], &s->tuples[i]);
		LLVMValueRef to = number(s, tuple_number(s, &next));
		LLVMValueRef is = result ? LLVMBuildICmp(s->b, LLVMIntEQ, s->state, number(s, i), "") : NULL;
		result = result ? LLVMBuildSelect(s->b, is, to, result, "") : to;
	}
	return result;
}

static void phis_replace(struct states *s)
{
	LLVMPositionBuilderBefore(s->b, LLVMGetFirstInstruction(s->loop->header->llvm));
	s->state = LLVMBuildPhi(s->b, number_type(s), "which.");
	LLVMPositionBuilderBefore(s->b, LLVMGetBasicBlockTerminator(s->loop->latch->llvm));
	LLVMValueRef values[] = { number(s, 0), s->nends == 1 ? following(s) : any_number(s) };
	LLVMBasicBlockRef blocks[] = { s->loop->preheader->llvm, s->loop->latch->llvm };
	LLVMAddIncoming(s->state, values, blocks, 2);
	LLVMPositionBuilderBefore(s->b, block_behind_phis(s->loop->header->llvm));
	LLVMValueRef choices[MOST_POINTERS];
	for (unsigned i = 0; i < s->nphis; i++)
		choices[i] = phi_choice(s, i);
	for (unsigned i = 0; i < s->nphis; i++) {
		LLVMReplaceAllUsesWith(s->phis[i], choices[i]);
		LLVMInstructionEraseFromParent(s->phis[i]);
	}
}

static void loop_open(struct states *s)
{
	if (!s->loop->latch || !s->loop->preheader)
		return;
	phis_fill(s);
	if (s->nphis && ends_fill(s) && tuples_fill(s) && s->ntuples > 1)
		phis_replace(s);
}

void pointer_states_split(struct host_pass *pass)
{
	struct states s = { .pass = pass, .b = LLVMCreateBuilderInContext(pass->module->context) };
	vec_each(root, &pass->roots) {
		s.func = func_new(pass->arena, *root);
		for (size_t i = s.func->loops.n; i-- > 0;) {
			s.loop = s.func->loops.at[i];
			loop_open(&s);
		}
	}
	LLVMDisposeBuilder(s.b);
}
