#include "kernelanalysis/signals/first_thread.h"

#include "kernelanalysis/kernel.h"

#include <string.h>

/*
 * The way of the first thread through a kernel: ids are 0, loops are in their first round. Where a number that the
 * kernel is given is compared with one that is known, both ways are followed, each under that condition.
 */

enum { MOST_DEPTH = 16, MOST_STEPS = 256 };

/* A value of the first round of its loop. */
struct first_bits {
	LLVMBasicBlockRef from; /* where the way came from */
	bool known;
	uint64_t bits;
};

/* Under which conditions the thread comes to a block, where it is on the way now. */
struct reached {
	struct put_guards guards;
	LLVMBasicBlockRef from;
	bool under_way;
};

static bool is_first_id(LLVMValueRef value)
{
	static const char *const ids[] = { "llvm.nvvm.read.ptx.sreg.tid.", "llvm.nvvm.read.ptx.sreg.ctaid." };
	if (!is_call(value))
		return false;
	for (unsigned i = 0; i < 2; i++)
		if (!strncmp(call_name(value), ids[i], strlen(ids[i])))
			return true;
	return false;
}

bool is_short_integer(LLVMValueRef value)
{
	return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind &&
	       LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64;
}

static uint64_t cut(LLVMValueRef value, uint64_t bits)
{
	unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(value));
	return width < 64 ? bits & ((UINT64_C(1) << width) - 1) : bits;
}

int64_t sign_extended(LLVMValueRef value, uint64_t bits)
{
	unsigned shift = 64 - LLVMGetIntTypeWidth(LLVMTypeOf(value));
	return (int64_t)(bits << shift) >> shift;
}

static bool value_at(const struct first_thread *first, LLVMValueRef value, uint64_t *bits, unsigned depth);

static bool first_compared(const struct first_thread *first, LLVMValueRef compare, uint64_t *bits, unsigned depth)
{
	uint64_t a, b;
	LLVMValueRef left = LLVMGetOperand(compare, 0), right = LLVMGetOperand(compare, 1);
	if (!is_short_integer(left) || !value_at(first, left, &a, depth) || !value_at(first, right, &b, depth))
		return false;
	int64_t x = sign_extended(left, a), y = sign_extended(right, b);
	switch (LLVMGetICmpPredicate(compare)) {
	case LLVMIntEQ: *bits = a == b; break;
	case LLVMIntNE: *bits = a != b; break;
	case LLVMIntUGT: *bits = a > b; break;
	case LLVMIntUGE: *bits = a >= b; break;
	case LLVMIntULT: *bits = a < b; break;
	case LLVMIntULE: *bits = a <= b; break;
	case LLVMIntSGT: *bits = x > y; break;
	case LLVMIntSGE: *bits = x >= y; break;
	case LLVMIntSLT: *bits = x < y; break;
	case LLVMIntSLE: *bits = x <= y; break;
	}
	return true;
}

static bool first_computed(const struct first_thread *first, LLVMValueRef value, uint64_t *bits, unsigned depth)
{
	uint64_t a = 1, b = 1;
	LLVMOpcode op = LLVMGetInstructionOpcode(value);
	bool left = value_at(first, LLVMGetOperand(value, 0), &a, depth);
	bool right = value_at(first, LLVMGetOperand(value, 1), &b, depth);
	bool zero = (left && !a) || (right && !b);
	if (op == LLVMMul || op == LLVMAnd)
		*bits = op == LLVMMul ? a * b : (a & b);
	else if (op == LLVMAdd || op == LLVMOr)
		*bits = op == LLVMAdd ? a + b : (a | b);
	else
		return false;
	bool decided = (op == LLVMMul || op == LLVMAnd) && zero;
	*bits = decided ? 0 : cut(value, *bits);
	return decided || (left && right);
}

