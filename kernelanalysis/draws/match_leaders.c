#include "kernelanalysis/draws/lanes.h"
#include "kernelanalysis/pairs/order.h"

#include <string.h>

/*
 * Leaders of lanes that match: behind a branch that lets one lane through of those with one value in
 * __match_any_sync(), two lanes of a warp have different values. Likewise behind one that lets one lane through of those
 * that a ballot of the whole warp names, or of the others: what two lanes gave to the ballot is not both true, or false.
 * That the branch does so is found by evaluating its condition for samples (lanes.c). All lanes of a constant mask, or of
 * one that a ballot of the whole warp gave them, come to the match together, in loops in the same round.
 */

/* Samples of any lanes, all pairs of lanes, and rows of lanes from the first or the last one on, with all others as well. */
enum { ANY = 64, PAIRS = EXTENT_WARP * EXTENT_WARP, ROWS = 4 * EXTENT_WARP, SAMPLES = ANY + PAIRS + ROWS };

static bool is_ballot_of_warp(LLVMValueRef call)
{
	return !strncmp(call_name(call), "llvm.nvvm.vote.ballot.sync", 26) &&
	       LLVMIsAConstantInt(call_arg(call, 0)) &&
	       (uint32_t)LLVMConstIntGetZExtValue(call_arg(call, 0)) == UINT32_MAX;
}

/* Do all lanes of the mask have the same one: it is constant, or what the whole warp's ballot gave all of them in the same round. */
static bool is_mask_of_all(struct kernel *kernel, LLVMValueRef match)
{
	LLVMValueRef mask = call_arg(match, 0);
	if (LLVMIsAConstantInt(mask) || !LLVMIsACallInst(mask) || !is_ballot_of_warp(mask))
		return LLVMIsAConstantInt(mask);
	const struct loop *round = instruction_block(kernel->func, mask)->loop;
	return !round || loop_contains(round, instruction_block(kernel->func, match));
}

static bool is_match(struct kernel *kernel, LLVMValueRef call)
{
	return !strncmp(call_name(call), "llvm.nvvm.match.any.sync", 24) && is_mask_of_all(kernel, call);
}

/* Are both accesses made in the round of the match, and in the same one. */
static bool in_one_round(struct kernel *kernel, const struct pair *pair, LLVMValueRef match,
	struct et_map *const maps[2])
{
	const struct loop *loop = instruction_block(kernel->func, match)->loop;
	if (loop && (!loop_contains(loop, pair->a.access->block) ||
			    !loop_contains(loop, pair->b.access->block)))
		return false;
	for (; loop; loop = loop->parent) {
		const struct et *round =
			et_sym(kernel->ets, kernel->env->loops[loop->index].counter);
		if (et_map_apply(maps[0], round) != et_map_apply(maps[1], round))
			return false;
	}
	return true;
}

static uint32_t peers_of(unsigned n)
{
	if (n < ANY)
		return lane_sample(n, n * 7 % EXTENT_WARP);
	n -= ANY;
	if (n < PAIRS)
		return UINT32_C(1) << n / EXTENT_WARP | UINT32_C(1) << n % EXTENT_WARP;
	n -= PAIRS;
	uint32_t bit = UINT32_C(1) << n % EXTENT_WARP;
	switch (n / EXTENT_WARP) {
	case 0:
		return bit - 1;
	case 1:
		return ~(bit - 1);
	case 2:
		return ~bit;
	default:
		return UINT32_MAX / 3 << n % 2 & (bit | (bit - 1));
	}
}

/* Numbers that a condition compares or masks with: samples without them may not come to what it lets through. */
enum { NAMED = 8, NAMED_DEPTH = 24, MOST_LOOKS = 1024, ONE_NAMED = 4 * EXTENT_WARP + NAMED + 2 };

struct named {
	uint32_t number[NAMED];
	unsigned n;
};

/* False: there are more, or they are deeper. What the ballot is given counts for nothing. */
static bool named_add(struct named *named, LLVMValueRef match, LLVMValueRef value, unsigned depth)
{
	if (LLVMIsAConstantInt(value)) {
		uint32_t number = (uint32_t)LLVMConstIntGetZExtValue(value);
		for (unsigned i = 0; i < named->n; i++)
			if (named->number[i] == number)
				return true;
		if (number && named->n < NAMED)
			named->number[named->n++] = number;
		return !number || named->number[named->n - 1] == number;
	}
	if (!LLVMIsAInstruction(value) || value == match || value == call_arg(match, 1))
		return true;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		if (!depth || !named_add(named, match, LLVMGetOperand(value, i), depth - 1))
			return false;
	return true;
}

static bool is_opcode(LLVMValueRef value, LLVMOpcode opcode)
{
	return LLVMIsABinaryOperator(value) && LLVMGetInstructionOpcode(value) == opcode;
}

