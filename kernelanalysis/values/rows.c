#include "kernelanalysis/passes.h"

/*
 * Subscripts stay inside the array that they are applied to: the language says so, also where
 * the array is part of a larger object, such as a row of a matrix or a member of a struct.
 * Assumed only where the program's data bound the subscript, i.e. for those with a loop counter
 * or data in them, that are executed under conditions on data. What ids alone say to be outside
 * of a row is meant, as when threads share one long row. Where the pointer was loaded from it is assumed of
 * all subscripts: a list's number that is outside of the lists would name another member.
 */

struct made_of {
	bool counters, data;
};

static void made_of_visit(void *data, const struct et *et)
{
	struct made_of *made_of = data;
	if (et->op != ET_SYM && et->op != ET_APP)
		return;
	enum sym_kind kind = et->sym->kind;
	made_of->counters |= kind == SYM_LOOP;
	made_of->data |= kind != SYM_LOOP && kind != SYM_ID && kind != SYM_BASE;
}

static bool is_bound_by_data(
	struct kernel *kernel, const struct et *subscript, const struct et *guard)
{
	struct made_of own = { 0 }, around = { 0 };
	et_once(kernel->arena, subscript, made_of_visit, &own);
	et_once(kernel->arena, guard, made_of_visit, &around);
	return own.data || (own.counters && around.data);
}

/* Condition for the subscript to lie in the array; true where nothing is said. */
static const struct et *inside(struct kernel *kernel, LLVMValueRef index, uint64_t length,
	const struct et *guard, bool pointers)
{
	struct ets *ets = kernel->ets;
	const struct et *term = value_et(kernel->env, index);
	if (!length || et_is_const(term) || !(pointers || is_bound_by_data(kernel, term, guard)))
		return et_bool(ets, true);
	return et_and(ets,
		et_binary(ets, ET_SLE, 0, et_const(ets, term->width, 0), term),
		et_binary(ets, ET_SLT, 0, term, et_const(ets, term->width, length)));
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
		if (!whole)
			term = et_and(ets, term,
				inside(kernel, index, LLVMGetArrayLength2(type), guard, pointers));
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
