#include "ir/value_internal.h"

#include <string.h>

/* What values change with. */

static bool is_pure_call(LLVMValueRef value)
{
	const char *name = call_name(value);
	return !strncmp(name, "llvm.nvvm.read.ptx.sreg.", 24) ||
	       !strncmp(name, "llvm.smin.", 10) || !strncmp(name, "llvm.smax.", 10) ||
	       !strncmp(name, "llvm.umin.", 10) || !strncmp(name, "llvm.umax.", 10) ||
	       !strncmp(name, "llvm.abs.", 9) || !strncmp(name, "llvm.expect.", 12);
}

/* A number that depends on nothing but the place it is read from: one of memory that the kernel leaves alone, or of a parameter. */
static bool is_left_alone(struct value_env *env, LLVMValueRef load)
{
	const struct et *term = value_et(env, load);
	return et_is_const(term) || (term->op == ET_SYM && term->sym->kind == SYM_PARAM) ||
	       (term->op == ET_APP && term->sym->kind == SYM_LOAD);
}

struct varies {
	struct value_env *env;
	const struct loop *loop;
	struct ptrmap *seen;
};

static bool varies(struct varies *v, LLVMValueRef value)
{
	if (!LLVMIsAInstruction(value) || ptrmap_get(v->seen, value))
		return false;
	struct block *block = instruction_block(v->env->func, value);
	if (!block || !loop_contains(v->loop, block))
		return false;
	ptrmap_set(v->seen, value, value);
	if (LLVMIsAPHINode(value)) {
		/* a join inside the loop chooses by conditions that may change */
		return true;
	}
	if (LLVMIsALoadInst(value))
		return varies(v, LLVMGetOperand(value, 0)) || !is_left_alone(v->env, value);
	if (LLVMIsAAtomicRMWInst(value) || LLVMIsAAtomicCmpXchgInst(value))
		return true;
	if (LLVMIsACallInst(value) && !is_pure_call(value))
		return true;
	for (int i = 0; i < LLVMGetNumOperands(value); i++)
		if (varies(v, LLVMGetOperand(value, (unsigned)i)))
			return true;
	return false;
}

bool value_varies(struct value_env *env, const struct loop *loop, LLVMValueRef value)
{
	struct varies v = { env, loop, ptrmap_new(env->arena) };
	return varies(&v, value);
}

/* Does `value` depend on `phi` through computations (of any loop) that include phis. */
static bool depends(struct value_env *env, struct ptrmap *seen, LLVMValueRef value, LLVMValueRef phi)
{
	if (value == phi)
		return true;
	if (!LLVMIsAInstruction(value) || ptrmap_get(seen, value))
		return false;
	ptrmap_set(seen, value, value);
	if (LLVMIsAPHINode(value)) {
		struct block *block = instruction_block(env->func, value);
		const struct block *home = instruction_block(env->func, phi);
		if (block && !loop_contains(home->loop, block))
			return false;
		/* the choice itself is made by branches between the join and its dominator */
		if (block && block->idom && (!block->loop || block->loop->header != block)) {
			LLVMValueRef last = LLVMGetBasicBlockTerminator(block->idom->llvm);
			if (LLVMGetNumOperands(last) && depends(env, seen, LLVMGetOperand(last, 0), phi))
				return true;
			vec_each(pred, &block->preds) {
				LLVMValueRef branch = LLVMGetBasicBlockTerminator((*pred)->llvm);
				if (LLVMGetNumOperands(branch) &&
					depends(env, seen, LLVMGetOperand(branch, 0), phi))
					return true;
			}
		}
	}
	for (int i = 0; i < LLVMGetNumOperands(value); i++) {
		LLVMValueRef part = LLVMGetOperand(value, (unsigned)i);
		if (!LLVMValueIsBasicBlock(part) && depends(env, seen, part, phi))
			return true;
	}
	return false;
}

bool value_depends(struct value_env *env, LLVMValueRef value, LLVMValueRef phi)
{
	return depends(env, ptrmap_new(env->arena), value, phi);
}
