#include "ir/value_internal.h"

#include "expr/linear.h"
#include "expr/place.h"

enum { MOST_STEP = 1 << 20 };

/*
 * How often loops go round. A loop that is left at one place, which every round passes, goes on as
 * long as a comparison holds there; when one side of it moves by a constant in each round and the
 * other stays, the number of rounds is their first distance, divided by the step.
 */

struct at_round {
	const struct symbol *counter;
	uint64_t value;
};

static const struct et *at_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct at_round *at = data;
	return leaf->op == ET_SYM && leaf->sym == at->counter ? et_const(ets, 64, at->value) : NULL;
}

const struct et *term_at_round(
	struct value_env *env, const struct loop *loop, const struct et *term, uint64_t k)
{
	struct at_round at = { env->loops[loop->index].counter, k };
	return et_map_once(env->ets, term, at_leaf, &at);
}

struct counts {
	const struct symbol *counter;
	bool found;
};

static void counts_visit(void *data, const struct et *et)
{
	struct counts *counts = data;
	counts->found |= et->op == ET_SYM && et->sym == counts->counter;
}

bool counts_round(const struct value_env *env, const struct loop *loop, const struct et *term)
{
	struct counts counts = { env->loops[loop->index].counter, false };
	et_once(env->arena, term, counts_visit, &counts);
	return counts.found;
}

/* By how much the term grows in each round; 0 when that is no constant. */
static int64_t growth(struct value_env *env, const struct loop *loop, const struct et *term)
{
	const struct et *at[3], *by[2];
	for (unsigned k = 0; k < 3; k++)
		at[k] = term_at_round(env, loop, term, k);
	for (unsigned k = 0; k < 2; k++)
		by[k] = et_binary(env->ets, ET_SUB, 0, at[k + 1], at[k]);
	return et_is_const(by[0]) && by[0] == by[1] ? et_signed(by[0]) : 0;
}

bool grows_evenly(const struct value_env *env, const struct loop *loop, const struct et *term)
{
	if (!counts_round(env, loop, term))
		return true;
	switch (term->op) {
	case ET_SYM:
		return true;
	case ET_ADD:
	case ET_SUB:
		return grows_evenly(env, loop, term->arg[0]) && grows_evenly(env, loop, term->arg[1]);
	case ET_MUL:
		return (!counts_round(env, loop, term->arg[0]) && grows_evenly(env, loop, term->arg[1])) ||
		       (!counts_round(env, loop, term->arg[1]) && grows_evenly(env, loop, term->arg[0]));
	case ET_SHL:
		return !counts_round(env, loop, term->arg[1]) && grows_evenly(env, loop, term->arg[0]);
	case ET_ITE:
		return !counts_round(env, loop, term->arg[0]) && grows_evenly(env, loop, term->arg[1]) &&
		       grows_evenly(env, loop, term->arg[2]);
	case ET_SEXT:
	case ET_ZEXT:
	case ET_TRUNC:
		return grows_evenly(env, loop, term->arg[0]);
	default:
		return false;
	}
}

/* Rounds until `moving` has come over a distance in steps of this size. */
static const struct et *steps_over(
	struct ets *ets, const struct et *more, const struct et *distance, uint64_t step)
{
	const struct et *last = et_const(ets, distance->width, step - 1);
	const struct et *steps = et_binary(ets, ET_UDIV, 0,
		et_binary(ets, ET_ADD, 0, distance, last), et_const(ets, distance->width, step));
	const struct et *rounds = et_ite(ets, more, steps, et_const(ets, distance->width, 0));
	return distance->width < 64 ? et_cast(ets, ET_ZEXT, 64, rounds) : rounds;
}

/* Rounds while low < high (or <=) holds, of which one side moves. */
static const struct et *rounds_while(
	struct value_env *env, const struct loop *loop, const struct et *stay)
{
	struct ets *ets = env->ets;
	bool inclusive = stay->op == ET_SLE || stay->op == ET_ULE;
	const struct et *low = stay->arg[0], *high = stay->arg[1];
	bool low_moves = counts_round(env, loop, low);
	int64_t by = growth(env, loop, low_moves ? low : high);
	if (low_moves == counts_round(env, loop, high) || by == 0 || low_moves != (by > 0))
		return NULL;
	const struct et *distance = et_binary(ets, ET_SUB, 0,
		term_at_round(env, loop, high, 0), term_at_round(env, loop, low, 0));
	if (inclusive)
		distance = et_binary(ets, ET_ADD, 0, distance, et_const(ets, distance->width, 1));
	return steps_over(ets, term_at_round(env, loop, stay, 0), distance,
		by < 0 ? -(uint64_t)by : (uint64_t)by);
}

/* Of two addresses in one object that between their offsets. */
static const struct et *distance_from(struct ets *ets, const struct et *from, const struct et *to)
{
	place_list a = { 0 }, b = { 0 };
	bool one = from->width == 64 && address_places(ets, from, &a) &&
		   address_places(ets, to, &b) && a.n == 1 && b.n == 1 &&
		   a.at[0].base == b.at[0].base;
	return one ? et_binary(ets, ET_SUB, 0, b.at[0].offset, a.at[0].offset)
		   : et_binary(ets, ET_SUB, 0, to, from);
}

