#include "ir/value_internal.h"

#include <string.h>

#include "expr/place.h"

#include <llvm-c/Target.h>

/* SSA values as terms: one function per group of instructions. */

/* So many memos, one in the other, make terms of phis anew that an outer one is busy with. */
#define FRESH_DEPTH 3

struct value_memo *value_memo_new(struct arena *arena, const struct value_memo *outer)
{
	unsigned depth = outer ? outer->depth + 1 : 0;
	struct value_memo *memo = arena_alloc(arena, sizeof(*memo));
	memo->outer = outer;
	memo->terms = ptrmap_new(arena);
	memo->depth = depth;
	memo->active = depth > FRESH_DEPTH ? outer->active : ptrmap_new(arena);
	memo->reach = ptrmap_new(arena);
	memo->seen = ptrmap_new(arena);
	memo->past = ptrmap_new(arena);
	memo->entered = ptrmap_new(arena);
	return memo;
}

static const struct et *remembered(const struct value_env *env, LLVMValueRef value)
{
	for (const struct value_memo *memo = env->memo; memo; memo = memo->outer) {
		const struct et *term = ptrmap_get(memo->terms, value);
		if (term)
			return term;
	}
	return NULL;
}

struct value_env *value_env_new(struct arena *arena, struct ets *ets, struct func *func,
	value_leaf_fn *leaf, value_level_fn *level, void *data)
{
	struct value_env *env = arena_alloc(arena, sizeof(*env));
	env->arena = arena;
	env->ets = ets;
	env->func = func;
	env->leaf = leaf;
	env->level = level;
	env->data = data;
	env->memo = value_memo_new(arena, NULL);
	loops_prepare(env);
	return env;
}

static LLVMTargetDataRef layout(const struct value_env *env)
{
	return LLVMGetModuleDataLayout(LLVMGetGlobalParent(env->func->llvm));
}

unsigned type_width(LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind: {
		unsigned width = LLVMGetIntTypeWidth(type);
		return width > 64 ? 64 : width;
	}
	case LLVMHalfTypeKind:
	case LLVMBFloatTypeKind:
		return 16;
	case LLVMFloatTypeKind:
		return 32;
	default:
		return 64;
	}
}

static const char *source_name(struct value_env *env, LLVMValueRef value)
{
	const char *name = value_name(value);
	size_t length = strcspn(name, ".");
	return length ? arena_strndup(env->arena, name, length) : "value";
}

const struct et *value_opaque_in(
	struct value_env *env, LLVMValueRef value, enum sym_kind kind, const struct loop *loop)
{
	struct symbol *sym = symbol_new(env->ets, kind, env->level(env->data, value),
		type_width(value), source_name(env, value));
	const struct et *counters[64];
	unsigned n = 0;
	sym->origin = value;
	if (LLVMIsAInstruction(value))
		sym->loc = instruction_loc(env->arena, value);
	for (; loop && n < 64; loop = loop->parent)
		counters[n++] = loop_counter(env, loop);
	return et_app(env->ets, sym, n, counters);
}

const struct et *value_opaque_number(
	struct value_env *env, LLVMValueRef value, enum sym_kind kind)
{
	const struct block *block = LLVMIsAInstruction(value) ? instruction_block(env->func, value) : NULL;
	return value_opaque_in(env, value, kind, block ? block->loop : NULL);
}

const struct et *value_opaque(struct value_env *env, LLVMValueRef value, enum sym_kind kind)
{
	bool pointer = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
	return value_opaque_number(env, value, pointer ? SYM_BASE : kind);
}

static const struct et *operand(struct value_env *env, LLVMValueRef value, unsigned index)
{
	return value_et(env, LLVMGetOperand(value, index));
}

bool value_is_integer(LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	return kind == LLVMPointerTypeKind ||
	       (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 64);
}

bool value_is_float(LLVMValueRef value)
{
	switch (LLVMGetTypeKind(LLVMTypeOf(value))) {
	case LLVMHalfTypeKind:
	case LLVMBFloatTypeKind:
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind:
		return true;
	default:
		return false;
	}
}

static const struct et *binary(struct value_env *env, LLVMValueRef value, enum et_op op)
{
	unsigned flags = 0;
	if (op == ET_ADD || op == ET_SUB || op == ET_MUL || op == ET_SHL) {
		if (LLVMIsAInstruction(value) && LLVMGetNSW(value))
			flags |= ET_NSW;
		if (LLVMIsAInstruction(value) && LLVMGetNUW(value))
			flags |= ET_NUW;
	}
	return et_binary(env->ets, op, flags, operand(env, value, 0), operand(env, value, 1));
}

