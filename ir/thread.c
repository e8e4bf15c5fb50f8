#include "ir/thread.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { DEEP = 32 }; /* blocks on a way, and ends of scopes at once */

static bool ends_lifetime(LLVMValueRef i)
{
	return LLVMIsACallInst(i) && !strncmp(call_name(i), "llvm.lifetime.end", 17);
}

static uint64_t cut(uint64_t number, LLVMTypeRef type)
{
	unsigned width = LLVMGetIntTypeWidth(type);
	return width < 64 ? number & ((UINT64_C(1) << width) - 1) : number;
}

/* The number of a value, where the load reads this one; false: not known. */
static bool number_of(
	LLVMValueRef value, LLVMValueRef load, uint64_t read, unsigned depth, uint64_t *number)
{
	uint64_t a, b;
	*number = read;
	if (value == load)
		return true;
	if (LLVMIsAConstantInt(value)) {
		*number = LLVMConstIntGetZExtValue(value);
		return true;
	}
	bool casts = LLVMIsATruncInst(value) || LLVMIsAZExtInst(value);
	bool tests = LLVMIsAICmpInst(value) != NULL;
	bool flips = LLVMIsABinaryOperator(value) && LLVMGetInstructionOpcode(value) == LLVMXor;
	if (!depth || !(casts || tests || flips) ||
		LLVMGetInstructionParent(value) != LLVMGetInstructionParent(load) ||
		!number_of(LLVMGetOperand(value, 0), load, read, depth - 1, &a) ||
		!number_of(LLVMGetOperand(value, casts ? 0 : 1), load, read, depth - 1, &b))
		return false;
	LLVMIntPredicate by = tests ? LLVMGetICmpPredicate(value) : LLVMIntEQ;
	if (by != LLVMIntEQ && by != LLVMIntNE)
		return false;
	*number = cut(casts ? a : flips ? a ^ b : (a == b) == (by == LLVMIntEQ), LLVMTypeOf(value));
	return true;
}

static bool used_within(LLVMValueRef i)
{
	for (LLVMUseRef use = LLVMGetFirstUse(i); use; use = LLVMGetNextUse(use))
		if (LLVMGetInstructionParent(LLVMGetUser(use)) != LLVMGetInstructionParent(i))
			return false;
	return true;
}

/* The load by which a block that does nothing else chooses where to go; NULL: it is no such block. */
static LLVMValueRef chooses_by(LLVMBasicBlockRef block)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
	LLVMValueRef i = LLVMGetFirstInstruction(block), load;
	uint64_t number;
	if (!last || LLVMGetNumSuccessors(last) < 2 ||
		(!LLVMIsASwitchInst(last) && !LLVMIsABranchInst(last)))
		return NULL;
	while (ends_lifetime(i))
		i = LLVMGetNextInstruction(i);
	load = i;
	if (!LLVMIsALoadInst(load) || LLVMGetVolatile(load) ||
		LLVMGetTypeKind(LLVMTypeOf(load)) != LLVMIntegerTypeKind ||
		LLVMGetIntTypeWidth(LLVMTypeOf(load)) > 64 ||
		!LLVMIsAAllocaInst(LLVMGetOperand(load, 0)))
		return NULL;
	for (; i != last; i = LLVMGetNextInstruction(i))
		if (!used_within(i) || !number_of(i, load, 0, DEEP, &number))
			return NULL;
	return number_of(LLVMGetOperand(last, 0), load, 0, DEEP, &number) ? load : NULL;
}

/* Is the variable a number that is only stored to and loaded from. */
static bool is_kept(LLVMValueRef variable, LLVMTypeRef type)
{
	for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool stores = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != variable &&
			      LLVMTypeOf(LLVMGetOperand(user, 0)) == type && !LLVMGetVolatile(user);
		bool loads = LLVMIsALoadInst(user) && LLVMTypeOf(user) == type;
		bool lifetime = LLVMIsACallInst(user) &&
				!strncmp(call_name(user), "llvm.lifetime.", 14);
		if (!stores && !loads && !lifetime)
			return false;
	}
	return true;
}

/* What was stored there last on the only way to the block's end, if a constant; NULL: not known. */
static LLVMValueRef stored_last(const struct func *func, const struct block *block,
	LLVMValueRef variable)
{
	for (unsigned depth = DEEP; block && depth; depth--) {
		LLVMValueRef i = LLVMGetLastInstruction(block->llvm);
		for (; i; i = LLVMGetPreviousInstruction(i)) {
			LLVMValueRef stored = LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 0) : NULL;
			if (stored && LLVMGetOperand(i, 1) == variable)
				return LLVMIsAConstantInt(stored) ? stored : NULL;
		}
		block = block->preds.n == 1 ? func_block(func, block->preds.at[0]->llvm) : NULL;
	}
	return NULL;
}

