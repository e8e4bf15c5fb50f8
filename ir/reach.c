#include "ir/quiet.h"
#include "ir/value_internal.h"

/* Conditions under which blocks are reached, relative to a dominating block. */

enum { MOST_BETWEEN = 32 };

void loops_prepare(struct value_env *env)
{
	size_t n = env->func->loops.n;
	env->loops = arena_alloc(env->arena, (n ? n : 1) * sizeof(*env->loops));
	for (size_t i = 0; i < n; i++) {
		struct loop *loop = env->func->loops.at[i];
		LLVMValueRef last = LLVMGetBasicBlockTerminator(loop->header->llvm);
		struct symbol *counter = symbol_new(env->ets, SYM_LOOP, env->level(env->data, last),
			64, arena_printf(env->arena, "k%zu", i));
		counter->bounded = true;
		counter->lo = 0;
		counter->hi = INT32_MAX;
		counter->origin = loop;
		counter->loc = instruction_loc(env->arena, last);
		env->loops[i].counter = counter;
	}
}

static const struct et *switch_edge(
	struct value_env *env, LLVMValueRef last, const struct block *to)
{
	struct ets *ets = env->ets;
	const struct et *value = value_et(env, LLVMGetOperand(last, 0));
	const struct et *taken = et_bool(ets, false), *other = et_bool(ets, true);
	bool is_default = LLVMGetSwitchDefaultDest(last) == to->llvm;
	for (unsigned i = 1; i < LLVMGetNumSuccessors(last); i++) {
		const struct et *tag = value_et(env, LLVMGetSwitchCaseValue(last, i));
		const struct et *same = et_binary(ets, ET_EQ, 0, value, tag);
		if (LLVMGetSuccessor(last, i) == to->llvm)
			taken = et_or(ets, taken, same);
		else
			other = et_and(ets, other, et_not(ets, same));
	}
	return is_default ? other : taken;
}

static const struct et *unknown_branch(struct value_env *env)
{
	return et_sym(env->ets, symbol_new(env->ets, SYM_HAVOC, LEVEL_THREAD, 1, "branch"));
}

const struct et *value_edge(
	struct value_env *env, const struct block *from, const struct block *to)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(from->llvm);
	if (from->succs.n == 1)
		return et_bool(env->ets, true);
	if (LLVMIsASwitchInst(last))
		return switch_edge(env, last, to);
	if (LLVMIsABranchInst(last) && LLVMIsConditional(last)) {
		const struct et *cond = value_et(env, LLVMGetCondition(last));
		return decided_by(env, LLVMGetSuccessor(last, 0) == to->llvm ? cond : et_not(env->ets, cond));
	}
	if (LLVMIsAInvokeInst(last) && LLVMGetNormalDest(last) == to->llvm)
		return et_bool(env->ets, true);
	return unknown_branch(env);
}

struct mention {
	struct value_env *env;
	const struct loop *inside; /* counters of loops strictly inside this one */
	bool found;
};

static void mention_visit(void *data, const struct et *et)
{
	struct mention *mention = data;
	if (et->op != ET_SYM || et->sym->kind != SYM_LOOP)
		return;
	const struct loop *loop = et->sym->origin;
	mention->found |= loop != mention->inside && loop_encloses(mention->inside, loop);
}

/* The conjuncts of `term` that do not mention counters of loops inside `loop`. */
static const struct et *without_inner(
	struct value_env *env, const struct loop *loop, const struct et *term)
{
	if (term->op == ET_AND && term->width == 1)
		return et_and(env->ets, without_inner(env, loop, term->arg[0]),
			without_inner(env, loop, term->arg[1]));
	struct mention mention = { env, loop, false };
	et_once(env->arena, term, mention_visit, &mention);
	return mention.found ? et_bool(env->ets, true) : term;
}

