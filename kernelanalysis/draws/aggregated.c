#include "kernelanalysis/draws/drawing.h"
#include "kernelanalysis/pairs/order.h"

#include <string.h>

/*
 * Warp-aggregated increments: the lanes of a mask elect one of them, which adds to a counter for
 * all, and a shuffle hands them what it found. Which lane that is and what else the lanes
 * compute from the mask is found by evaluating it for samples (lanes.c).
 */

enum { SAMPLES = 64 };

/* With a mask of lanes or, before sm_70, without. */
static bool is_shuffle(LLVMValueRef call)
{
	const char *name = call_name(call);
	return (!strncmp(name, "llvm.nvvm.shfl.sync.idx.i32", 27) && call_args(call) == 4) ||
	       (!strncmp(name, "llvm.nvvm.shfl.idx.i32", 22) && call_args(call) == 3);
}

enum shuffle_part { SHUFFLE_VALUE, SHUFFLE_LANE, SHUFFLE_CLAMP };

static LLVMValueRef shuffle_part(LLVMValueRef call, enum shuffle_part part)
{
	return call_arg(call, call_args(call) - 3 + part);
}

LLVMValueRef shuffle_mask(LLVMValueRef call)
{
	return call_args(call) == 4 ? call_arg(call, 0) : NULL;
}

/* The mask that lanes agree on by a call: who is converged, for whom a predicate holds... */
static bool is_lane_set(LLVMValueRef value)
{
	static const char *const names[] = { "llvm.nvvm.activemask", "llvm.nvvm.vote.ballot",
		"llvm.nvvm.match.any.sync" };
	if (!LLVMIsACallInst(value))
		return false;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strncmp(call_name(value), names[i], strlen(names[i])))
			return true;
	return false;
}

/* The one such mask that the value is computed from; NULL: none. */
static LLVMValueRef lane_set_of(LLVMValueRef value, unsigned depth)
{
	if (is_lane_set(value))
		return value;
	if (!LLVMIsAInstruction(value) || LLVMIsAPHINode(value) || !depth)
		return NULL;
	unsigned n = LLVMIsACallInst(value) ? call_args(value)
					    : (unsigned)LLVMGetNumOperands(value);
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef mask = lane_set_of(LLVMGetOperand(value, i), depth - 1);
		if (mask)
			return mask;
	}
	return NULL;
}

/* Do the same threads run both. */
static bool run_together(const struct kernel *kernel, LLVMValueRef first, LLVMValueRef then)
{
	return instruction_dominates(kernel->func, first, then) &&
	       always_follows(kernel, first, then);
}

/* Are the lanes of the mask those that have one value, of which each thread's own is one. */
static bool is_match(LLVMValueRef mask)
{
	return mask && !strncmp(call_name(mask), "llvm.nvvm.match.any.sync", 24);
}

/* Does every lane that runs the shuffle have the same mask, or all that one may read from have its own. */
static bool shares_mask(
	const struct kernel *kernel, LLVMValueRef shuffle, LLVMValueRef mask)
{
	LLVMValueRef lanes = shuffle_mask(shuffle);
	if (!mask || mask == lanes)
		return true;
	if (!lanes)
		return call_args(mask) < 2 && run_together(kernel, mask, shuffle);
	return (is_match(mask) || !strncmp(call_name(mask), "llvm.nvvm.vote.ballot", 21)) &&
	       call_arg(mask, 0) == lanes;
}

/* The addition whose result one branch brings to the shuffle; *chosen is the branch's edge. */
static const struct access *drawn(
	struct kernel *kernel, LLVMValueRef value, struct edge *chosen)
{
	const struct access *op = NULL;
	if (!LLVMIsAPHINode(value) || LLVMCountIncoming(value) != 2)
		return NULL;
	for (unsigned i = 0; i < 2; i++) {
		const struct access *access = access_at(kernel, LLVMGetIncomingValue(value, i));
		if (access && access->rmw == RMW_ADD)
			op = access;
	}
	if (!op)
		return NULL;
	const struct block *join = instruction_block(kernel->func, value);
	chosen->to = op->block;
	while (chosen->to->preds.n == 1 && chosen->to->preds.at[0]->succs.n == 1)
		chosen->to = chosen->to->preds.at[0];
	chosen->from = chosen->to->preds.n == 1 ? chosen->to->preds.at[0] : NULL;
	return chosen->from && chosen->from == join->idom && block_post_dominates(join, chosen->from)
		       ? op
		       : NULL;
}

