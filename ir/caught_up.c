#include "ir/value_internal.h"

/*
 * Header phis that a loop inside brings up to bounds in each round, as the next stage to fill of a pipeline:
 * `for (; fill < n && fill < i + STAGES; fill++)`. Where the bounds never go down, the phi is the least of them in the round
 * before, or still what it began with, if that is more.
 */

enum { WHOLE_WIDTH = 32, MOST_STEP = 1 << 16 };

/* May it be a bound that is already beyond where unsigned numbers begin again. */
static bool begins_high(const struct et *first)
{
	while (first->op == ET_ZEXT)
		first = first->arg[0];
	return et_is_const(first) ? et_signed(first) < 0 : first->op != ET_SYM;
}

/* Is the term a sum of what is the same in all rounds and of constant multiples of their number. */
static bool is_linear(struct value_env *env, const struct loop *loop, const struct et *term)
{
	switch (term->op) {
	case ET_SYM:
		return term->sym == env->loops[loop->index].counter || term_is_steady(env, loop, term);
	case ET_ADD:
		return is_linear(env, loop, term->arg[0]) && is_linear(env, loop, term->arg[1]);
	case ET_MUL:
	case ET_SHL:
		return et_is_const(term->arg[1]) ? is_linear(env, loop, term->arg[0])
						 : term_is_steady(env, loop, term);
	case ET_TRUNC:
	case ET_ZEXT:
	case ET_SEXT:
		return term_is_steady(env, loop, term) ||
		       (term->width >= WHOLE_WIDTH && is_linear(env, loop, term->arg[0]));
	default:
		return term_is_steady(env, loop, term);
	}
}

/* Is the bound the same in all rounds, or greater by a constant in each than in the one before. */
static bool never_falls(
	struct value_env *env, const struct loop *loop, const struct et *bound, bool is_signed)
{
	const struct et *at[3], *by[2];
	if (term_is_steady(env, loop, bound))
		return true;
	if (!is_linear(env, loop, bound))
		return false;
	for (unsigned k = 0; k < 3; k++)
		at[k] = term_at_round(env, loop, bound, k);
	for (unsigned k = 0; k < 2; k++)
		by[k] = et_binary(env->ets, ET_SUB, 0, at[k + 1], at[k]);
	return et_is_const(by[0]) && by[0] == by[1] && et_signed(by[0]) > 0 &&
	       et_signed(by[0]) <= MOST_STEP &&
	       (is_signed || !begins_high(at[0])) && term_is_steady(env, loop, at[0]);
}

struct bounds {
	struct value_env *env;
	const struct loop *loop;
	const struct et *phi; /* what is to stay below them */
	enum et_op order;
	const struct et *least; /* NULL: none yet */
};

static bool add_bounds(struct bounds *bounds, const struct et *stay)
{
	struct ets *ets = bounds->env->ets;
	if (stay->op == ET_AND && stay->width == 1)
		return add_bounds(bounds, stay->arg[0]) && add_bounds(bounds, stay->arg[1]);
	bool fits = (stay->op == ET_SLT || stay->op == ET_ULT) && stay->arg[0] == bounds->phi &&
		    (!bounds->least || stay->op == bounds->order);
	if (!fits || et_mentions(bounds->env->arena, stay->arg[1], bounds->phi) ||
		!never_falls(bounds->env, bounds->loop, stay->arg[1], stay->op == ET_SLT))
		return false;
	bounds->order = stay->op;
	const struct et *bound = stay->arg[1], *least = bounds->least;
	bounds->least = least ? et_ite(ets, et_binary(ets, bounds->order, 0, bound, least), bound, least)
			      : bound;
	return true;
}

/* When the loop inside goes on, its phi being this term, and that of the loop around one that has no bounds. */
static const struct et *goes_on(struct value_env *env, const struct loop *inside, LLVMValueRef inner,
	LLVMValueRef outer, const struct et *term)
{
	struct value_memo *memo = env->memo;
	const struct edge *exit = &inside->exits.at[0];
	const struct symbol *other = symbol_new(env->ets, SYM_HAVOC, LEVEL_GRID, term->width, "p");
	env->memo = value_memo_new(env->arena, NULL);
	ptrmap_set(env->memo->terms, inner, (void *)term);
	ptrmap_set(env->memo->terms, outer, (void *)et_sym(env->ets, other));
	const struct et *leaves = value_edge(env, exit->from, exit->to);
	env->memo = memo;
	return et_not(env->ets, leaves);
}

const struct et *caught_up(
	struct value_env *env, const struct loop *loop, LLVMValueRef phi, const struct et *init)
{
	struct ets *ets = env->ets;
	LLVMValueRef inner;
	const struct loop *inside = loop_that_keeps(loop, phi, &inner);
	if (!inside || !value_is_integer(phi) || terms_remade(env))
		return NULL;
	struct step step = phi_step(env, inside, inner, phi_incoming(inner, inside->latch));
	const struct symbol *sym = symbol_new(ets, SYM_HAVOC, LEVEL_GRID, type_width(phi), "p");
	struct bounds bounds = { .env = env, .loop = loop, .phi = et_sym(ets, sym) };
	if (!step.by || !et_is_const(step.by) || step.by->value != 1 ||
		!term_is_steady(env, loop, init) ||
		!add_bounds(&bounds, goes_on(env, inside, inner, phi, bounds.phi)))
		return NULL;
	const struct et *first =
		et_binary(ets, ET_EQ, 0, loop_counter(env, loop), et_const(ets, 64, 0));
	const struct et *reached = previous_iteration(env, loop, bounds.least);
	const struct et *more = et_binary(ets, bounds.order, 0, init, reached);
	return et_ite(ets, first, init, et_ite(ets, more, reached, init));
}