static void free_visit(void *data, const struct et *et)
{
	bool *is_free = data;
	if (et->op == ET_SYM || et->op == ET_APP)
		*is_free |= et->sym->kind == SYM_LOAD || et->sym->kind == SYM_DATA ||
			    et->sym->kind == SYM_FLOAT || et->sym->kind == SYM_HOST;
}

/* Is it for ids and computed values alone to say whether a way is taken, which no contents of memory can help. */
static bool is_computed(struct value_env *env, const struct et *cond)
{
	bool is_free = false;
	et_once(env->arena, cond, free_visit, &is_free);
	return !is_free && !et_is_const(cond);
}

/* Do threads leave the loop out of one inside it, in a round of which too little is known to tell whether they did. */
static bool is_left_inside(struct value_env *env, const struct loop *loop)
{
	vec_each(inner, &env->func->loops) {
		if (*inner == loop || !loop_encloses(loop, *inner))
			continue;
		vec_each(exit, &(*inner)->exits)
			if (!loop_contains(loop, exit->to) &&
				is_computed(env, value_edge(env, exit->from, exit->to)))
				return true;
	}
	return false;
}

static const struct et *left_elsewhere(struct value_env *env, const struct loop *loop)
{
	struct symbol *left = symbol_new(env->ets, SYM_HAVOC, LEVEL_THREAD, 1, "how earlier rounds were left");
	left->loc = instruction_loc(env->arena, LLVMGetBasicBlockTerminator(loop->header->llvm));
	return et_sym(env->ets, left);
}

/*
 * Iteration k begins: it is the first, or the previous one went back to the
 * header. Conditions on finished inner loops of the previous iteration are
 * left out (weaker, hence sound); a race must not rest on it where they may have said otherwise.
 */
const struct et *loop_entered(struct value_env *env, const struct loop *loop)
{
	struct ets *ets = env->ets;
	const struct et *known = ptrmap_get(env->memo->entered, loop), *none = et_bool(ets, true);
	if (known)
		return known;
	ptrmap_set(env->memo->entered, loop, (void *)none);
	if (!loop->latch)
		return none;
	const struct et *stay = et_and(ets, value_reach_from(env, loop->header, loop->latch),
		value_edge(env, loop->latch, loop->header));
	stay = without_inner(env, loop, stay);
	stay = et_and(ets, previous_iteration(env, loop, stay), next_values(env, loop, stay));
	if (is_left_inside(env, loop))
		stay = et_and(ets, stay, left_elsewhere(env, loop));
	const struct et *first =
		et_binary(ets, ET_EQ, 0, loop_counter(env, loop), et_const(ets, 64, 0));
	const struct et *entered = et_and(ets, et_or(ets, first, stay),
		loop_progress(env, loop));
	ptrmap_set(env->memo->entered, loop, (void *)entered);
	return entered;
}

struct ways {
	struct value_env *env;
	const struct loop *around; /* what the thread is in: its loops are not passed over */
	struct ptrmap *known;      /* as memo->reach */
	bool past;                 /* loops with one end are passed over, not only quiet ones */
};

static const struct et *reach_between(
	const struct ways *ways, const struct block *start, const struct block *block);

/* The loop that the block's dominator is in but the block is not, outermost, if it is passed over. */
static const struct loop *passed_before(
	const struct ways *ways, const struct block *start, const struct block *block)
{
	const struct loop *left = NULL;
	for (const struct loop *loop = block->idom->loop; loop; loop = loop->parent)
		if (!loop_contains(loop, block))
			left = loop;
	if (!left || loop_contains(left, start) || loop_encloses(left, ways->around) ||
		left->exits.at[0].to != block)
		return NULL;
	bool passed = ways->past ? loop_leads_on(left) : loop_is_quiet(ways->env, left);
	return passed ? left : NULL;
}

/* Blocks between a branch and where its ways join again. */
struct between {
	struct value_env *env;
	const struct block *start, *join;
	const struct block *seen[MOST_BETWEEN];
	unsigned n;
};

static bool all_lead_on(struct between *between, const struct block *from);

