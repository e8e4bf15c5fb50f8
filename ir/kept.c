#include "ir/value_internal.h"

/*
 * Values that a loop keeps from one of its rounds: the place of the greatest element so far, the
 * last one that fits. Such a phi is what it begins with, or what was taken in a round before this one; which
 * round that was is opaque.
 */
#define TAKEN_MAX 4

struct kept {
	struct value_env *env;
	const struct loop *loop;
	LLVMValueRef phi;
	struct ptrmap *seen;
	const struct et *taken[TAKEN_MAX]; /* terms of the round in which they are taken */
	unsigned n;
	unsigned selects;
	bool other; /* a select's condition is no comparison of floating-point numbers */
	bool fails;
};

/* Made of comparisons of floating-point numbers alone. */
static bool compares_floats(LLVMValueRef cond, unsigned depth)
{
	if (LLVMIsAFCmpInst(cond) || LLVMIsAConstantInt(cond))
		return true;
	bool joins = LLVMIsASelectInst(cond) || (LLVMIsABinaryOperator(cond) && type_width(cond) == 1);
	if (!joins || !depth)
		return false;
	for (int i = 0; i < LLVMGetNumOperands(cond); i++)
		if (!compares_floats(LLVMGetOperand(cond, (unsigned)i), depth - 1))
			return false;
	return true;
}

static void foreign_visit(void *data, const struct et *et)
{
	struct kept *kept = data;
	if (et->op != ET_SYM || et->sym->kind != SYM_LOOP)
		return;
	const struct loop *of = et->sym->origin;
	kept->fails |= of != kept->loop && loop_encloses(kept->loop, of);
}

static void take(struct kept *kept, LLVMValueRef value)
{
	struct value_env *env = kept->env;
	if (kept->n == TAKEN_MAX || value_depends(env, value, kept->phi)) {
		kept->fails = true;
		return;
	}
	const struct et *term = value_et(env, value);
	et_once(env->arena, term, foreign_visit, kept);
	kept->taken[kept->n++] = term;
}

/* What a value is chosen from by control or selects in a round. */
static void collect(struct kept *kept, LLVMValueRef value)
{
	if (value == kept->phi || kept->fails || ptrmap_get(kept->seen, value))
		return;
	ptrmap_set(kept->seen, value, value);
	struct block *block = LLVMIsAInstruction(value)
				      ? instruction_block(kept->env->func, value)
				      : NULL;
	bool inside = block && block->loop == kept->loop;
	if (inside && LLVMIsAPHINode(value) && block != kept->loop->header) {
		for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
			collect(kept, LLVMGetIncomingValue(value, i));
	} else if (inside && LLVMIsASelectInst(value)) {
		kept->selects++;
		kept->other |= !compares_floats(LLVMGetOperand(value, 0), 4);
		collect(kept, LLVMGetOperand(value, 1));
		collect(kept, LLVMGetOperand(value, 2));
	} else {
		take(kept, value);
	}
}

/*
 * Do floating-point comparisons alone decide what is kept: then any round's value may be. Other
 * conditions may leave out rounds, or be such that no two threads keep the same.
 */
static bool floats_decide(const struct kept *kept)
{
	bool decide = false;
	vec_each(each, &kept->loop->blocks) {
		const struct block *block = *each;
		LLVMValueRef last = LLVMGetBasicBlockTerminator(block->llvm);
		bool exits = false;
		for (size_t i = 0; i < block->succs.n; i++)
			exits |= !loop_contains(kept->loop, block->succs.at[i]);
		if (block->loop != kept->loop || exits || block->succs.n < 2)
			continue;
		if (!LLVMIsABranchInst(last) || !compares_floats(LLVMGetOperand(last, 0), 4))
			return false;
		decide = true;
	}
	return (decide || kept->selects) && !kept->other;
}

struct round {
	const struct symbol *counter;
	const struct et *at;
};

static const struct et *round_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct round *round = data;
	(void)ets;
	return leaf->op == ET_SYM && leaf->sym == round->counter ? round->at : NULL;
}

const struct et *kept_phi(
	struct value_env *env, const struct loop *loop, LLVMValueRef phi, const struct et *init)
{
	struct ets *ets = env->ets;
	struct kept kept = { .env = env, .loop = loop, .phi = phi, .seen = ptrmap_new(env->arena) };
	if (init->width > 64 || init->width < 8)
		return NULL;
	collect(&kept, phi_incoming(phi, loop->latch));
	if (kept.fails || !kept.n)
		return NULL;
	const struct et *k = loop_counter(env, loop), *zero = et_const(ets, 64, 0);
	enum sym_kind kind = floats_decide(&kept) ? SYM_DATA : SYM_HAVOC;
	const struct et *any = value_opaque_number(env, phi, kind);
	const struct et *which = value_opaque_number(env, phi, kind);
	any = any->width < 64 ? et_cast(ets, ET_ZEXT, 64, any) : any;
	struct round round = { env->loops[loop->index].counter,
		et_ite(ets, et_binary(ets, ET_ULT, 0, any, k), any, zero) };
	struct et_map *map = et_map_new(ets, round_leaf, &round);
	const struct et *term = init;
	for (unsigned i = 0; i < kept.n; i++)
		term = et_ite(ets,
			et_binary(ets, ET_EQ, 0, which, et_const(ets, which->width, i + 1)),
			et_map_apply(map, kept.taken[i]), term);
	return et_ite(ets, et_binary(ets, ET_EQ, 0, k, zero), init, term);
}
