#include "solver/encoding/problem_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/effort.h"

/* From a query to formulas: encodes all terms and asserts sides where their terms are reached. */

typedef VEC(const struct et *) et_list;

/* False when the formula was seen before. */
static bool is_new(struct problem *problem, const struct form *form)
{
	if (form->id >= problem->known_room) {
		size_t room = 2 * (size_t)form->id + 64;
		bool *known = arena_alloc(problem->arena, room * sizeof(*known));
		if (problem->known_room)
			memcpy(known, problem->known, problem->known_room * sizeof(*known));
		problem->known = known;
		problem->known_room = room;
	}
	bool was = problem->known[form->id];
	problem->known[form->id] = true;
	return !was;
}

void problem_assert(struct problem *problem, const struct form *form)
{
	if (form->op == FORM_TRUE || !is_new(problem, form))
		return;
	problem->refuted |= form->op == FORM_FALSE;
	vec_push(problem->arena, &problem->asserted, form);
}

void problem_assert_held(struct problem *problem)
{
	vec_each(form, &problem->held) {
		vec_push(problem->arena, &problem->asserted, *form);
		vec_push(problem->arena, &problem->own, *form);
	}
	problem->held.n = 0;
}

/* What is known of a formula's products. */
enum mention { MENTION_NEW, MENTION_ALL, MENTION_SOME };

static enum mention *mention_slot(struct problem *problem, const struct form *form)
{
	if (form->id >= problem->mention_room) {
		size_t room = 2 * (size_t)form->id + 64;
		enum mention *slots = arena_alloc(problem->arena, room * sizeof(*slots));
		if (problem->mention_room)
			memcpy(slots, problem->mentions, problem->mention_room * sizeof(*slots));
		problem->mentions = slots;
		problem->mention_room = room;
	}
	return &problem->mentions[form->id];
}

/* The products below a formula are mentioned by the question. */
static void mention(struct problem *problem, const struct form *form)
{
	enum mention *slot = mention_slot(problem, form);
	if (*slot == MENTION_ALL)
		return;
	*slot = MENTION_ALL;
	for (unsigned i = 0; i < 2; i++)
		if (form->arg[i])
			mention(problem, form->arg[i]);
	for (uint32_t i = 0; form->poly && i < form->poly->n; i++)
		problem->mentioned[form->poly->at[i].mono->id] = true;
}

/* Does the question mention all products below a formula? */
static bool is_mentioned(struct problem *problem, const struct form *form)
{
	enum mention known = *mention_slot(problem, form);
	if (known != MENTION_NEW)
		return known == MENTION_ALL;
	bool all = true;
	for (unsigned i = 0; i < 2 && all; i++)
		all = !form->arg[i] || is_mentioned(problem, form->arg[i]);
	for (uint32_t i = 0; form->poly && i < form->poly->n; i++) {
		const struct mono *mono = form->poly->at[i].mono;
		all &= mono->degree < 2 || (mono->id < problem->mentioned_room &&
						   problem->mentioned[mono->id]);
	}
	*mention_slot(problem, form) = all ? MENTION_ALL : MENTION_SOME;
	return all;
}

static void mark_question(struct problem *problem)
{
	problem->mentioned_room = monos_count(problem->in->ps);
	problem->mentioned = arena_alloc(problem->arena, problem->mentioned_room + 1);
	vec_each(form, &problem->asserted)
		mention(problem, *form);
}

void problem_assert_side(struct problem *problem, const struct form *form, bool must)
{
	if (must || form->op == FORM_FALSE || is_mentioned(problem, form))
		problem_assert(problem, form);
	else if (is_new(problem, form))
		vec_push(problem->arena, &problem->held, form);
}

static void push_conjuncts(struct problem *problem, et_list *roots, const struct et *cond)
{
	assert(cond->width == 1);
	struct ets *ets = problem->in->ets;
	const struct et *inner = cond->nargs ? cond->arg[0] : NULL;
	if (cond->op == ET_AND) {
		push_conjuncts(problem, roots, cond->arg[0]);
		push_conjuncts(problem, roots, cond->arg[1]);
	} else if (cond->op == ET_XOR && et_is_true(cond->arg[1]) && inner->op == ET_OR) {
		push_conjuncts(problem, roots, et_not(ets, inner->arg[0]));
		push_conjuncts(problem, roots, et_not(ets, inner->arg[1]));
	} else {
		vec_push(problem->arena, roots, cond);
	}
}

static int by_id(const void *a, const void *b)
{
	const struct et *x = *(const struct et *const *)a, *y = *(const struct et *const *)b;
	return x->id < y->id ? -1 : x->id > y->id;
}

