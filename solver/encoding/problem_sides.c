#include "solver/encoding/problem_internal.h"

/* When terms are evaluated, and what holds then: rules of the language on their arguments. */

void problem_reach(struct problem *problem, const struct et *et, const struct form *when)
{
	const struct form **reached = &problem->reached[problem_index(problem, et)];
	*reached = form_or(problem->in->fs, *reached, when);
}

const struct form *problem_trusted(
	const struct problem *problem, const struct et *et, const struct form *form)
{
	bool wraps = problem->wraps[problem_index(problem, et)];
	return wraps ? form_and(problem->in->fs, problem->no_wrap, form) : form;
}

/* The condition under which an operand of && or || does not decide: the other is evaluated. */
static const struct form *undecided(
	const struct problem *problem, const struct et *et, const struct et *operand)
{
	const struct form *form = ints_node(problem->in, operand)->form;
	if (et->op == ET_OR)
		form = form_not(problem->in->fs, form);
	return problem_trusted(problem, operand, form);
}

bool problem_ruled(const struct problem *problem, const struct et *et)
{
	return problem->ruled[problem_index(problem, et)];
}

/*
 * When operand i of && or || is evaluated. The first one always is and the
 * other when the first does not decide, but which one is first is not known:
 * a free boolean says it. An operand without rules may as well be evaluated.
 */
static const struct form *operand_edge(struct problem *problem, const struct et *et, unsigned i)
{
	struct forms *fs = problem->in->fs;
	const struct et *other = et->arg[1 - i];
	const struct form *edge = undecided(problem, et, other);
	if (!problem_ruled(problem, et->arg[i]))
		return form_bool(fs, true);
	if (!problem_ruled(problem, other))
		return edge;
	const struct form *first = ints_first(problem->in, et);
	return form_or(fs, edge, i ? form_not(fs, first) : first);
}

static const struct form *arm_edge(struct problem *problem, const struct et *et, unsigned i)
{
	struct forms *fs = problem->in->fs;
	const struct form *when = ints_node(problem->in, et->arg[0])->form;
	if (!problem_ruled(problem, et->arg[i]))
		return form_bool(fs, true);
	return problem_trusted(problem, et->arg[0], i == 1 ? when : form_not(fs, when));
}

static void reach_arguments(struct problem *problem, const struct et *et, const struct form *when)
{
	struct forms *fs = problem->in->fs;
	bool logic = et->width == 1 && (et->op == ET_AND || et->op == ET_OR);
	for (unsigned i = 0; i < et->nargs; i++) {
		const struct form *edge = form_bool(fs, true);
		if (logic)
			edge = operand_edge(problem, et, i);
		else if (et->op == ET_ITE && i > 0)
			edge = arm_edge(problem, et, i);
		problem_reach(problem, et->arg[i], form_and(fs, when, edge));
	}
}

bool problem_arguments_wrap(const struct problem *problem, const struct et *et)
{
	for (unsigned i = 0; i < et->nargs; i++)
		if (problem->wraps[problem_index(problem, et->arg[i])])
			return true;
	return false;
}

static void add_escape(struct problem *problem, const struct form *when, const struct form *side)
{
	struct forms *fs = problem->in->fs;
	const struct form *escape = form_and(fs, when, form_not(fs, side));
	if (problem->escape)
		problem->escape = form_or(fs, problem->escape, escape);
}

void problem_assert_sides(struct problem *problem)
{
	struct forms *fs = problem->in->fs;
	for (size_t i = problem->terms.n; i-- > 0;) {
		const struct et *et = problem->terms.at[i];
		const struct form *when = problem->reached[i];
		if (problem_overdue(problem)) {
			problem->escape = NULL;
			return;
		}
		reach_arguments(problem, et, when);
		const struct node *node = ints_node(problem->in, et);
		bool nested = problem_arguments_wrap(problem, et);
		vec_each(side, &node->sides) {
			problem_assert_side(problem,
				form_implies(fs, problem_trusted(problem, et, when), side->form),
				side->kind == SIDE_DEFINES);
			if (nested && side->kind == SIDE_ASSUMED)
				problem->escape = NULL;
			else if (side->kind == SIDE_ASSUMED)
				add_escape(problem, when, side->form);
		}
	}
}
