#include "kernelanalysis/grid/rehearsal.h"

#include <llvm-c/Target.h>

/* What values are in one thread: numbers, where they follow from its ids, the launch and what it has read. */

enum { DEEPEST = 200 };

struct valuation {
	struct rehearsal *r;
	const struct player *player;
	unsigned depth;
};

bool rehearsal_fails(struct rehearsal *r, const char *why)
{
	if (!r->failure)
		r->failure = why;
	return false;
}

bool rehearsal_is_none(struct rehearsal *r, const char *why)
{
	if (!r->defect)
		r->defect = why;
	return false;
}

static uintptr_t slot_of(const struct rehearsal *r, LLVMValueRef value)
{
	return (uintptr_t)ptrmap_get(r->slots, value);
}

void rehearsed_set(struct rehearsal *r, struct player *player, LLVMValueRef value, bool known,
	uint64_t to)
{
	uintptr_t slot = slot_of(r, value);
	assert(slot);
	player->known[slot - 1] = known;
	player->values[slot - 1] = known ? to & mask_bits(type_width(value)) : 0;
}

struct player player_copy(
	const struct rehearsal *r, struct arena *arena, const struct player *player)
{
	struct player copy = *player;
	copy.values = arena_alloc(arena, r->nslots * sizeof(*copy.values));
	copy.known = arena_alloc(arena, r->nslots * sizeof(*copy.known));
	if (r->nslots) {
		memcpy(copy.values, player->values, r->nslots * sizeof(*copy.values));
		memcpy(copy.known, player->known, r->nslots * sizeof(*copy.known));
	}
	return copy;
}

/* Objects lie apart. */
static uint64_t base_of(struct rehearsal *r, const struct symbol *sym)
{
	uintptr_t number = (uintptr_t)ptrmap_get(r->bases, sym);
	if (!number) {
		number = ++r->nbases;
		ptrmap_set(r->bases, sym, (void *)number);
	}
	return (uint64_t)number << 44;
}

static bool leaf_value(void *data, const struct et *leaf, const uint64_t *args, uint64_t *value)
{
	const struct valuation *v = data;
	const struct symbol *sym = leaf->sym;
	(void)args;
	if (leaf->op != ET_SYM)
		return false;
	if (sym->kind == SYM_BASE) {
		*value = base_of(v->r, sym);
		return true;
	}
	vec_each(guess, &v->r->guesses)
		if (sym == guess->sym) {
			*value = guess->value;
			return true;
		}
	if (sym->builtin == BUILTIN_NONE || (v->player->anywhere && sym->builtin == BUILTIN_CTAID))
		return false;
	*value = v->player->id[sym->builtin - BUILTIN_TID][sym->axis];
	return true;
}

bool rehearsed_base(struct rehearsal *r, const struct object *object, uint64_t *base)
{
	static const struct player nobody;
	struct valuation v = { .r = r, .player = &nobody };
	const struct et *term = et_map_apply(r->launch, et_sym(r->kernel->ets, object->base));
	return et_eval(r->arena, term, leaf_value, &v, base);
}

/* Of what is not computed by an instruction that is followed: by its term. */
static bool by_term(const struct valuation *v, LLVMValueRef value, uint64_t *result)
{
	const struct et *term = ptrmap_get(v->r->terms, value);
	if (!term) {
		term = value_et(v->r->kernel->env, value);
		term = et_map_apply(v->r->launch, term);
		ptrmap_set(v->r->terms, value, term);
	}
	return et_eval(v->r->arena, term, leaf_value, (void *)(uintptr_t)v, result);
}

static bool evaluate(struct valuation *v, LLVMValueRef value, uint64_t *result);

static bool operand(struct valuation *v, LLVMValueRef value, unsigned i, uint64_t *result)
{
	return evaluate(v, LLVMGetOperand(value, i), result);
}

static bool folded(struct valuation *v, LLVMValueRef value, enum et_op op, uint64_t *result)
{
	uint64_t args[2];
	unsigned width = type_width(value);
	if (!operand(v, value, 0, &args[0]) || !operand(v, value, 1, &args[1]))
		return false;
	*result = et_fold(op, width, width, args);
	return true;
}

static bool cast_value(struct valuation *v, LLVMValueRef value, enum et_op op, uint64_t *result)
{
	uint64_t arg;
	unsigned from = type_width(LLVMGetOperand(value, 0)), to = type_width(value);
	if (!operand(v, value, 0, &arg))
		return false;
	*result = from == to ? arg : et_fold(from > to ? ET_TRUNC : op, to, from, &arg);
	return true;
}

static bool compared(struct valuation *v, LLVMValueRef value, uint64_t *result)
{
	uint64_t a, b;
	LLVMValueRef left = LLVMGetOperand(value, 0);
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(left));
	if ((kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind) ||
		!operand(v, value, 0, &a) || !operand(v, value, 1, &b))
		return false;
	struct ets *ets = v->r->kernel->ets;
	unsigned width = type_width(left);
	const struct et *is = predicate_et(ets, LLVMGetICmpPredicate(value), et_const(ets, width, a),
		et_const(ets, width, b));
	*result = et_is_true(is);
	return et_is_const(is);
}

static bool selected(struct valuation *v, LLVMValueRef value, uint64_t *result)
{
	uint64_t which;
	return operand(v, value, 0, &which) && operand(v, value, which & 1 ? 1 : 2, result);
}