static void collect(struct problem *problem, struct et_set *seen, const struct et *root)
{
	et_list stack = { 0 };
	if (!et_set_add(seen, root))
		return;
	vec_push(problem->arena, &stack, root);
	while (stack.n) {
		const struct et *et = stack.at[--stack.n];
		vec_push(problem->arena, &problem->terms, et);
		for (unsigned i = 0; i < et->nargs; i++)
			if (et_set_add(seen, et->arg[i]))
				vec_push(problem->arena, &stack, et->arg[i]);
	}
}

bool problem_overdue(const struct problem *problem)
{
	return problem->end > 0 && effort_soon_past(problem->end);
}

size_t problem_index(const struct problem *problem, const struct et *et)
{
	size_t low = 0, high = problem->terms.n;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (problem->terms.at[middle]->id < et->id)
			low = middle + 1;
		else
			high = middle;
	}
	assert(low < problem->terms.n && problem->terms.at[low] == et);
	return low;
}

static void find_marks(struct problem *problem)
{
	problem->wraps = arena_alloc(problem->arena, problem->terms.n + 1);
	problem->ruled = arena_alloc(problem->arena, problem->terms.n + 1);
	problem->escape = form_bool(problem->in->fs, false);
	for (size_t i = 0; i < problem->terms.n; i++) {
		const struct et *et = problem->terms.at[i];
		problem->wraps[i] = problem_arguments_wrap(problem, et);
		for (unsigned k = 0; k < et->nargs; k++)
			problem->ruled[i] |= problem_ruled(problem, et->arg[k]);
		vec_each(side, &ints_node(problem->in, et)->sides) {
			problem->wraps[i] |= side->kind == SIDE_ASSUMED;
			problem->ruled[i] |= side->kind != SIDE_DEFINES;
		}
	}
}

static bool same_shape(const struct et *a, const struct et *b)
{
	if (a->nargs != b->nargs)
		return false;
	for (unsigned i = 0; i < a->nargs; i++)
		if (a->arg[i]->width != b->arg[i]->width)
			return false;
	return true;
}

/* Same function, same arguments, same value (Ackermann). */
static void assert_congruence(struct problem *problem, size_t i, size_t k)
{
	struct forms *fs = problem->in->fs;
	struct polys *ps = problem->in->ps;
	const struct et *a = problem->terms.at[i], *b = problem->terms.at[k];
	const struct form *same = form_and(fs, problem_trusted(problem, a, problem->reached[i]),
		problem_trusted(problem, b, problem->reached[k]));
	if (!same_shape(a, b))
		return;
	for (unsigned n = 0; n < a->nargs; n++) {
		const struct node *x = ints_node(problem->in, a->arg[n]);
		const struct node *y = ints_node(problem->in, b->arg[n]);
		const struct poly *d = x->form ? NULL : poly_sub(ps, x->value.poly, y->value.poly);
		if (!x->form && !d)
			return;
		same = form_and(fs, same, d ? form_eq(fs, d) : form_iff(fs, x->form, y->form));
	}
	const struct node *x = ints_node(problem->in, a), *y = ints_node(problem->in, b);
	const struct form *equal = x->form ? form_iff(fs, x->form, y->form)
					   : form_equal(fs, x->value.poly, y->value.poly);
	problem_assert(problem, form_implies(fs, same, equal));
}

static void assert_congruences(struct problem *problem)
{
	unsigned left = 256;
	for (size_t i = 0; i < problem->terms.n; i++) {
		if (problem->terms.at[i]->op != ET_APP)
			continue;
		for (size_t k = 0; k < i && left; k++) {
			const struct et *other = problem->terms.at[k];
			if (other->op != ET_APP || other->sym != problem->terms.at[i]->sym)
				continue;
			assert_congruence(problem, i, k);
			left--;
		}
	}
}

/*
 * Ranges overlap when -size0 < offset0 - offset1 < size1. Addresses are
 * integers; that 64-bit arithmetic did not wrap is assumed where it could.
 */
