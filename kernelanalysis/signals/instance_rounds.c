#include "kernelanalysis/signals/instances.h"

#include "expr/linear.h"

/* Which rounds of the loops around a wait there are, where they count up and what they wait for
 * follows from ids, inputs and their counters. */

/* Is it a positive constant, or a size of the launch, or a product of such. */
static bool is_positive(const struct et *term)
{
	if (et_is_const(term))
		return et_signed(term) > 0;
	if (term->op == ET_SYM)
		return term->sym->builtin == BUILTIN_NTID || term->sym->builtin == BUILTIN_NCTAID;
	if (term->op == ET_SEXT || term->op == ET_ZEXT)
		return is_positive(term->arg[0]);
	return term->op == ET_MUL && is_positive(term->arg[0]) && is_positive(term->arg[1]);
}

/* Is it the counter of a loop around the access, which whoever has met at a barrier in it has in
 * common. */
static bool is_common_round(const struct many *many, const struct symbol *sym)
{
	const struct kernel *kernel = many->link->q->kernel;
	const struct loop *loop = many->link->to->block->loop;
	for (; loop; loop = loop->parent)
		if (kernel->env->loops[loop->index].counter == sym)
			return true;
	return false;
}

static bool is_chosen_round(const struct many *many, const struct symbol *sym)
{
	for (unsigned i = 0; i < many->n; i++)
		if (many->counter[i] == sym)
			return true;
	return false;
}

/* Is the value the same for all threads that have met but for their ids, and but for the rounds
 * that are chosen. */
bool is_told(const struct many *many, const struct et *term)
{
	if (term->op == ET_SYM || term->op == ET_APP) {
		enum sym_kind kind = term->sym->kind;
		bool input =
			kind == SYM_ID || kind == SYM_PARAM || kind == SYM_BASE || kind == SYM_LOAD;
		if (!input && !is_chosen_round(many, term->sym) &&
			!is_common_round(many, term->sym))
			return false;
	}
	for (unsigned i = 0; i < term->nargs; i++)
		if (!is_told(many, term->arg[i]))
			return false;
	return true;
}

/* What a sum that grows with the rounds must be less than for the loop to go on, at its beginning
 * or end, if it ends in no other way. */
struct rise {
	const struct et *first; /* the sum in the first round; NULL: it is no such loop */
	const struct et *step, *limit;
	bool strict, late; /* asked at the end of a round */
};

static struct rise rise_of(
	const struct many *many, const struct loop *loop, const struct symbol *counter)
{
	struct kernel *kernel = many->link->q->kernel;
	struct ets *ets = kernel->ets;
	const struct rise none = { NULL, NULL, NULL, false, false };
	const struct block *from = loop->exits.n == 1 ? loop->exits.at[0].from : NULL;
	if (!from || (from != loop->header && from != loop->latch))
		return none;
	vec_each(succ, &from->succs) {
		if (!loop_contains(loop, *succ))
			continue;
		const struct et *on = value_edge(kernel->env, from, *succ);
		bool strict = on->op == ET_SLT || on->op == ET_ULT;
		bool less = strict || on->op == ET_SLE || on->op == ET_ULE;
		if (!less || et_mentions(kernel->arena, on->arg[1], et_sym(ets, counter)) ||
			!is_told(many, on))
			return none;
		const struct et *sum = on->arg[0];
		const struct et *first =
			with_value(ets, sum, counter, et_const(ets, counter->width, 0));
		const struct et *second =
			with_value(ets, sum, counter, et_const(ets, counter->width, 1));
		const struct et *step = et_difference(ets, second, first);
		return is_positive(step) ? (struct rise){ first, step, on->arg[1], strict,
			from != loop->header }
					 : none;
	}
	return none;
}

/* How many rounds such a loop has, where they count by 1; NULL: that is not known. */
static const struct et *rounds_in(const struct many *many, const struct rise *rise)
{
	struct ets *ets = many->choice.ets;
	if (!rise->first || !et_is_const(rise->step) || et_signed(rise->step) != 1 || !rise->strict)
		return NULL;
	const struct et *n = et_difference(ets, rise->limit, rise->first);
	n = et_binary(ets, ET_ADD, ET_NSW, n, et_const(ets, n->width, rise->late));
	return acquire_term(many->link, &many->one, n, many->one.via);
}

bool choose_rounds(struct many *many, const struct loop *inner)
{
	struct kernel *kernel = many->link->q->kernel;
	const struct order_path *one = &many->one;
	const struct loop *outer = inner;
	unsigned first = many->choice.n;
	bool up = true;
	for (const struct loop *loop = inner; loop && !loop_contains(loop, many->link->to->block);
		loop = loop->parent) {
		const struct symbol *counter = kernel->env->loops[loop->index].counter;
		const struct et *round =
			acquire_term(many->link, one, et_sym(kernel->ets, counter), one->via);
		if (round->op != ET_SYM || many->n == MOST_ROUNDS)
			return false;
		many->counter[many->n++] = counter;
		many->choice.of[many->choice.n++] = (struct chosen){ round,
			et_const(kernel->ets, round->width, 0), NULL, false, NULL };
		outer = loop;
	}
	if (!is_told(many, one->op->address) || !is_told(many, one->condition))
		return false;
	for (const struct loop *loop = inner; loop != outer->parent; loop = loop->parent) {
		struct rise rise = rise_of(many, loop, kernel->env->loops[loop->index].counter);
		many->choice.of[first++].count = rounds_in(many, &rise);
		up &= rise.first != NULL;
	}
	const struct et *runs = value_reach_from(
		kernel->env, outer->header->idom, one->op->block->loop->header->idom);
	many->possible =
		up && is_told(many, runs) ? acquire_term(many->link, one, runs, one->via) : NULL;
	return true;
}