struct election {
	LLVMValueRef shuffle, mask, condition;
	bool when; /* the value of the condition for the lane that adds */
};

/* Does a thread of this place elect the lane that the shuffle reads, and that one alone. */
static bool elects(const struct election *election, struct lane_thread *thread)
{
	uint64_t lane, chosen, group = UINT32_MAX;
	LLVMValueRef mask = shuffle_mask(election->shuffle);
	LLVMValueRef clamp = shuffle_part(election->shuffle, SHUFFLE_CLAMP);
	if (!lane_value(thread, shuffle_part(election->shuffle, SHUFFLE_LANE), &lane) ||
		!lane_value(thread, election->condition, &chosen) ||
		(mask && !lane_value(thread, mask, &group)))
		return false;
	/* sub-warp segments of the shuffle are not looked at */
	if (!LLVMIsAConstantInt(clamp) || LLVMConstIntGetZExtValue(clamp) != 31)
		return false;
	lane %= EXTENT_WARP;
	if (is_match(election->mask) && !(thread->lanes >> lane & 1))
		return false;
	return group >> thread->lane & 1 && group >> lane & 1 &&
	       ((chosen & 1) == election->when) == (lane == thread->lane);
}

static bool elects_in(const struct election *election, unsigned shape)
{
	for (unsigned n = 0; n < SAMPLES; n++) {
		for (unsigned place = 0; place < LANE_THREADS; place++) {
			struct lane_thread thread = lane_thread_of(shape, place);
			thread.mask = election->mask;
			thread.lanes = lane_sample(n, n * 7 % EXTENT_WARP);
			bool named = thread.lanes >> thread.lane & 1;
			bool asked = shuffle_mask(election->shuffle) != election->mask && !is_match(election->mask);
			if ((named || asked) &&
				!elects(election, &thread))
				return false;
		}
	}
	return true;
}

static bool elects_in_all(const struct election *election)
{
	for (unsigned shape = 1; shape < LANE_SHAPES; shape++)
		if (!elects_in(election, shape))
			return false;
	return true;
}

bool shuffle_is_of_one(LLVMValueRef shuffle, LLVMValueRef mask)
{
	for (unsigned n = 0; n < SAMPLES; n++) {
		uint64_t first = 0, lane;
		for (unsigned place = 0, some = 0; place < EXTENT_WARP; place++) {
			struct lane_thread thread = lane_thread_of(0, place);
			thread.mask = mask;
			thread.lanes = lane_sample(n, n * 7 % EXTENT_WARP);
			if (!(thread.lanes >> thread.lane & 1))
				continue;
			if (!lane_value(&thread, shuffle_part(shuffle, SHUFFLE_LANE), &lane) || (some++ && lane != first))
				return false;
			first = lane;
		}
	}
	return true;
}

/* What is computed by one instruction of this kind from the value, and from nothing else; NULL: several or none. */
static LLVMValueRef only_user(LLVMValueRef value, LLVMOpcode opcode)
{
	LLVMUseRef use = LLVMGetFirstUse(value);
	LLVMValueRef user = use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
	return user && LLVMIsAInstruction(user) && LLVMGetInstructionOpcode(user) == opcode
		       ? user
		       : NULL;
}

static bool is_shifted_by_word(LLVMValueRef value, LLVMOpcode opcode)
{
	return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == opcode &&
	       LLVMIsAConstantInt(LLVMGetOperand(value, 1)) &&
	       LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1)) == 32;
}