static LLVMBasicBlockRef chosen(LLVMValueRef choice, uint64_t number)
{
	if (LLVMIsABranchInst(choice))
		return LLVMGetSuccessor(choice, number ? 0 : 1);
	for (unsigned i = 1; i < LLVMGetNumSuccessors(choice); i++)
		if (LLVMConstIntGetZExtValue(LLVMGetSwitchCaseValue(choice, i)) == number)
			return LLVMGetSuccessor(choice, i);
	return LLVMGetSuccessor(choice, 0);
}

/* Where the block goes on for sure and nothing was done on the way; NULL: it does not. */
static LLVMBasicBlockRef next_choice(LLVMBasicBlockRef from)
{
	for (unsigned depth = DEEP; depth; depth--) {
		LLVMValueRef last = LLVMGetBasicBlockTerminator(from);
		if (!last || !LLVMIsABranchInst(last) || LLVMIsConditional(last))
			return NULL;
		LLVMBasicBlockRef to = LLVMGetSuccessor(last, 0);
		if (chooses_by(to))
			return to;
		LLVMValueRef i = LLVMGetFirstInstruction(to);
		while (ends_lifetime(i))
			i = LLVMGetNextInstruction(i);
		if (!LLVMIsATerminatorInst(i))
			return NULL;
		from = to;
	}
	return NULL;
}

/* Where a block goes on that comes to a choice with a constant; NULL: nothing to change. */
static LLVMBasicBlockRef goes_on_at(const struct func *func, const struct block *from)
{
	LLVMBasicBlockRef end = next_choice(from->llvm);
	const struct block *choice = end ? func_block(func, end) : NULL;
	if (!choice || block_dominates(from, choice))
		return NULL;
	LLVMValueRef load = chooses_by(end), last = LLVMGetBasicBlockTerminator(end);
	LLVMValueRef variable = LLVMGetOperand(load, 0);
	LLVMValueRef stored = is_kept(variable, LLVMTypeOf(load))
				      ? stored_last(func, from, variable) : NULL;
	uint64_t number;
	if (!stored || !number_of(LLVMGetOperand(last, 0), load, LLVMConstIntGetZExtValue(stored),
			       DEEP, &number))
		return NULL;
	LLVMBasicBlockRef to = chosen(last, number);
	return to == end || LLVMIsAPHINode(LLVMGetFirstInstruction(to)) ? NULL : to;
}

void jumps_thread(struct arena *arena, LLVMValueRef function)
{
	bool changed = true;
	for (unsigned round = 0; changed && round < DEEP; round++) {
		const struct func *func = func_new(arena, function);
		changed = false;
		vec_each(block, &func->blocks) {
			LLVMBasicBlockRef to = goes_on_at(func, *block);
			LLVMValueRef last = LLVMGetBasicBlockTerminator((*block)->llvm);
			if (to)
				LLVMSetSuccessor(last, 0, to);
			changed |= to != NULL;
		}
	}
}

static bool joins_known(LLVMValueRef phi)
{
	bool known = false;
	for (unsigned n = 0; n < LLVMCountIncoming(phi); n++)
		known |= LLVMIsAConstantInt(LLVMGetIncomingValue(phi, n)) != NULL;
	return known;
}

/* The join that the block's branch goes by the negation of; NULL: it does not. */
static LLVMValueRef negated_join(LLVMBasicBlockRef block)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
	if (!last || !LLVMIsABranchInst(last) || !LLVMIsConditional(last))
		return NULL;
	LLVMValueRef condition = LLVMGetCondition(last);
	if (!LLVMIsAInstruction(condition) || LLVMGetInstructionOpcode(condition) != LLVMXor)
		return NULL;
	LLVMValueRef phi = LLVMGetOperand(condition, 0), ones = LLVMGetOperand(condition, 1);
	if (!LLVMIsAPHINode(phi) || LLVMGetInstructionParent(phi) != block || !LLVMIsAConstantInt(ones) ||
		!LLVMConstIntGetZExtValue(ones))
		return NULL;
	return joins_known(phi) ? phi : NULL;
}

bool negations_turn(LLVMValueRef function)
{
	bool changed = false;
	LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);
	for (; block; block = LLVMGetNextBasicBlock(block)) {
		LLVMValueRef join = negated_join(block), last = LLVMGetBasicBlockTerminator(block);
		if (!join)
			continue;
		LLVMBasicBlockRef negated = LLVMGetSuccessor(last, 0);
		LLVMSetSuccessor(last, 0, LLVMGetSuccessor(last, 1));
		LLVMSetSuccessor(last, 1, negated);
		LLVMSetCondition(last, join);
		changed = true;
	}
	return changed;
}

/* A truth value, or what is not one, that joins some that are known. */
struct truth {
	LLVMValueRef join;
	bool negated;
};

/* Is the value such a one, made longer perhaps. */
static bool joins_truths(LLVMValueRef value, struct truth *truth)
{
	if (LLVMIsAZExtInst(value))
		value = LLVMGetOperand(value, 0);
	if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(LLVMTypeOf(value)) != 1)
		return false;
	bool flips = LLVMIsABinaryOperator(value) && LLVMGetInstructionOpcode(value) == LLVMXor;
	LLVMValueRef by = flips ? LLVMGetOperand(value, 1) : NULL;
	truth->negated = by && LLVMIsAConstantInt(by) && LLVMConstIntGetZExtValue(by);
	truth->join = truth->negated ? LLVMGetOperand(value, 0) : value;
	return LLVMIsAPHINode(truth->join) && joins_known(truth->join);
}