/* An integer as the first thread of the grid has it; false: not known. */
static bool value_at(const struct first_thread *first, LLVMValueRef value, uint64_t *bits, unsigned depth)
{
	if (!is_short_integer(value) || depth > MOST_DEPTH)
		return false;
	if (LLVMIsAConstantInt(value)) {
		*bits = LLVMConstIntGetZExtValue(value);
		return true;
	}
	if (is_first_id(value)) {
		*bits = 0;
		return true;
	}
	if (LLVMIsAPHINode(value)) {
		const struct first_bits *known = ptrmap_get(first->phis, value);
		*bits = known ? known->bits : 0;
		return known && known->known;
	}
	if (LLVMIsAICmpInst(value))
		return first_compared(first, value, bits, depth + 1);
	if (LLVMIsABinaryOperator(value))
		return first_computed(first, value, bits, depth + 1);
	if (!LLVMIsAZExtInst(value) && !LLVMIsASExtInst(value) && !LLVMIsATruncInst(value))
		return false;
	LLVMValueRef from = LLVMGetOperand(value, 0);
	if (!value_at(first, from, bits, depth + 1))
		return false;
	*bits = cut(value, LLVMIsASExtInst(value) ? (uint64_t)sign_extended(from, *bits) : *bits);
	return true;
}

bool first_value(const struct first_thread *first, LLVMValueRef value, uint64_t *bits)
{
	return value_at(first, value, bits, 0);
}

static int param_of(const struct first_thread *first, LLVMValueRef value)
{
	for (unsigned i = 0; is_short_integer(value) && i < LLVMCountParams(first->function); i++)
		if (LLVMGetParam(first->function, i) == value)
			return (int)i;
	return -1;
}

/* A comparison as `op`, its operands changed round (`turned`) or its result (`no`); false: none of integers. */
static bool comparison(LLVMIntPredicate predicate, enum put_op *op, bool *turned, bool *no)
{
	static const struct {
		LLVMIntPredicate predicate;
		enum put_op op;
		bool turned, no;
	} rows[] = {
		{ LLVMIntEQ, PUT_EQ, false, false }, { LLVMIntNE, PUT_EQ, false, true },
		{ LLVMIntULT, PUT_ULT, false, false }, { LLVMIntUGE, PUT_ULT, false, true },
		{ LLVMIntUGT, PUT_ULT, true, false }, { LLVMIntULE, PUT_ULT, true, true },
		{ LLVMIntSLT, PUT_SLT, false, false }, { LLVMIntSGE, PUT_SLT, false, true },
		{ LLVMIntSGT, PUT_SLT, true, false }, { LLVMIntSLE, PUT_SLT, true, true },
	};
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (rows[i].predicate != predicate)
			continue;
		*op = rows[i].op;
		*turned = rows[i].turned;
		*no = rows[i].no;
		return true;
	}
	return false;
}

/* Of two conditions that must both hold the one that is not known to; else the condition itself. */
static LLVMValueRef what_decides(const struct first_thread *first, LLVMValueRef condition)
{
	uint64_t holds;
	bool select = LLVMIsASelectInst(condition) != NULL;
	bool both = select ? LLVMIsAConstantInt(LLVMGetOperand(condition, 2)) &&
				     !LLVMConstIntGetZExtValue(LLVMGetOperand(condition, 2))
			   : LLVMIsABinaryOperator(condition) && LLVMGetInstructionOpcode(condition) == LLVMAnd;
	for (unsigned i = 0; both && i < 2; i++)
		if (first_value(first, LLVMGetOperand(condition, i), &holds) && holds)
			return what_decides(first, LLVMGetOperand(condition, !i));
	return condition;
}

/* The condition as one on a number that the kernel is given. */
static bool guard_of(const struct first_thread *first, LLVMValueRef condition, struct put_guard *guard)
{
	bool turned, no;
	condition = what_decides(first, condition);
	if (!LLVMIsAICmpInst(condition) ||
		!comparison(LLVMGetICmpPredicate(condition), &guard->op, &turned, &no))
		return false;
	LLVMValueRef left = LLVMGetOperand(condition, turned), right = LLVMGetOperand(condition, !turned);
	guard->param_first = param_of(first, left) >= 0;
	guard->param = param_of(first, guard->param_first ? left : right);
	guard->holds = !no;
	return guard->param >= 0 && first_value(first, guard->param_first ? right : left, &guard->value);
}

static bool same_guard(const struct put_guard *a, const struct put_guard *b)
{
	return a->param == b->param && a->op == b->op && a->param_first == b->param_first && a->value == b->value;
}

/* Are the conditions those of `known`, and perhaps more. */
static bool goes_on_from(const struct put_guards *guards, const struct put_guards *known)
{
	bool same = known->n <= guards->n;
	for (unsigned i = 0; same && i < known->n; i++)
		same = same_guard(&guards->at[i], &known->at[i]) && guards->at[i].holds == known->at[i].holds;
	return same;
}