/* Does the shuffle hand out the upper word of the value from the same lane as the other one. */
static bool is_upper_shuffle(LLVMValueRef shuffle, LLVMValueRef lower, LLVMValueRef value)
{
	if (!LLVMIsACallInst(shuffle) || !is_shuffle(shuffle) ||
		shuffle_mask(shuffle) != shuffle_mask(lower) ||
		shuffle_part(shuffle, SHUFFLE_LANE) != shuffle_part(lower, SHUFFLE_LANE) ||
		shuffle_part(shuffle, SHUFFLE_CLAMP) != shuffle_part(lower, SHUFFLE_CLAMP))
		return false;
	LLVMValueRef word = shuffle_part(shuffle, SHUFFLE_VALUE);
	if (!LLVMIsATruncInst(word))
		return false;
	LLVMValueRef shift = LLVMGetOperand(word, 0);
	return is_shifted_by_word(shift, LLVMLShr) && LLVMGetOperand(shift, 0) == value;
}

/* A value of 64 bits travels as two words: the shuffle is that of its lower one. */
static bool put_together(struct aggregated *aggregated, LLVMValueRef value)
{
	LLVMValueRef low = only_user(aggregated->shuffle, LLVMZExt);
	LLVMValueRef both = low ? only_user(low, LLVMOr) : NULL;
	for (unsigned i = 0; both && i < 2; i++) {
		LLVMValueRef shift = LLVMGetOperand(both, i);
		if (!is_shifted_by_word(shift, LLVMShl) || !LLVMIsAZExtInst(LLVMGetOperand(shift, 0)))
			continue;
		aggregated->upper = LLVMGetOperand(LLVMGetOperand(shift, 0), 0);
		aggregated->result = both;
		return is_upper_shuffle(aggregated->upper, aggregated->shuffle, value);
	}
	return false;
}

/* The mask by which the lanes elect; NULL: they do by their ids. */
static LLVMValueRef electorate(
	LLVMValueRef shuffle, const struct access *op, LLVMValueRef condition)
{
	const LLVMValueRef sources[] = { op->operand, shuffle_mask(shuffle), condition };
	LLVMValueRef mask = NULL;
	for (size_t i = 0; i < sizeof(sources) / sizeof(*sources) && !mask; i++)
		mask = sources[i] ? lane_set_of(sources[i], 6) : NULL;
	return mask;
}

/* Of one lane that is chosen by its number: what it adds, which the others need not have. */
static void amount_fill(struct kernel *kernel, struct aggregated *aggregated)
{
	LLVMValueRef lane = shuffle_part(aggregated->shuffle, SHUFFLE_LANE);
	if (aggregated->mask || !LLVMIsAConstantInt(lane) || !aggregated->op->operand)
		return;
	aggregated->lane = (unsigned)(LLVMConstIntGetZExtValue(lane) % EXTENT_WARP);
	aggregated->amount = value_opaque(kernel->env, aggregated->op->operand, SYM_DATA);
	((struct symbol *)aggregated->amount->sym)->level = LEVEL_WARP;
}

static void aggregated_add(struct kernel *kernel, LLVMValueRef shuffle)
{
	struct edge edge;
	struct election election = { .shuffle = shuffle };
	struct aggregated aggregated = { .shuffle = shuffle, .result = shuffle };
	LLVMValueRef value = shuffle_part(shuffle, SHUFFLE_VALUE);
	if (LLVMIsATruncInst(value)) {
		value = LLVMGetOperand(value, 0);
		if (type_width(value) != 64 || !put_together(&aggregated, value))
			return;
	}
	const struct access *op = drawn(kernel, value, &edge);
	LLVMValueRef branch = op ? LLVMGetBasicBlockTerminator(edge.from->llvm) : NULL;
	if (!op || !LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
		return;
	election.condition = LLVMGetCondition(branch);
	election.when = LLVMGetSuccessor(branch, 0) == edge.to->llvm;
	election.mask = electorate(shuffle, op, election.condition);
	if (!shares_mask(kernel, shuffle, election.mask) || !elects_in(&election, 0))
		return;
	aggregated.op = op;
	aggregated.mask = election.mask;
	aggregated.flat = !elects_in_all(&election);
	amount_fill(kernel, &aggregated);
	if (election.mask) {
		aggregated.below = value_opaque(kernel->env, election.mask, SYM_DATA);
		aggregated.count = value_opaque(kernel->env, election.mask, SYM_DATA);
		((struct symbol *)aggregated.below->sym)->level = LEVEL_THREAD;
	}
	vec_push(kernel->arena, &kernel->aggregated, aggregated);
}

void aggregated_fill(struct kernel *kernel)
{
	vec_each(block, &kernel->func->blocks) {
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i; i = LLVMGetNextInstruction(i))
			if (LLVMIsACallInst(i) && is_shuffle(i))
				aggregated_add(kernel, i);
	}
}

