#include "kernelanalysis/intervals/runs.h"

/*
 * Operations in a loop inside another one, where a number that goes on from round to round of the outer loop counts the
 * inner rounds, as that of the next stage to fill does: `for (; fill < n && fill < i + STAGES; fill++)`. How often
 * they were run is by how much it has grown.
 */

struct count {
	const struct loop *inside, *around;
	LLVMValueRef inner, outer; /* phis of the number */
	bool is_signed;
};

/* Does the phi grow by 1 in each round, without wrapping. */
static bool counts(LLVMValueRef phi, const struct loop *loop, bool *is_signed)
{
	LLVMValueRef next = phi_value_from(phi, loop->latch->llvm);
	if (!next || !LLVMIsAInstruction(next) || LLVMGetInstructionOpcode(next) != LLVMAdd ||
		LLVMGetOperand(next, 0) != phi || !LLVMIsAConstantInt(LLVMGetOperand(next, 1)))
		return false;
	*is_signed = LLVMGetNSW(next);
	return LLVMConstIntGetZExtValue(LLVMGetOperand(next, 1)) == 1 &&
	       (*is_signed || LLVMGetNUW(next) || type_width(phi) == 64);
}

static bool left_at_header(const struct loop *loop)
{
	vec_each(exit, &loop->exits)
		if (exit->from != loop->header && !block_is_dead_end(exit->to))
			return false;
	return true;
}

static bool find_count(struct kernel *kernel, const struct block *block, struct count *count)
{
	struct cadence c;
	const struct loop *inside = block->loop, *around = inside ? inside->parent : NULL;
	if (!around || around->parent || !inside->latch || !left_at_header(around) ||
		!cadence_inside(kernel, block, &c) || c.skip || c.cap || !et_is_true(c.guard))
		return false;
	*count = (struct count){ .inside = inside, .around = around };
	LLVMValueRef i = LLVMGetFirstInstruction(inside->header->llvm);
	for (; i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i)) {
		bool number = LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind && type_width(i) <= 64;
		count->inner = i;
		count->outer = number ? loop_kept_by(inside, i) : NULL;
		if (count->outer && counts(i, inside, &count->is_signed))
			return true;
	}
	return false;
}

bool runs_counted(struct kernel *kernel, const struct block *block)
{
	struct count count;
	return find_count(kernel, block, &count);
}

/* By how much the number has grown where it is this phi, and by so many more. */
static const struct et *grown(struct kernel *kernel, const struct count *count, LLVMValueRef phi, bool more)
{
	struct ets *ets = kernel->ets;
	LLVMValueRef start = phi_value_from(count->outer, count->around->preheader->llvm);
	const struct et *from = value_et(kernel->env, start), *to = value_et(kernel->env, phi);
	enum et_op wide = count->is_signed ? ET_SEXT : ET_ZEXT;
	if (from->width < 64) {
		from = et_cast(ets, wide, 64, from);
		to = et_cast(ets, wide, 64, to);
	}
	return et_binary(ets, ET_ADD, ET_NSW, et_binary(ets, ET_SUB, ET_NSW, to, from),
		et_const(ets, 64, more));
}

const struct et *runs_by_count(struct kernel *kernel, LLVMValueRef operation, LLVMValueRef x)
{
	const struct block *block = instruction_block(kernel->func, operation);
	const struct block *at = instruction_block(kernel->func, x);
	struct count count;
	if (!find_count(kernel, block, &count))
		return NULL;
	if (!loop_contains(count.around, at))
		return where_run(kernel, count.around->header->idom, x, grown(kernel, &count, count.outer, false));
	if (loop_contains(count.inside, at)) {
		bool before = operation != x && instruction_dominates(kernel->func, operation, x);
		if (!before && at != block) {
			before = leads_to(kernel, count.inside, block, at);
			if (before && leads_to(kernel, count.inside, at, block))
				return NULL;
		}
		return grown(kernel, &count, count.inner, before);
	}
	if (block_dominates(count.inside->header, at))
		return grown(kernel, &count, count.inner, false);
	return leads_to(kernel, count.around, count.inside->header, at)
		       ? NULL
		       : grown(kernel, &count, count.outer, false);
}
