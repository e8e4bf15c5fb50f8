#include "kernelanalysis/pairs/order.h"

#include "expr/known.h"

/* Branches on what one thread of a block has found by an atomic operation, and told the others by a shared variable or a vote. */

struct told {
	struct kernel *kernel;
	LLVMValueRef result;
	const struct et *there; /* condition for who has told to be in the block */
	bool found;
};

/* The operation's result, or the part of a compare-and-swap's. */
static bool is_result(const struct symbol *sym, LLVMValueRef result)
{
	LLVMValueRef origin = (LLVMValueRef)(uintptr_t)sym->origin;
	return origin == result || (sym->kind == SYM_DATA && origin && LLVMIsAExtractValueInst(origin) &&
					   LLVMGetOperand(origin, 0) == result);
}

const struct et *teller_exists(struct kernel *kernel, const struct et *const tid[3], bool alone)
{
	struct ets *ets = kernel->ets;
	const struct et *there = et_bool(ets, true);
	for (unsigned i = 0; i < 3; i++) {
		const struct et *size = et_sym(ets, kernel->ntid[i]);
		if (tid[i] && (!et_is_const(tid[i]) || tid[i]->value))
			there = et_and(ets, there, et_binary(ets, ET_ULT, 0, tid[i], size));
		else if (!tid[i] && alone)
			there = et_and(ets, there, et_binary(ets, ET_EQ, 0, size, et_const(ets, 32, 1)));
	}
	return there;
}

static void note_elected(void *data, const struct et *leaf)
{
	struct told *told = data;
	if (leaf->op != ET_SYM && leaf->op != ET_APP)
		return;
	vec_each(elected, &told->kernel->elected) {
		if (elected->twin != leaf->sym || !is_result(leaf->sym, told->result))
			continue;
		told->found = true;
		told->there = et_and(told->kernel->ets, told->there,
			teller_exists(told->kernel, elected->tid, elected->alone));
	}
}

bool is_broadcast(struct kernel *kernel, const struct et *term, LLVMValueRef result)
{
	struct told told = { kernel, result, et_bool(kernel->ets, true), false };
	if (kernel->elected.n)
		et_once(kernel->arena, term, note_elected, &told);
	return told.found;
}

void told_by_existing(struct kernel *kernel, struct acquire *acquire)
{
	struct told told = { kernel, acquire->op->instruction, et_bool(kernel->ets, true), false };
	acquire->exists = told.there;
	if (!acquire->told)
		return;
	et_once(kernel->arena, acquire->edge, note_elected, &told);
	if (et_is_true(told.there) || !term_is_common(told.there, LEVEL_GRID))
		return;
	struct known *known = known_new(kernel->arena, kernel->ets);
	known_add(known, told.there);
	acquire->edge = known_apply(known, acquire->edge);
	acquire->exists = told.there;
	kernel->tellers = kernel->tellers ? et_and(kernel->ets, kernel->tellers, told.there) : told.there;
}