static void assert_overlap(struct problem *problem)
{
	const struct query *query = problem->query;
	struct ints *in = problem->in;
	problem->overlap = form_bool(in->fs, true);
	if (!query->offset[0])
		return;
	struct value a = ints_value(in, query->offset[0]), b = ints_value(in, query->offset[1]);
	const struct poly *d = poly_sub(in->ps, a.poly, b.poly);
	assert(d && query->size[0] && query->size[1]);
	int128 lo, hi, limit = ((int128)1 << 64) - (1 << 16);
	ints_range(in, d, &lo, &hi);
	int128 from = -((int128)query->size[0] - 1), to = (int128)query->size[1] - 1;
	problem->overlap = form_between(in->fs, d, from, to);
	bool sure = (lo > -limit && hi < limit) || (a.hi - b.lo < limit && b.hi - a.lo < limit);
	const struct form *when = form_bool(in->fs, true);
	for (unsigned i = 0; i < 2; i++)
		when = problem_trusted(problem, query->offset[i], when);
	problem_assert(
		problem, form_implies(in->fs, sure ? when : problem->no_wrap, problem->overlap));
	if (!sure)
		problem->escape = NULL;
	for (unsigned i = 0; i < 2; i++) {
		const struct poly *offset = ints_value(in, query->offset[i]).poly;
		const struct form *then =
			form_or(in->fs, form_ge(in->fs, offset), form_bool(in->fs, !query->inside[i]));
		problem_assert(problem, form_implies(in->fs, problem_trusted(problem, query->offset[i], form_bool(in->fs, true)), then));
	}
	int128 content = poly_content(d), constant = poly_constant(d);
	if (!content)
		return;
	const struct poly *zero = poly_reduce(in->ps, d, content);
	int128 first = ceil_div(from - constant, content), last = floor_div(to - constant, content);
	if (first <= last && poly_degree(zero) > 1)
		vec_push(problem->arena, &problem->zeros,
			poly_add_const(in->ps, zero, first == last ? -first : 0));
}

static void fill_literals(struct problem *problem, struct literals *literals)
{
	struct ints *in = problem->in;
	size_t facts = problem->query->facts ? problem->query->facts->n : 0;
	if (!literals->no_wrap) {
		literals->no_wrap = ints_new_bool(in);
		literals->escape = ints_new_bool(in);
	}
	problem->no_wrap = literals->no_wrap;
	while (literals->facts.n < facts)
		vec_push(in->arena, &literals->facts, ints_new_bool(in));
	for (size_t i = 0; i < facts; i++)
		vec_push(problem->arena, &problem->fact_lits, literals->facts.at[i]);
}

static void encode_terms(struct problem *problem)
{
	struct ints *in = problem->in;
	if (problem->terms.n)
		qsort(problem->terms.at, problem->terms.n, sizeof(*problem->terms.at), by_id);
	ints_choose_signs(in, problem->terms.n, problem->terms.at);
	vec_each(term, &problem->terms)
		ints_encode(in, *term);
	problem->reached =
		arena_alloc(problem->arena, (problem->terms.n + 1) * sizeof(*problem->reached));
	for (size_t i = 0; i < problem->terms.n; i++)
		problem->reached[i] = form_bool(in->fs, false);
}

static void root_reached(struct problem *problem, const struct et *root, const struct form *when)
{
	problem_reach(problem, root, when);
	if (root->width == 1)
		problem_assert(problem, form_implies(problem->in->fs, problem_trusted(problem, root, when),
						ints_node(problem->in, root)->form));
}

void problem_fill(struct problem *problem, struct arena *arena, struct ints *in,
	struct literals *literals, const struct query *query)
{
	et_list *facts;
	et_list roots = { 0 };
	size_t nfacts = query->facts ? query->facts->n : 0;
	struct et_set *seen = et_set_new(arena);
	const struct form *always = form_bool(in->fs, true);
	*problem = (struct problem){
		.arena = arena, .in = in, .query = query, .end = problem->end
	};
	assert(!query->offset[0] == !query->offset[1]);
	for (size_t i = 0; i < query->conditions.n; i++) {
		push_conjuncts(problem, &roots, query->conditions.at[i]);
		collect(problem, seen, query->conditions.at[i]);
	}
	for (unsigned i = 0; i < 2 && query->offset[0]; i++)
		vec_push(arena, &roots, query->offset[i]);
	facts = arena_alloc(arena, (nfacts + 1) * sizeof(*facts));
	for (size_t i = 0; i < nfacts; i++) {
		push_conjuncts(problem, &facts[i], query->facts->at[i].cond);
		collect(problem, seen, query->facts->at[i].cond);
	}
	vec_each(root, &roots)
		collect(problem, seen, *root);
	for (size_t i = 0; i < nfacts; i++)
		vec_each(root, &facts[i])
			collect(problem, seen, *root);
	fill_literals(problem, literals);
	encode_terms(problem);
	find_marks(problem);
	vec_each(root, &roots)
		root_reached(problem, *root, always);
	for (size_t i = 0; i < nfacts; i++)
		vec_each(root, &facts[i])
			root_reached(problem, *root, problem->fact_lits.at[i]);
	assert_overlap(problem);
	mark_question(problem);
	problem_assert_sides(problem);
	assert_congruences(problem);
	problem_assert_unmixed(problem);
	if (problem->escape) {
		const struct form *wrapped = problem->escape;
		problem->escape = literals->escape;
		problem_assert_side(problem, form_implies(in->fs, problem->escape, wrapped), false);
	}
	vec_each(form, &problem->asserted)
		vec_push(problem->arena, &problem->own, *form);
}
