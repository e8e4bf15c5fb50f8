#include "kernelanalysis/passes.h"

#include <string.h>

/*
 * A number that all lanes of a warp compute alike, and give each other nevertheless, so that the compiler sees it:
 * __shfl_sync(0xffffffff, threadIdx.x / 32, 0). Where warps are rows of threads, that is the number.
 */

bool call_takes_first_lane(LLVMValueRef call)
{
	if (strcmp(call_name(call), "llvm.nvvm.shfl.sync.idx.i32") != 0 || call_args(call) != 4)
		return false;
	LLVMValueRef mask = call_arg(call, 0), lane = call_arg(call, 2), clamp = call_arg(call, 3);
	return LLVMIsAConstantInt(mask) && (uint32_t)LLVMConstIntGetZExtValue(mask) == UINT32_MAX &&
	       LLVMIsAConstantInt(lane) && !LLVMConstIntGetZExtValue(lane) && LLVMIsAConstantInt(clamp) &&
	       LLVMConstIntGetZExtValue(clamp) == 31;
}

/* Is the term threadIdx.x without its last five digits. */
static bool drops_lane(const struct kernel *kernel, const struct et *term)
{
	if ((term->op != ET_UDIV && term->op != ET_LSHR && term->op != ET_AND) || !et_is_const(term->arg[1]))
		return false;
	const struct et *id = term->arg[0];
	uint64_t by = term->arg[1]->value;
	while (id->op == ET_ZEXT || (id->op == ET_TRUNC && id->width >= 16))
		id = id->arg[0];
	if (id->op != ET_SYM || id->sym != kernel->tid[0])
		return false;
	return term->op == ET_LSHR ? by >= 5 : by && by % 32 == 0;
}

/* Has the term one value for 32 threads of one row; *row: that rests on the row. */
static bool is_common(const struct kernel *kernel, const struct et *term, bool *row)
{
	if (et_is_const(term))
		return true;
	if (drops_lane(kernel, term))
		return *row = true;
	if (term->op == ET_SYM)
		return term->sym->level <= LEVEL_BLOCK;
	if (term->op == ET_APP || !term->nargs)
		return false;
	for (unsigned i = 0; i < term->nargs; i++)
		if (!is_common(kernel, term->arg[i], row))
			return false;
	return true;
}

const struct et *common_lane_leaf(struct kernel *kernel, LLVMValueRef call)
{
	struct ets *ets = kernel->ets;
	bool row = false;
	if (!call_takes_first_lane(call))
		return NULL;
	const struct et *value = value_et(kernel->env, call_arg(call, 1));
	if (!is_common(kernel, value, &row) || !row)
		return NULL;
	const struct et *one = et_const(ets, 32, 1), *none = et_const(ets, 32, 0);
	const struct et *flat = et_and(ets,
		et_binary(ets, ET_EQ, 0, et_sym(ets, kernel->ntid[1]), one),
		et_binary(ets, ET_EQ, 0, et_sym(ets, kernel->ntid[2]), one));
	const struct et *rest = et_binary(ets, ET_UREM, 0, et_sym(ets, kernel->ntid[0]), et_const(ets, 32, 32));
	return et_ite(ets, et_or(ets, flat, et_binary(ets, ET_EQ, 0, rest, none)), value,
		value_opaque(kernel->env, call, SYM_DATA));
}