/* A number of lanes: `below` times those below the own one, `count` times all, and `more`. */
struct lane_number {
	int below, count;
	int64_t more;
};

static const struct lane_number lane_numbers[] = {
	{ 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { -1, 1, 0 }
};

static bool is_number(
	LLVMValueRef value, LLVMValueRef mask, struct lane_number *number, unsigned shape)
{
	bool first = true;
	for (unsigned n = 0; n < SAMPLES; n++) {
		for (unsigned place = 0; place < LANE_THREADS; place++) {
			struct lane_thread thread = lane_thread_of(shape, place);
			uint64_t is;
			thread.mask = mask;
			thread.lanes = lane_sample(n, thread.lane);
			if (!lane_value(&thread, value, &is))
				return false;
			int64_t rest = (int64_t)is - number->below * (int)lanes_below(&thread) -
				       number->count * (int)lanes_in(thread.lanes);
			if (!first && rest != number->more)
				return false;
			number->more = rest;
			first = false;
		}
	}
	return true;
}

static const struct et *number_term(
	struct kernel *kernel, const struct aggregated *aggregated, const struct lane_number *number)
{
	struct ets *ets = kernel->ets;
	const struct et *term = et_const(ets, 32, (uint64_t)number->more);
	if (number->count)
		term = et_binary(ets, ET_ADD, ET_NSW, aggregated->count, term);
	if (number->below > 0)
		term = et_binary(ets, ET_ADD, ET_NSW, aggregated->below, term);
	if (number->below < 0)
		term = et_binary(ets, ET_SUB, ET_NSW, term, aggregated->below);
	return term;
}

const struct et *lane_number_leaf(struct kernel *kernel, LLVMValueRef call)
{
	LLVMValueRef mask = kernel->aggregated.n ? lane_set_of(call, 6) : NULL;
	vec_each(aggregated, &kernel->aggregated) {
		if (!mask || aggregated->mask != mask)
			continue;
		for (size_t i = 0; i < sizeof(lane_numbers) / sizeof(*lane_numbers); i++) {
			struct lane_number number = lane_numbers[i];
			if (!is_number(call, mask, &number, 0))
				continue;
			for (unsigned shape = 1; shape < LANE_SHAPES; shape++)
				aggregated->flat |= !is_number(call, mask, &number, shape);
			return number_term(kernel, aggregated, &number);
		}
	}
	return NULL;
}

/* Is it known how far what the lanes find lies apart: by an amount that is one for all of them. */
static bool adds_known(const struct kernel *kernel, const struct aggregated *lanes)
{
	bool flat = false;
	return counter_draw(lanes->op) || !lanes->op->operand || lanes->amount ||
	       term_is_common_in_warp(
		       kernel, value_et(kernel->env, lanes->op->operand), lanes->count, &flat);
}

bool symbol_is_aggregated(const struct kernel *kernel, const struct symbol *sym)
{
	vec_each(aggregated, &kernel->aggregated) {
		if (sym->origin == aggregated->shuffle ||
			(aggregated->upper && sym->origin == aggregated->upper))
			return adds_known(kernel, aggregated) &&
			       value_level(kernel, aggregated->op->pointer) == LEVEL_GRID;
		if (aggregated->amount && aggregated->amount->sym == sym)
			return true;
		if (aggregated->mask &&
			(aggregated->below->sym == sym || aggregated->count->sym == sym))
			return true;
	}
	return false;
}