const struct et *rounds_between(
	struct ets *ets, const struct et *from, const struct et *to, int64_t by)
{
	if (by == 0 || by < -MOST_STEP || by > MOST_STEP)
		return NULL;
	if (by < 0)
		return et_quotient(ets, distance_from(ets, to, from), -by);
	return et_quotient(ets, distance_from(ets, from, to), by);
}

/* Rounds until one side has reached the other, which progress says it does. */
static const struct et *rounds_until(
	struct value_env *env, const struct loop *loop, const struct et *leave)
{
	struct ets *ets = env->ets;
	bool second = counts_round(env, loop, leave->arg[1]);
	const struct et *moving = leave->arg[second], *fixed = leave->arg[!second];
	if (counts_round(env, loop, fixed))
		return NULL;
	const struct et *distance = rounds_between(
		ets, term_at_round(env, loop, moving, 0), fixed, growth(env, loop, moving));
	return distance ? steps_over(ets, et_bool(ets, true), distance, 1) : NULL;
}

static bool is_order(const struct et *term)
{
	return term->op == ET_SLT || term->op == ET_SLE || term->op == ET_ULT || term->op == ET_ULE;
}

/* Rounds while all of several orders hold. */
static const struct et *rounds_while_all(
	struct value_env *env, const struct loop *loop, const struct et *stay)
{
	struct ets *ets = env->ets;
	if (stay->op != ET_AND || stay->width != 1)
		return is_order(stay) ? rounds_while(env, loop, stay) : NULL;
	const struct et *a = rounds_while_all(env, loop, stay->arg[0]);
	const struct et *b = a ? rounds_while_all(env, loop, stay->arg[1]) : NULL;
	return b ? et_ite(ets, et_binary(ets, ET_ULT, 0, a, b), a, b) : NULL;
}

const struct et *value_rounds_while(
	struct value_env *env, const struct loop *loop, const struct et *condition)
{
	return is_order(condition) ? rounds_while(env, loop, condition) : NULL;
}

const struct et *loop_rounds(struct value_env *env, const struct loop *loop)
{
	return loop->exits.n == 1 ? loop_rounds_by(env, loop, &loop->exits.at[0]) : NULL;
}

const struct et *loop_rounds_by(
	struct value_env *env, const struct loop *loop, const struct edge *exit)
{
	if (!loop->latch || exit->from->loop != loop)
		return NULL;
	if (exit->from->succs.n != 2 || !block_dominates(exit->from, loop->latch))
		return NULL;
	const struct et *leave = value_edge(env, exit->from, exit->to);
	const struct et *stay = et_not(env->ets, leave);
	if (is_order(stay) || stay->op == ET_AND)
		return rounds_while_all(env, loop, stay);
	return leave->op == ET_EQ && leave->arg[0]->width > 1 ? rounds_until(env, loop, leave) : NULL;
}

/* What keeps a loop going: the order and its greater side, where the lesser one is phi or next. */
static bool stays_below(LLVMValueRef phi, LLVMValueRef next, const struct edge *exit,
	LLVMIntPredicate *order, LLVMValueRef *above)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(exit->from->llvm);
	if (LLVMGetInstructionOpcode(last) != LLVMBr || !LLVMIsConditional(last))
		return false;
	LLVMValueRef cond = LLVMGetCondition(last);
	if (!LLVMIsAICmpInst(cond))
		return false;
	bool leaves_if_true = LLVMGetSuccessor(last, 0) == exit->to->llvm;
	LLVMValueRef a = LLVMGetOperand(cond, 0), b = LLVMGetOperand(cond, 1);
	bool left = a == phi || a == next;
	*above = left ? b : a;
	*order = LLVMGetICmpPredicate(cond);
	switch (*order) {
	case LLVMIntULT:
	case LLVMIntULE:
	case LLVMIntSLT:
	case LLVMIntSLE:
		return left ? !leaves_if_true : leaves_if_true && (b == phi || b == next);
	case LLVMIntUGT:
	case LLVMIntUGE:
	case LLVMIntSGT:
	case LLVMIntSGE:
		return left ? leaves_if_true : !leaves_if_true && (b == phi || b == next);
	default:
		return false;
	}
}

unsigned loop_grows_without_wrap(struct value_env *env, const struct loop *loop, LLVMValueRef phi,
	LLVMValueRef next)
{
	LLVMIntPredicate order;
	LLVMValueRef above;
	if (loop->exits.n != 1 || !loop->latch)
		return 0;
	const struct edge *exit = &loop->exits.at[0];
	if (exit->from->succs.n != 2 || !block_dominates(exit->from, loop->latch) ||
		!stays_below(phi, next, exit, &order, &above) || value_varies(env, loop, above))
		return 0;
	bool is_signed = order == LLVMIntSLT || order == LLVMIntSLE || order == LLVMIntSGT ||
			 order == LLVMIntSGE;
	return is_signed ? ET_NSW : ET_NUW;
}
