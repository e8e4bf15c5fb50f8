#include "kernelanalysis/passes.h"

/*
 * Subscripts stay inside the array that they are applied to: the language says so, also where
 * the array is part of a larger object, such as a row of a matrix or a member of a struct.
 * Assumed only where the program's data bound the subscript, i.e. for those with a loop counter
 * or data in them, that are executed under conditions on data. What ids alone say to be outside
 * of a row is meant, as when threads share one long row. Where the pointer was loaded from it is assumed of
 * all subscripts: a list's number that is outside of the lists would name another member. Otherwise it is not
 * assumed in launches that say how far loops go (launch_rows).
 */

struct made_of {
	bool counters, data;
	bool found; /* data that is no argument and no dimension of the launch */
};

static void made_of_visit(void *data, const struct et *et)
{
	struct made_of *made_of = data;
	if (et->op != ET_SYM && et->op != ET_APP)
		return;
	enum sym_kind kind = et->sym->kind;
	made_of->counters |= kind == SYM_LOOP;
	made_of->data |= kind != SYM_LOOP && kind != SYM_ID && kind != SYM_BASE;
	made_of->found |= et->op == ET_APP || (kind != SYM_LOOP && kind != SYM_ID && kind != SYM_BASE && kind != SYM_PARAM);
}

struct subscript {
	const struct et *term, *guard;
	uint64_t length; /* of the array */
	bool loaded;     /* that lies behind a pointer from memory */
};

static struct made_of made_of_both(struct kernel *kernel, const struct subscript *at, bool *bound)
{
	struct made_of own = { 0 }, around = { 0 };
	et_once(kernel->arena, at->term, made_of_visit, &own);
	et_once(kernel->arena, at->guard, made_of_visit, &around);
	*bound = own.data || (own.counters && around.data);
	own.found |= around.found;
	return own;
}

/* Stands for: the launch says all that the subscript depends on. */
static const struct et *said_by_launch(struct kernel *kernel, const struct subscript *at)
{
	vec_each(known, &kernel->rows)
		if (known->subscript == at->term && known->guard == at->guard)
			return et_sym(kernel->ets, known->said);
	struct row_bound row = { at->term, at->guard,
		symbol_new(kernel->ets, SYM_PARAM, LEVEL_GRID, 1, "said by the launch") };
	vec_push(kernel->arena, &kernel->rows, row);
	return et_sym(kernel->ets, row.said);
}

/* Condition for the subscript to lie in the array; true where nothing is said. */
static const struct et *inside(struct kernel *kernel, const struct subscript *at)
{
	struct ets *ets = kernel->ets;
	bool bound;
	if (!at->length || et_is_const(at->term))
		return et_bool(ets, true);
	struct made_of of = made_of_both(kernel, at, &bound);
	if (!at->loaded && !bound)
		return et_bool(ets, true);
	const struct et *lies = et_and(ets,
		et_binary(ets, ET_SLE, 0, et_const(ets, at->term->width, 0), at->term),
		et_binary(ets, ET_SLT, 0, at->term, et_const(ets, at->term->width, at->length)));
	return !at->loaded && !of.found ? et_or(ets, lies, said_by_launch(kernel, at)) : lies;
}

/* Is the pointer to the start of a variable of this type, so that no row lies behind. */
static bool is_whole(LLVMValueRef pointer, LLVMTypeRef type)
{
	while (LLVMIsAConstantExpr(pointer) &&
		LLVMGetConstOpcode(pointer) == LLVMAddrSpaceCast)
		pointer = LLVMGetOperand(pointer, 0);
	return LLVMIsAGlobalVariable(pointer) && LLVMGlobalGetValueType(pointer) == type;
}

static const struct et *subscripts_inside(
	struct kernel *kernel, LLVMValueRef gep, const struct et *guard, bool pointers)
{
	struct ets *ets = kernel->ets;
	const struct et *term = et_bool(ets, true);
	LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
	bool whole = is_whole(LLVMGetOperand(gep, 0), type);
	for (unsigned i = 1; i < LLVMGetNumIndices(gep); i++, whole = false) {
		LLVMValueRef index = LLVMGetOperand(gep, i + 1);
		if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
			unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
			type = LLVMStructGetTypeAtIndex(type, field);
			continue;
		}
		if (LLVMGetTypeKind(type) != LLVMArrayTypeKind)
			return term;
		struct subscript at = { value_et(kernel->env, index), guard, LLVMGetArrayLength2(type), pointers };
		if (!whole)
			term = et_and(ets, term, inside(kernel, &at));
		type = LLVMGetElementType(type);
	}
	return term;
}

const struct et *rows_kept(struct kernel *kernel, const struct access *access)
{
	struct ets *ets = kernel->ets;
	const struct et *term = et_bool(ets, true);
	LLVMValueRef at = access->pointer;
	bool loaded = false;
	while (LLVMIsAGetElementPtrInst(at) || LLVMIsAAddrSpaceCastInst(at) || LLVMIsALoadInst(at)) {
		if (LLVMIsAGetElementPtrInst(at))
			term = et_and(ets, term, subscripts_inside(kernel, at, access->guard, loaded));
		loaded |= LLVMIsALoadInst(at) != NULL;
		at = LLVMGetOperand(at, 0);
	}
	return term;
}