static const struct et *shift_right(struct value_env *env, LLVMValueRef value, enum et_op op)
{
	const struct et *term = op == ET_LSHR ? reversed_bits(env, value) : NULL;
	term = term ? term : shifted_back(env, value);
	return term ? term : binary(env, value, op);
}

static const struct et *or_et(struct value_env *env, LLVMValueRef value)
{
	if (type_width(value) > 1 && LLVMIsAInstruction(value) && LLVMGetIsDisjoint(value))
		return et_binary(env->ets, ET_ADD, ET_NUW, operand(env, value, 0),
			operand(env, value, 1));
	return binary(env, value, ET_OR);
}

/*
 * Of two addresses in one object their offsets, which compare as numbers with a sign: an object
 * does not wrap around the end of memory.
 */
static bool offsets_compared(struct ets *ets, const struct et **a, const struct et **b)
{
	place_list x = { 0 }, y = { 0 };
	if (!address_places(ets, *a, &x) || !address_places(ets, *b, &y) || x.n != 1 || y.n != 1 ||
		x.at[0].base != y.at[0].base || !et_is_true(x.at[0].guard) ||
		!et_is_true(y.at[0].guard))
		return false;
	*a = x.at[0].offset;
	*b = y.at[0].offset;
	return true;
}

static LLVMIntPredicate with_sign(LLVMIntPredicate predicate)
{
	switch (predicate) {
	case LLVMIntUGT:
		return LLVMIntSGT;
	case LLVMIntUGE:
		return LLVMIntSGE;
	case LLVMIntULT:
		return LLVMIntSLT;
	case LLVMIntULE:
		return LLVMIntSLE;
	default:
		return predicate;
	}
}

const struct et *predicate_et(
	struct ets *ets, LLVMIntPredicate predicate, const struct et *a, const struct et *b)
{
	switch (predicate) {
	case LLVMIntEQ:
		return et_binary(ets, ET_EQ, 0, a, b);
	case LLVMIntNE:
		return et_not(ets, et_binary(ets, ET_EQ, 0, a, b));
	case LLVMIntUGT:
		return et_binary(ets, ET_ULT, 0, b, a);
	case LLVMIntUGE:
		return et_binary(ets, ET_ULE, 0, b, a);
	case LLVMIntULT:
		return et_binary(ets, ET_ULT, 0, a, b);
	case LLVMIntULE:
		return et_binary(ets, ET_ULE, 0, a, b);
	case LLVMIntSGT:
		return et_binary(ets, ET_SLT, 0, b, a);
	case LLVMIntSGE:
		return et_binary(ets, ET_SLE, 0, b, a);
	case LLVMIntSLT:
		return et_binary(ets, ET_SLT, 0, a, b);
	case LLVMIntSLE:
		return et_binary(ets, ET_SLE, 0, a, b);
	}
	bug("unknown integer predicate");
}

static const struct et *compare(struct value_env *env, LLVMValueRef value)
{
	LLVMValueRef left = LLVMGetOperand(value, 0);
	if (!value_is_integer(left))
		return value_opaque(env, value, SYM_HAVOC);
	const struct et *a = operand(env, value, 0), *b = operand(env, value, 1);
	struct ets *ets = env->ets;
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(value);
	bool pointers = LLVMGetTypeKind(LLVMTypeOf(left)) == LLVMPointerTypeKind;
	if (pointers && offsets_compared(ets, &a, &b))
		predicate = with_sign(predicate);
	return predicate_et(ets, predicate, a, b);
}

static const struct et *cast(struct value_env *env, LLVMValueRef value, enum et_op wider)
{
	LLVMValueRef from = LLVMGetOperand(value, 0);
	if (!value_is_integer(from) || !value_is_integer(value))
		return value_opaque(env, value, value_is_float(from) ? SYM_FLOAT : SYM_HAVOC);
	const struct et *inner = value_et(env, from);
	unsigned width = type_width(value);
	return et_cast(env->ets, width > inner->width ? wider : ET_TRUNC, width, inner);
}

static const struct et *scaled_index(struct value_env *env, LLVMValueRef index, uint64_t size)
{
	struct ets *ets = env->ets;
	const struct et *term = value_et(env, index);
	term = et_cast(ets, term->width < 64 ? ET_SEXT : ET_TRUNC, 64, term);
	return et_binary(ets, ET_MUL, ET_NSW, term, et_const(ets, 64, size));
}

