#include "ir/value_internal.h"

/*
 * Values that a loop keeps from one of its rounds: the place of the greatest element so far, the
 * last one that fits, the number behind an option. Such a phi is what it begins with, or what was taken in a
 * round before this one; which round that was is opaque. What a value that is taken fulfils there is a side fact.
 */
#define TAKEN_MAX 4

struct condition {
	const struct et *term; /* NULL: not known */
	struct loc loc;
};

struct kept {
	struct value_env *env;
	const struct loop *loop;
	LLVMValueRef phi;
	struct ptrmap *seen;
	const struct et *taken[TAKEN_MAX]; /* terms of the round in which they are taken */
	struct condition when[TAKEN_MAX];  /* under which they are */
	unsigned n;
	unsigned selects;
	bool other; /* a select's condition is no comparison of floating-point numbers */
	bool input; /* some select's condition is read from memory or by a call */
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

static void take(struct kept *kept, LLVMValueRef value, struct condition when)
{
	struct value_env *env = kept->env;
	if (kept->n == TAKEN_MAX || value_depends(env, value, kept->phi)) {
		kept->fails = true;
		return;
	}
	const struct et *term = value_et(env, value);
	et_once(env->arena, term, foreign_visit, kept);
	kept->when[kept->n] = when;
	kept->taken[kept->n++] = term;
}

/* That a phi in the loop is reached over one of its edges, in a round. */
static struct condition edge_taken(const struct kept *kept, LLVMValueRef phi, unsigned i)
{
	struct value_env *env = kept->env;
	struct condition taken = { 0 };
	const struct block *from = func_block(env->func, LLVMGetIncomingBlock(phi, i));
	const struct block *to = instruction_block(env->func, phi), *at = from;
	if (!from)
		return taken;
	taken.term = et_and(env->ets, value_reach_from(env, kept->loop->header, from),
		value_edge(env, from, to));
	while (at != kept->loop->header && at->succs.n < 2)
		at = at->idom;
	taken.loc = instruction_loc(env->arena, LLVMGetBasicBlockTerminator(at->llvm));
	return taken;
}

/* What a value is chosen from by control or selects in a round. */
static void collect(struct kept *kept, LLVMValueRef value, struct condition when)
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
			collect(kept, LLVMGetIncomingValue(value, i),
				kept->env->reads_input ? edge_taken(kept, value, i) : when);
	} else if (inside && LLVMIsASelectInst(value)) {
		LLVMValueRef cond = LLVMGetOperand(value, 0);
		kept->selects++;
		kept->other |= !compares_floats(cond, 4);
		kept->input |= value_reads_input(kept->env, kept->loop, cond);
		collect(kept, LLVMGetOperand(value, 1), when);
		collect(kept, LLVMGetOperand(value, 2), when);
	} else {
		take(kept, value, when);
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

struct leaves {
	struct et_set *of;
	bool hit;
};

static void leaf_note(void *data, const struct et *et)
{
	struct leaves *leaves = data;
	if ((et->op == ET_SYM && et->sym->kind != SYM_LOOP) || et->op == ET_APP)
		et_set_add(leaves->of, et);
}

static void leaf_find(void *data, const struct et *et)
{
	struct leaves *leaves = data;
	leaves->hit |= (et->op == ET_SYM || et->op == ET_APP) && et_set_has(leaves->of, et);
}

/* The conjuncts that speak of the leaves. */
static const struct et *about(struct value_env *env, struct leaves *leaves, const struct et *term)
{
	if (term->op == ET_AND && term->width == 1)
		return et_and(env->ets, about(env, leaves, term->arg[0]),
			about(env, leaves, term->arg[1]));
	leaves->hit = false;
	et_once(env->arena, term, leaf_find, leaves);
	return leaves->hit ? term : et_bool(env->ets, true);
}

/* What the number that is taken fulfils in the round in which it is, unless `otherwise`. */
static void taken_fact(struct kept *kept, unsigned i, struct et_map *map, const struct et *otherwise)
{
	struct value_env *env = kept->env;
	const struct condition *when = &kept->when[i];
	struct leaves leaves = { .of = et_set_new(env->arena) };
	if (!when->term)
		return;
	et_once(env->arena, kept->taken[i], leaf_note, &leaves);
	const struct et *cond = about(env, &leaves, when->term);
	if (et_is_true(cond))
		return;
	struct side_fact fact = { et_or(env->ets, otherwise, et_map_apply(map, cond)), when->loc };
	vec_push(env->arena, &env->side_facts, fact);
}

const struct et *kept_phi(
	struct value_env *env, const struct loop *loop, LLVMValueRef phi, const struct et *init)
{
	struct ets *ets = env->ets;
	struct kept kept = { .env = env, .loop = loop, .phi = phi, .seen = ptrmap_new(env->arena) };
	if (init->width > 64 || init->width < 8)
		return NULL;
	collect(&kept, phi_incoming(phi, loop->latch), (struct condition){ 0 });
	if (kept.fails || !kept.n)
		return NULL;
	const struct et *k = loop_counter(env, loop), *zero = et_const(ets, 64, 0);
	bool input = kept.input || loop_reads_input(env, loop);
	enum sym_kind kind = input ? SYM_HOST : floats_decide(&kept) ? SYM_DATA : SYM_HAVOC;
	const struct et *any = value_opaque_number(env, phi, kind);
	const struct et *which = value_opaque_number(env, phi, kind);
	any = any->width < 64 ? et_cast(ets, ET_ZEXT, 64, any) : any;
	struct round round = { env->loops[loop->index].counter,
		et_ite(ets, et_binary(ets, ET_ULT, 0, any, k), any, zero) };
	struct et_map *map = et_map_new(ets, round_leaf, &round);
	const struct et *term = init;
	const struct et *none = et_binary(ets, ET_EQ, 0, k, zero);
	for (unsigned i = 0; i < kept.n; i++) {
		const struct et *this = et_binary(
			ets, ET_EQ, 0, which, et_const(ets, which->width, i + 1));
		term = et_ite(ets, this, et_map_apply(map, kept.taken[i]), term);
		if (env->reads_input)
			taken_fact(&kept, i, map, et_or(ets, none, et_not(ets, this)));
	}
	return et_ite(ets, none, init, term);
}