/* Is the value made of the mask's bits, and not of their number or place. */
static bool is_raw(LLVMValueRef match, LLVMValueRef value, unsigned depth)
{
	bool reverses = LLVMIsACallInst(value) && !strncmp(call_name(value), "llvm.bitreverse", 15);
	bool passes = LLVMIsABinaryOperator(value) || LLVMIsACastInst(value) || LLVMIsASelectInst(value) || reverses;
	if (value == match || !depth)
		return true;
	for (unsigned i = 0; passes && i < (unsigned)LLVMGetNumOperands(value); i++)
		if (LLVMIsAInstruction(LLVMGetOperand(value, i)) && is_raw(match, LLVMGetOperand(value, i), depth - 1))
			return true;
	return false;
}

/* Does the operation mix the mask's bits with each other or with numbers, as hashes do: no samples stand for all masks then. */
static bool mixes_bits(LLVMValueRef match, LLVMValueRef value)
{
	LLVMValueRef a = LLVMGetOperand(value, 0), b = LLVMGetOperand(value, 1);
	bool raw[] = { is_raw(match, a, NAMED_DEPTH), is_raw(match, b, NAMED_DEPTH) };
	if (is_opcode(value, LLVMMul) || is_opcode(value, LLVMUDiv) || is_opcode(value, LLVMURem) ||
		is_opcode(value, LLVMSDiv) || is_opcode(value, LLVMSRem))
		return raw[0] || raw[1];
	if (is_opcode(value, LLVMXor))
		return raw[0] && raw[1] &&
		       (is_opcode(a, LLVMShl) || is_opcode(a, LLVMLShr) || is_opcode(b, LLVMShl) || is_opcode(b, LLVMLShr));
	bool adds = is_opcode(value, LLVMAdd) && LLVMIsAConstantInt(b) && LLVMConstIntGetSExtValue(b) != -1 &&
		    LLVMConstIntGetSExtValue(b) != 1;
	return adds && raw[0];
}

/* *left: so many values are looked at. */
static bool mixes_mask(LLVMValueRef match, LLVMValueRef value, unsigned *left)
{
	if (!LLVMIsAInstruction(value) || value == match || value == call_arg(match, 1))
		return false;
	if (!*left || (LLVMIsABinaryOperator(value) && mixes_bits(match, value)))
		return true;
	--*left;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		if (mixes_mask(match, LLVMGetOperand(value, i), left))
			return true;
	return false;
}

/* The number at each place, alone and twice, the lanes without it, those of two numbers, and those beside it. */
static uint32_t named_peers(const struct named *named, unsigned n)
{
	uint32_t number = named->number[n / ONE_NAMED];
	n %= ONE_NAMED;
	if (n >= 4 * EXTENT_WARP + NAMED)
		return n % 2 ? number - 1 : number + 1;
	if (n >= 4 * EXTENT_WARP)
		return number | named->number[n - 4 * EXTENT_WARP];
	unsigned place = n % EXTENT_WARP;
	uint32_t turned = number << place | (place ? number >> (EXTENT_WARP - place) : 0);
	turned |= n / EXTENT_WARP % 2 ? number : 0;
	return n >= 2 * EXTENT_WARP ? ~turned : turned;
}

/* How many of the lanes the condition lets through; 2: several, or it depends on more. */
static unsigned elected(
	const struct match_leader *leader, LLVMValueRef condition, bool when, uint32_t peers, unsigned shape)
{
	unsigned many = 0;
	for (unsigned place = 0; place < EXTENT_WARP; place++) {
		struct lane_thread thread = lane_thread_of(shape, place);
		uint64_t chosen;
		thread.mask = leader->match;
		thread.lanes = leader->class == LANES_LEFT_OUT ? ~peers : peers;
		if (!(peers >> thread.lane & 1))
			continue;
		if (!lane_value(&thread, condition, &chosen))
			return 2;
		many += (chosen & 1) == when;
	}
	return many;
}

/* Does the value rest on the mask, or on what the lane brings to it. *left: so many values are looked at; beyond, it may. */
static bool rests_on_mask(LLVMValueRef match, LLVMValueRef value, unsigned *left)
{
	if (!*left || value == match || value == call_arg(match, call_args(match) - 1))
		return true;
	if (!LLVMIsAInstruction(value) || LLVMIsAPHINode(value))
		return false;
	--*left;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		if (rests_on_mask(match, LLVMGetOperand(value, i), left))
			return true;
	return false;
}

static bool elects(const struct match_leader *leader, LLVMValueRef condition, bool when, unsigned shape);

/* Conditions that are all `when` where the one that they make up is; false: it is of another form. */
static bool both_parts(LLVMValueRef condition, bool when, LLVMValueRef part[2])
{
	bool select = LLVMIsASelectInst(condition) != NULL;
	if (!select && !LLVMIsABinaryOperator(condition))
		return false;
	LLVMValueRef other = select ? LLVMGetOperand(condition, when ? 2 : 1) : NULL;
	part[0] = LLVMGetOperand(condition, 0);
	part[1] = LLVMGetOperand(condition, select && !when ? 2 : 1);
	if (select)
		return LLVMIsAConstantInt(other) && (LLVMConstIntGetZExtValue(other) != 0) != when;
	return LLVMGetInstructionOpcode(condition) == (when ? LLVMAnd : LLVMOr);
}