static const struct et *gep(struct value_env *env, LLVMValueRef value)
{
	struct ets *ets = env->ets;
	LLVMTargetDataRef data = layout(env);
	LLVMTypeRef type = LLVMGetGEPSourceElementType(value);
	const struct et *offset = et_const(ets, 64, 0);
	unsigned n = LLVMGetNumIndices(value);
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef index = LLVMGetOperand(value, i + 1);
		const struct et *step;
		if (i && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
			unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
			step = et_const(ets, 64, LLVMOffsetOfElement(data, type, field));
			type = LLVMStructGetTypeAtIndex(type, field);
		} else {
			if (i)
				type = LLVMGetElementType(type);
			step = scaled_index(env, index, LLVMABISizeOfType(data, type));
		}
		offset = et_binary(ets, ET_ADD, ET_NSW, offset, step);
	}
	return et_binary(ets, ET_ADD, ET_NSW, operand(env, value, 0), offset);
}

static const struct et *leaf(struct value_env *env, LLVMValueRef value)
{
	const struct et *term = env->leaf(env->data, env, value);
	if (term) {
		assert(term->width == type_width(value));
		return term;
	}
	return value_opaque(env, value, value_is_float(value) ? SYM_FLOAT : SYM_HAVOC);
}

static const struct et *computed(struct value_env *env, LLVMValueRef value, LLVMOpcode opcode)
{
	switch (opcode) {
	case LLVMAdd:
		return binary(env, value, ET_ADD);
	case LLVMSub:
		return address_less(env, value, binary(env, value, ET_SUB));
	case LLVMMul:
		return binary(env, value, ET_MUL);
	case LLVMUDiv:
		return binary(env, value, ET_UDIV);
	case LLVMSDiv:
		return whole_elements(env, value, binary(env, value, ET_SDIV));
	case LLVMURem:
		return binary(env, value, ET_UREM);
	case LLVMSRem:
		return binary(env, value, ET_SREM);
	case LLVMShl:
		return binary(env, value, ET_SHL);
	case LLVMLShr:
		return shift_right(env, value, ET_LSHR);
	case LLVMAShr:
		return shift_right(env, value, ET_ASHR);
	case LLVMAnd:
		return binary(env, value, ET_AND);
	case LLVMOr:
		return or_et(env, value);
	case LLVMXor:
		return binary(env, value, ET_XOR);
	case LLVMICmp:
		return compare(env, value);
	case LLVMSelect:
		return chosen_value(env, value);
	case LLVMPHI:
		return phi_et(env, value);
	case LLVMGetElementPtr:
		return gep(env, value);
	case LLVMZExt:
	case LLVMTrunc:
	case LLVMPtrToInt:
	case LLVMIntToPtr:
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
		return cast(env, value, ET_ZEXT);
	case LLVMSExt:
		return cast(env, value, ET_SEXT);
	case LLVMFreeze:
		return operand(env, value, 0);
	case LLVMFCmp:
		return float_compare_et(env, value);
	case LLVMFPToSI:
	case LLVMFPToUI:
	case LLVMCall:
	case LLVMExtractValue: {
		bool cast = opcode == LLVMFPToSI || opcode == LLVMFPToUI;
		const struct et *term = cast ? whole_number(env, value) : intrinsic_et(env, value);
		return term ? term : leaf(env, value);
	}
	default:
		return leaf(env, value);
	}
}

static bool arithmetic_on_odd_width(LLVMValueRef value, LLVMOpcode opcode)
{
	bool arithmetic = opcode == LLVMSelect || opcode == LLVMPHI || opcode == LLVMFreeze ||
			  (opcode >= LLVMAdd && opcode <= LLVMXor);
	return arithmetic && !value_is_integer(value) && !value_is_float(value);
}

static const struct et *make(struct value_env *env, LLVMValueRef value)
{
	if (LLVMIsAConstantInt(value)) {
		if (LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64)
			return value_opaque(env, value, SYM_HAVOC);
		return et_const(env->ets, type_width(value), LLVMConstIntGetZExtValue(value));
	}
	if (LLVMIsAConstantPointerNull(value))
		return et_const(env->ets, 64, 0);
	if (LLVMIsAConstantFP(value) || LLVMIsUndef(value))
		return value_opaque(env, value, SYM_FLOAT);
	LLVMOpcode opcode;
	if (LLVMIsAInstruction(value))
		opcode = LLVMGetInstructionOpcode(value);
	else if (LLVMIsAConstantExpr(value))
		opcode = LLVMGetConstOpcode(value);
	else
		return leaf(env, value);
	if (arithmetic_on_odd_width(value, opcode))
		return value_opaque(env, value, SYM_HAVOC);
	if (float_operation(value))
		return float_et(env, value);
	return computed(env, value, opcode);
}

const struct et *value_et(struct value_env *env, LLVMValueRef value)
{
	const struct et *term = remembered(env, value);
	if (term)
		return term;
	term = make(env, value);
	assert(term->width == type_width(value));
	const struct et *known = ptrmap_get(env->memo->terms, value);
	if (known)
		return known;
	ptrmap_set(env->memo->terms, value, term);
	env->remade += env->memo->depth > 0;
	return term;
}