/* Are they those of `known` but for the last one, which is the other way round. */
static bool is_other_way(const struct put_guards *guards, const struct put_guards *known)
{
	struct put_guards turned = *guards;
	if (!guards->n || guards->n != known->n)
		return false;
	turned.at[guards->n - 1].holds = !turned.at[guards->n - 1].holds;
	return goes_on_from(&turned, known);
}

static void phis_fill(struct first_thread *first, LLVMBasicBlockRef block, LLVMBasicBlockRef from)
{
	for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i)) {
		struct first_bits *bits = arena_alloc(first->arena, sizeof(*bits));
		for (unsigned in = 0; in < LLVMCountIncoming(i); in++)
			if (LLVMGetIncomingBlock(i, in) == from)
				bits->known = first_value(first, LLVMGetIncomingValue(i, in), &bits->bits);
		ptrmap_set(first->phis, i, bits);
	}
}

static bool has_phi(LLVMBasicBlockRef block)
{
	return LLVMIsAPHINode(LLVMGetFirstInstruction(block)) != NULL;
}

/* May the thread end in the block, by assembly of the source or its intrinsic. */
static bool may_end_in(LLVMBasicBlockRef block)
{
	size_t length;
	for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
		LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
		const char *text = callee && LLVMIsAInlineAsm(callee) ? LLVMGetInlineAsmAsmString(callee, &length) : "";
		if (strstr(text, "exit") || strstr(text, "ret") || (is_call(i) && !strcmp(call_name(i), "llvm.nvvm.exit")))
			return true;
	}
	return false;
}

static void way_walk(
	struct first_thread *first, LLVMBasicBlockRef block, LLVMBasicBlockRef from, struct put_guards guards);

static void branch_walk(struct first_thread *first, LLVMBasicBlockRef block, const struct put_guards *guards)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
	uint64_t taken;
	if (!end || !LLVMIsABranchInst(end))
		return;
	if (!LLVMIsConditional(end)) {
		way_walk(first, LLVMGetSuccessor(end, 0), block, *guards);
		return;
	}
	if (first_value(first, LLVMGetCondition(end), &taken)) {
		way_walk(first, LLVMGetSuccessor(end, taken ? 0 : 1), block, *guards);
		return;
	}
	struct put_guards more = *guards;
	if (more.n == PUT_GUARDS || !guard_of(first, LLVMGetCondition(end), &more.at[more.n]))
		return;
	struct put_guard *guard = &more.at[more.n++];
	way_walk(first, LLVMGetSuccessor(end, 0), block, more);
	guard->holds = !guard->holds;
	way_walk(first, LLVMGetSuccessor(end, 1), block, more);
}

/* Goes on at a block; two ways to one whose values depend on the way are too many. */
static void way_walk(
	struct first_thread *first, LLVMBasicBlockRef block, LLVMBasicBlockRef from, struct put_guards guards)
{
	struct reached *known = ptrmap_get(first->way, block);
	first->lost |= ++first->steps > MOST_STEPS || (known && !known->under_way && from != known->from && has_phi(block));
	if (first->lost || may_end_in(block) || (known && (known->under_way || goes_on_from(&guards, &known->guards))))
		return;
	bool other = known && is_other_way(&guards, &known->guards);
	if (known && !other && !goes_on_from(&known->guards, &guards))
		return;
	guards.n -= other ? 1 : 0;
	struct reached *reached = known ? known : arena_alloc(first->arena, sizeof(*reached));
	*reached = (struct reached){ guards, from, true };
	ptrmap_set(first->way, block, reached);
	phis_fill(first, block, from);
	branch_walk(first, block, &guards);
	reached->under_way = false;
}

const struct put_guards *first_reaches(const struct first_thread *first, LLVMBasicBlockRef block)
{
	const struct reached *reached = first->lost ? NULL : ptrmap_get(first->way, block);
	return reached ? &reached->guards : NULL;
}

void first_thread_fill(struct first_thread *first, struct arena *arena, LLVMValueRef function)
{
	struct put_guards none = { 0 };
	*first = (struct first_thread){ .arena = arena, .function = function,
		.phis = ptrmap_new(arena), .way = ptrmap_new(arena) };
	way_walk(first, LLVMGetEntryBasicBlock(function), NULL, none);
}