/* Is the condition made up of two, of which one elects alone. */
static bool part_elects(const struct match_leader *leader, LLVMValueRef condition, bool when, unsigned shape)
{
	LLVMValueRef part[2];
	return both_parts(condition, when, part) && (elects(leader, part[0], when, shape) || elects(leader, part[1], when, shape));
}

static bool elects(const struct match_leader *leader, LLVMValueRef condition, bool when, unsigned shape)
{
	struct named named = { 0 };
	unsigned looks = MOST_LOOKS, left = MOST_LOOKS;
	if (!rests_on_mask(leader->match, condition, &left))
		return elected(leader, condition, when, UINT32_MAX, shape) <= 1 || part_elects(leader, condition, when, shape);
	for (unsigned n = 0; n < SAMPLES; n++)
		if (elected(leader, condition, when, peers_of(n), shape) > 1)
			return part_elects(leader, condition, when, shape);
	if (!named_add(&named, leader->match, condition, NAMED_DEPTH) || mixes_mask(leader->match, condition, &looks))
		return part_elects(leader, condition, when, shape);
	for (unsigned n = 0; n < named.n * ONE_NAMED; n++)
		if (elected(leader, condition, when, named_peers(&named, n), shape) > 1)
			return part_elects(leader, condition, when, shape);
	return true;
}

static void leader_add(struct kernel *kernel, LLVMValueRef match, enum lane_class class, struct block *from)
{
	LLVMValueRef branch = LLVMGetBasicBlockTerminator(from->llvm);
	const struct loop *round = instruction_block(kernel->func, match)->loop;
	if (round && !loop_contains(round, from))
		return;
	if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
		return;
	LLVMValueRef condition = LLVMGetCondition(branch);
	vec_each(each, &from->succs) {
		struct match_leader leader = { .match = match, .class = class, .elected = *each };
		bool when = LLVMGetSuccessor(branch, 0) == (*each)->llvm;
		if ((*each)->preds.n != 1 || !elects(&leader, condition, when, 0))
			continue;
		for (unsigned shape = 1; shape < LANE_SHAPES; shape++) {
			bool fails = !elects(&leader, condition, when, shape);
			bool deep = lane_thread_of(shape, 0).ntid[2] > 1;
			leader.flat |= fails && !deep;
			leader.planar |= fails && deep;
		}
		vec_push(kernel->arena, &kernel->match_leaders, leader);
	}
}

static void leaders_of(struct kernel *kernel, LLVMValueRef match, enum lane_class class)
{
	vec_each(from, &kernel->func->blocks)
		leader_add(kernel, match, class, *from);
}

void match_leaders_fill(struct kernel *kernel)
{
	vec_each(block, &kernel->func->blocks) {
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i; i = LLVMGetNextInstruction(i)) {
			if (!LLVMIsACallInst(i))
				continue;
			if (is_match(kernel, i))
				leaders_of(kernel, i, LANES_MATCHED);
			if (!is_ballot_of_warp(i))
				continue;
			leaders_of(kernel, i, LANES_NAMED);
			leaders_of(kernel, i, LANES_LEFT_OUT);
		}
	}
}

/* The two threads are of one class of lanes at the match. */
static const struct et *in_one_class(const struct thread_pair *threads, const struct match_leader *leader)
{
	struct ets *ets = threads->kernel->ets;
	if (leader->class == LANES_MATCHED)
		return lane_in_mask(threads, leader->match, 0, 1);
	const struct et *named[2] = { lane_in_mask(threads, leader->match, 1, 0),
		lane_in_mask(threads, leader->match, 0, 1) };
	if (leader->class == LANES_NAMED)
		return et_and(ets, named[0], named[1]);
	return et_and(ets, et_not(ets, named[0]), et_not(ets, named[1]));
}

const struct et *match_leaders_differ(struct kernel *kernel, const struct pair *pair,
	struct et_map *launch, struct et_map *const maps[2], const struct pair_terms *terms)
{
	struct ets *ets = kernel->ets;
	const struct et *known = et_bool(ets, true);
	struct thread_pair threads = { .kernel = kernel, .launch = launch,
		.maps = { maps[0], maps[1] } };
	if (pair->interval->kind != RACE_INTRA_WARP || !kernel->match_leaders.n)
		return known;
	for (unsigned t = 0; t < 2; t++)
		threads.lane[t] = lane_of_thread(kernel, terms->tid[t], launch);
	vec_each(leader, &kernel->match_leaders) {
		if (!block_dominates(leader->elected, pair->a.access->block) ||
			!block_dominates(leader->elected, pair->b.access->block) ||
			!in_one_round(kernel, pair, leader->match, maps))
			continue;
		const struct et *apart = et_not(ets, in_one_class(&threads, leader));
		if (leader->flat)
			apart = et_or(ets, et_not(ets, warps_flat(kernel, launch)), apart);
		if (leader->planar)
			apart = et_or(ets, et_not(ets, warps_planar(kernel, launch)), apart);
		known = et_and(ets, known, apart);
	}
	return known;
}