/* Does the way come to the join, in no loop of its own and not by another round of the one around. */
static bool leads_on(struct between *between, const struct block *from, const struct block *to)
{
	if (to == between->join)
		return true;
	for (unsigned i = 0; i < between->n; i++)
		if (between->seen[i] == to)
			return true;
	if (between->n == MOST_BETWEEN || to->loop != between->start->loop || block_dominates(to, from))
		return false;
	between->seen[between->n++] = to;
	return all_lead_on(between, to);
}

static bool all_lead_on(struct between *between, const struct block *from)
{
	struct value_env *env = between->env;
	const struct et *some = et_bool(env->ets, false);
	vec_each(to, &from->succs) {
		if (!leads_on(between, from, *to))
			return false;
		some = et_or(env->ets, some, value_edge(env, from, *to));
	}
	return et_is_true(some);
}

/* Do all ways from the start, each of which is one by its own condition or its contrary, come to the block. */
static bool joins_all(struct value_env *env, const struct block *start, const struct block *block)
{
	struct between between = { .env = env, .start = start, .join = block };
	return block->loop == start->loop && !env->func->irreducible && block->preds.n > 1 &&
	       !(block->loop && block->loop->header == block) && all_lead_on(&between, start);
}

static const struct et *reach_step(
	const struct ways *ways, const struct block *start, const struct block *block)
{
	struct value_env *env = ways->env;
	struct ets *ets = env->ets;
	const struct et *term = et_bool(ets, joins_all(env, start, block));
	if (et_is_true(term))
		return term;
	vec_each(pred, &block->preds) {
		if (block_dominates(block, *pred))
			continue;
		const struct et *path = et_and(ets, reach_between(ways, start, *pred),
			value_edge(env, *pred, block));
		term = et_or(ets, term, path);
	}
	bool enters = block->loop && block->loop->header == block;
	return enters ? et_and(ets, term, loop_entered(env, block->loop)) : term;
}

static const struct et *reach_between(
	const struct ways *ways, const struct block *start, const struct block *block)
{
	struct value_env *env = ways->env;
	assert(block_dominates(start, block));
	if (start == block)
		return et_bool(env->ets, true);
	struct ptrmap *known = ptrmap_get(ways->known, block);
	if (!known) {
		known = ptrmap_new(env->arena);
		ptrmap_set(ways->known, block, known);
	}
	const struct et *term = ptrmap_get(known, start);
	if (term)
		return term;
	/* cycles that are no loops come back here: whether they do is not followed */
	if (env->func->irreducible)
		ptrmap_set(known, start, (void *)unknown_branch(env));
	const struct loop *passed = passed_before(ways, start, block);
	if (passed)
		term = reach_between(ways, start, passed->preheader);
	else if (block->idom != start)
		term = et_and(env->ets, reach_between(ways, start, block->idom),
			reach_between(ways, block->idom, block));
	else
		term = reach_step(ways, start, block);
	ptrmap_set(known, start, term);
	return term;
}

const struct et *value_reach_from(
	struct value_env *env, const struct block *start, const struct block *block)
{
	struct ways ways = { env, NULL, env->memo->reach, false };
	return reach_between(&ways, start, block);
}

const struct et *value_reach_seen_from(struct value_env *env, const struct block *start,
	const struct block *block, const struct block *at)
{
	struct ways ways = { env, at->loop, env->memo->reach, false };
	if (at->loop) {
		ways.known = ptrmap_get(env->memo->seen, at->loop);
		if (!ways.known) {
			ways.known = ptrmap_new(env->arena);
			ptrmap_set(env->memo->seen, at->loop, ways.known);
		}
	}
	return reach_between(&ways, start, block);
}

const struct et *value_reach_past(
	struct value_env *env, const struct block *start, const struct block *block)
{
	struct ways ways = { env, NULL, env->memo->past, true };
	return reach_between(&ways, start, block);
}

const struct et *value_reach(struct value_env *env, const struct block *block)
{
	return value_reach_from(env, env->func->blocks.at[0], block);
}