/* The only join of a block that does nothing but choose where else to go by it; NULL: it is no such block. */
static LLVMValueRef chooses_by_join(LLVMBasicBlockRef block)
{
	uint64_t number;
	LLVMValueRef join = LLVMGetFirstInstruction(block), last = LLVMGetBasicBlockTerminator(block);
	if (!last || !LLVMIsABranchInst(last) || !LLVMIsConditional(last) || !LLVMIsAPHINode(join) ||
		LLVMGetTypeKind(LLVMTypeOf(join)) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(LLVMTypeOf(join)) > 64)
		return NULL;
	if (LLVMGetSuccessor(last, 0) == block || LLVMGetSuccessor(last, 1) == block)
		return NULL;
	for (LLVMValueRef i = join; i != last; i = LLVMGetNextInstruction(i))
		if (!used_within(i) || !number_of(i, join, 0, DEEP, &number))
			return NULL;
	return number_of(LLVMGetCondition(last), join, 0, DEEP, &number) ? join : NULL;
}

/* Says in joins behind a branch that another block comes there as well, with what this one brings. */
static void joins_widen(LLVMBasicBlockRef to, LLVMBasicBlockRef from, LLVMBasicBlockRef other)
{
	for (LLVMValueRef i = LLVMGetFirstInstruction(to); LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
		for (unsigned n = 0; n < LLVMCountIncoming(i); n++)
			if (LLVMGetIncomingBlock(i, n) == from) {
				LLVMValueRef value = LLVMGetIncomingValue(i, n);
				LLVMAddIncoming(i, &value, &other, 1);
				break;
			}
}

/* Takes what comes from one block out of a join. */
static void join_without(LLVMValueRef join, LLVMBasicBlockRef from)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(join)));
	LLVMPositionBuilderBefore(builder, join);
	LLVMValueRef left = LLVMBuildPhi(builder, LLVMTypeOf(join), "");
	for (unsigned n = 0; n < LLVMCountIncoming(join); n++) {
		LLVMValueRef value = LLVMGetIncomingValue(join, n);
		LLVMBasicBlockRef block = LLVMGetIncomingBlock(join, n);
		if (block != from)
			LLVMAddIncoming(left, &value, &block, 1);
	}
	LLVMReplaceAllUsesWith(join, left);
	LLVMInstructionEraseFromParent(join);
	LLVMDisposeBuilder(builder);
}

/* Lets a block that jumps to the choice with such a value choose itself. */
static void choose_at_once(LLVMBasicBlockRef from, LLVMBasicBlockRef choice, LLVMValueRef join, struct truth truth)
{
	uint64_t clear, set;
	LLVMValueRef last = LLVMGetBasicBlockTerminator(choice), jump = LLVMGetBasicBlockTerminator(from);
	if (!number_of(LLVMGetCondition(last), join, truth.negated, DEEP, &clear) ||
		!number_of(LLVMGetCondition(last), join, !truth.negated, DEEP, &set))
		return;
	LLVMBasicBlockRef to[] = { LLVMGetSuccessor(last, clear ? 0 : 1), LLVMGetSuccessor(last, set ? 0 : 1) };
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(join)));
	LLVMPositionBuilderBefore(builder, jump);
	LLVMValueRef branch = to[0] == to[1] ? LLVMBuildBr(builder, to[0]) : LLVMBuildCondBr(builder, truth.join, to[1], to[0]);
	LLVMInstructionSetDebugLoc(branch, LLVMInstructionGetDebugLoc(last));
	LLVMInstructionEraseFromParent(jump);
	LLVMDisposeBuilder(builder);
	joins_widen(to[0], choice, from);
	if (to[0] != to[1])
		joins_widen(to[1], choice, from);
	join_without(join, from);
}

static bool chooses_at_once(LLVMBasicBlockRef block)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
	LLVMBasicBlockRef to = last && LLVMIsABranchInst(last) && !LLVMIsConditional(last) ? LLVMGetSuccessor(last, 0) : NULL;
	LLVMValueRef join = to && to != block ? chooses_by_join(to) : NULL;
	for (unsigned n = 0; join && LLVMCountIncoming(join) > 1 && n < LLVMCountIncoming(join); n++) {
		struct truth truth;
		if (LLVMGetIncomingBlock(join, n) != block || !joins_truths(LLVMGetIncomingValue(join, n), &truth))
			continue;
		choose_at_once(block, to, join, truth);
		return true;
	}
	return false;
}

bool truths_thread(LLVMValueRef function)
{
	bool changed = false;
	LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);
	for (; block; block = LLVMGetNextBasicBlock(block))
		changed |= chooses_at_once(block);
	return changed;
}