static bool element(struct valuation *v, LLVMValueRef value, uint64_t *result)
{
	LLVMTargetDataRef data = LLVMGetModuleDataLayout(LLVMGetGlobalParent(v->r->kernel->llvm));
	LLVMTypeRef type = LLVMGetGEPSourceElementType(value);
	if (!operand(v, value, 0, result))
		return false;
	for (unsigned i = 0; i < LLVMGetNumIndices(value); i++) {
		LLVMValueRef index = LLVMGetOperand(value, i + 1);
		uint64_t at;
		if (!evaluate(v, index, &at))
			return false;
		if (i && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
			*result += LLVMOffsetOfElement(data, type, (unsigned)at);
			type = LLVMStructGetTypeAtIndex(type, (unsigned)at);
			continue;
		}
		if (i)
			type = LLVMGetElementType(type);
		*result += (uint64_t)sign_extend(at, type_width(index)) * LLVMABISizeOfType(data, type);
	}
	return true;
}

static bool computed(struct valuation *v, LLVMValueRef value, uint64_t *result)
{
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMAdd:
		return folded(v, value, ET_ADD, result);
	case LLVMSub:
		return folded(v, value, ET_SUB, result);
	case LLVMMul:
		return folded(v, value, ET_MUL, result);
	case LLVMUDiv:
		return folded(v, value, ET_UDIV, result);
	case LLVMSDiv:
		return folded(v, value, ET_SDIV, result);
	case LLVMURem:
		return folded(v, value, ET_UREM, result);
	case LLVMSRem:
		return folded(v, value, ET_SREM, result);
	case LLVMShl:
		return folded(v, value, ET_SHL, result);
	case LLVMLShr:
		return folded(v, value, ET_LSHR, result);
	case LLVMAShr:
		return folded(v, value, ET_ASHR, result);
	case LLVMAnd:
		return folded(v, value, ET_AND, result);
	case LLVMOr:
		return folded(v, value, ET_OR, result);
	case LLVMXor:
		return folded(v, value, ET_XOR, result);
	case LLVMICmp:
		return compared(v, value, result);
	case LLVMSelect:
		return selected(v, value, result);
	case LLVMGetElementPtr:
		return element(v, value, result);
	case LLVMSExt:
		return cast_value(v, value, ET_SEXT, result);
	case LLVMZExt:
	case LLVMTrunc:
	case LLVMPtrToInt:
	case LLVMIntToPtr:
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
		return cast_value(v, value, ET_ZEXT, result);
	case LLVMFreeze:
		return operand(v, value, 0, result);
	case LLVMPHI:
		return false;
	default:
		return by_term(v, value, result);
	}
}

static bool evaluate(struct valuation *v, LLVMValueRef value, uint64_t *result)
{
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
	if ((kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind) || type_width(value) > 64)
		return false;
	if (LLVMIsAConstantInt(value)) {
		*result = LLVMConstIntGetZExtValue(value);
		return true;
	}
	uintptr_t slot = slot_of(v->r, value);
	if (slot) {
		*result = v->player->values[slot - 1];
		return v->player->known[slot - 1];
	}
	if (!LLVMIsAInstruction(value))
		return by_term(v, value, result);
	if (v->depth == DEEPEST || v->r->steps++ > MOST_STEPS)
		return false;
	v->depth++;
	bool known = computed(v, value, result);
	v->depth--;
	return known;
}

bool rehearsed_value(
	struct rehearsal *r, const struct player *player, LLVMValueRef value, uint64_t *result)
{
	struct valuation v = { .r = r, .player = player };
	if (!evaluate(&v, value, result))
		return false;
	*result &= mask_bits(type_width(value));
	return true;
}

void rehearsed_edge(struct rehearsal *r, struct player *player, const struct block *from,
	const struct block *to)
{
	enum { MOST_JOINS = 64 };
	uint64_t values[MOST_JOINS];
	bool known[MOST_JOINS];
	unsigned n = 0;
	LLVMValueRef first = LLVMGetFirstInstruction(to->llvm);
	for (LLVMValueRef i = first; i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i)) {
		for (unsigned k = 0; n < MOST_JOINS && k < LLVMCountIncoming(i); k++)
			if (LLVMGetIncomingBlock(i, k) == from->llvm)
				known[n] = rehearsed_value(
					r, player, LLVMGetIncomingValue(i, k), &values[n]);
		n++;
	}
	unsigned at = 0;
	for (LLVMValueRef i = first; i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i), at++)
		if (slot_of(r, i))
			rehearsed_set(r, player, i, at < MOST_JOINS && known[at],
				at < MOST_JOINS ? values[at] : 0);
}

static const struct block *of_switch(struct rehearsal *r, LLVMValueRef branch, uint64_t value)
{
	const struct func *func = r->kernel->func;
	for (unsigned i = 1; i < LLVMGetNumSuccessors(branch); i++) {
		LLVMValueRef label = LLVMGetSwitchCaseValue(branch, i);
		if (LLVMConstIntGetZExtValue(label) == value)
			return func_block(func, LLVMGetSuccessor(branch, i));
	}
	return func_block(func, LLVMGetSuccessor(branch, 0));
}

const struct block *rehearsed_branch(
	struct rehearsal *r, const struct player *player, const struct block *block)
{
	LLVMValueRef branch = LLVMGetBasicBlockTerminator(block->llvm);
	const struct func *func = r->kernel->func;
	uint64_t value;
	if (block->succs.n == 1)
		return block->succs.at[0];
	bool is_switch = LLVMIsASwitchInst(branch) != NULL;
	if (!block->succs.n || (!is_switch && !LLVMIsABranchInst(branch)) ||
		!rehearsed_value(r, player, LLVMGetOperand(branch, 0), &value))
		return NULL;
	if (is_switch)
		return of_switch(r, branch, value);
	return func_block(func, LLVMGetSuccessor(branch, value & 1 ? 0 : 1));
}
