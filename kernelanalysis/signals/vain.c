#include "kernelanalysis/signals/signal.h"

/*
 * Waits that go on whatever they read, such as one that has given up after so many tries: nothing follows from
 * the value then. A value that is compared with a term lets nobody through if the term, or its neighbours,
 * or 0, 1 and -1 do not; one that is used in other ways, if one of these three does not.
 */

struct comparison {
	const struct link *link;
	const struct et *value;
	VEC(const struct et *) with;
};

static bool mentions(const struct comparison *c, const struct et *term)
{
	return et_mentions(c->link->q->kernel->arena, term, c->value);
}

/* Is the side the value, or a choice between it and others that is made without it. */
static bool is_choice(const struct comparison *c, const struct et *side)
{
	if (side == c->value || !mentions(c, side))
		return true;
	return side->op == ET_ITE && !mentions(c, side->arg[0]) && is_choice(c, side->arg[1]) &&
	       is_choice(c, side->arg[2]);
}

static void push_near(struct comparison *c, const struct et *term)
{
	struct ets *ets = c->link->q->kernel->ets;
	struct arena *arena = c->link->q->kernel->arena;
	const struct et *one = et_const(ets, term->width, 1);
	vec_push(arena, &c->with, term);
	vec_push(arena, &c->with, et_binary(ets, ET_ADD, 0, term, one));
	vec_push(arena, &c->with, et_binary(ets, ET_SUB, 0, term, one));
}

/* Collects what the value is compared with; false: it is used in another way. */
static bool collect(struct comparison *c, const struct et *term)
{
	if (!mentions(c, term))
		return true;
	bool compares = term->op == ET_EQ || term->op == ET_ULT || term->op == ET_ULE ||
			term->op == ET_SLT || term->op == ET_SLE;
	if (compares && term->arg[0]->width > 1) {
		unsigned side = mentions(c, term->arg[0]) ? 0 : 1;
		bool other = !mentions(c, term->arg[1 - side]);
		if (other && is_choice(c, term->arg[side])) {
			push_near(c, term->arg[1 - side]);
			return true;
		}
	}
	for (unsigned i = 0; i < term->nargs; i++)
		if (!collect(c, term->arg[i]))
			return false;
	return term != c->value;
}

static const struct et *taken_anyway(const struct link *link, const struct wait *wait)
{
	struct ets *ets = link->q->kernel->ets;
	const uint64_t samples[] = { 0, 1, UINT64_MAX };
	const struct et *vain = et_bool(ets, !et_is_const(wait->path->acquire->test));
	struct comparison c = { .link = link, .value = et_sym(ets, wait->value) };
	for (unsigned i = 0; i < 3 && !et_is_false(vain); i++)
		vain = et_and(ets, vain,
			wait_satisfied(link, wait, et_const(ets, wait->value->width, samples[i])));
	if (et_is_false(vain) || !collect(&c, wait->test))
		return vain;
	vec_each(value, &c.with) vain = et_and(ets, vain, wait_satisfied(link, wait, *value));
	return vain;
}

const struct et *wait_in_vain(const struct link *link, struct wait *wait)
{
	if (!wait->vain)
		wait->vain = taken_anyway(link, wait);
	return wait->vain;
}
