#include "kernelanalysis/passes.h"

/*
 * What a kernel says of its block's size by the shared arrays that all of its threads index: an
 * index that grows with the thread's id stays below the extent of its dimension for the last
 * thread too. For launches that are not in sight.
 */

struct last_thread {
	struct kernel *kernel;
	bool other; /* something else than ids and dimensions of the block is in the term */
};

static const struct et *last_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	struct last_thread *last = data;
	const struct symbol *sym = leaf->sym;
	if (leaf->op != ET_SYM ||
		(sym->builtin != BUILTIN_TID && sym->builtin != BUILTIN_NTID)) {
		last->other = true;
		return NULL;
	}
	if (sym->builtin == BUILTIN_NTID)
		return NULL;
	const struct et *dim = et_sym(ets, last->kernel->ntid[sym->axis]);
	return et_binary(ets, ET_SUB, ET_NSW | ET_NUW, dim, et_const(ets, dim->width, 1));
}

/* Is a term of ids no smaller for greater ids. */
static bool grows(const struct et *et)
{
	enum et_op op = (enum et_op)et->op;
	bool by_constant = et->nargs == 2 && et_is_const(et->arg[1]);
	if (et_is_const(et))
		return et_signed(et) >= 0;
	if (op == ET_SYM)
		return true;
	if (op == ET_ZEXT || op == ET_SEXT)
		return grows(et->arg[0]);
	if (op == ET_ADD || op == ET_MUL)
		return grows(et->arg[0]) && grows(et->arg[1]);
	if (op == ET_UDIV || op == ET_SDIV || op == ET_SHL || op == ET_LSHR)
		return by_constant && et_signed(et->arg[1]) >= 0 && grows(et->arg[0]);
	return false;
}

static void add_extent(
	struct kernel *kernel, const struct access *access, LLVMValueRef index, uint64_t extent)
{
	struct last_thread last = { kernel, false };
	const struct et *term = value_et(kernel->env, index);
	const struct et *most = et_map_once(kernel->ets, term, last_leaf, &last);
	if (last.other || et_is_const(term) || !grows(term))
		return;
	const struct et *cond = et_binary(
		kernel->ets, ET_ULT, 0, most, et_const(kernel->ets, most->width, extent));
	struct fact fact = { FACT_EXTENT, cond, NULL, access_loc(kernel, access) };
	fact.text = arena_printf(kernel->arena, "every thread's index into '%s' is below %llu",
		access->object->name, (unsigned long long)extent);
	vec_push(kernel->arena, &kernel->extents, fact);
}

static void own_visit(void *data, const struct et *et)
{
	bool *own = data;
	bool leaf = et->op == ET_SYM || et->op == ET_APP;
	*own |= leaf && (et->op == ET_APP || (et->sym->kind != SYM_LOOP && et->sym->level > LEVEL_BLOCK));
}

/* Do all threads of a block that does anything come to the access: all of them, or all or none where nothing is done before. */
static bool is_for_all(struct kernel *kernel, const struct access *access)
{
	const struct et *reach = value_reach(kernel->env, access->block);
	if (et_is_true(reach))
		return true;
	bool own = false;
	et_once(kernel->arena, reach, own_visit, &own);
	if (own)
		return false;
	vec_each(other, &kernel->accesses)
		if (!block_dominates(access->block, (*other)->block))
			return false;
	return true;
}

void extents_fill(struct kernel *kernel)
{
	vec_each(slot, &kernel->accesses) {
		const struct access *access = *slot;
		if (access->object->space != SPACE_SHARED || !is_for_all(kernel, access))
			continue;
		LLVMValueRef p = access->pointer;
		for (; LLVMIsAGetElementPtrInst(p); p = LLVMGetOperand(p, 0)) {
			LLVMTypeRef type = LLVMGetGEPSourceElementType(p);
			if (LLVMGetTypeKind(type) == LLVMArrayTypeKind && LLVMGetNumOperands(p) == 3 &&
				LLVMGetArrayLength2(type))
				add_extent(kernel, access, LLVMGetOperand(p, 2),
					LLVMGetArrayLength2(type));
		}
	}
}
