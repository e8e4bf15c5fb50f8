#include "kernelanalysis/order.h"

#include "expr/place.h"

/*
 * From locks and signals to conditions of a query (HGRD Table 2): a pair is
 * ordered when the addresses of its synchronization are the same.
 */

struct order_query {
	struct kernel *kernel;
	const struct pair *pair;
	struct et_map *launch;
	struct et_map *const *maps;
	struct et_map *first_thread; /* thread ids become 0 */
	enum scope needed;
};

static const struct et *first_thread_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	(void)data;
	return leaf->sym->builtin == BUILTIN_TID ? et_const(ets, leaf->width, 0) : NULL;
}

static const struct et *term_of(
	const struct order_query *q, const struct et *term, bool first_thread, unsigned side)
{
	if (first_thread)
		term = et_map_apply(q->first_thread, term);
	if (q->launch)
		term = et_map_apply(q->launch, term);
	return et_map_apply(q->maps[side], term);
}

/* Equality of two addresses, through their places. */
static const struct et *same_address(
	struct ets *ets, const struct et *a, const struct et *b)
{
	place_list x = { 0 }, y = { 0 };
	const struct et *same = et_bool(ets, false);
	if (!address_places(ets, a, &x) || !address_places(ets, b, &y))
		return same;
	vec_each(p, &x) {
		vec_each(r, &y) {
			if (p->base != r->base)
				continue;
			const struct et *here = et_binary(ets, ET_EQ, 0, p->offset, r->offset);
			same = et_or(ets, same,
				et_and(ets, et_and(ets, p->guard, r->guard), here));
		}
	}
	return same;
}

static const struct et *locked_together(const struct order_query *q)
{
	struct ets *ets = q->kernel->ets;
	const struct et *together = et_bool(ets, false);
	vec_each(a, &q->pair->a.access->locks) {
		vec_each(b, &q->pair->b.access->locks) {
			if (a->scope < q->needed || b->scope < q->needed)
				continue;
			together = et_or(ets, together,
				same_address(ets, term_of(q, a->address, false, 0),
					term_of(q, b->address, false, 1)));
		}
	}
	return together;
}

static const struct et *executed(
	const struct order_query *q, const struct order_path *path, unsigned side)
{
	return term_of(q, path->condition, path->via_barrier, side);
}

/* `from` signals after its access, `to` waits for it before its own. */
static const struct et *signalled(
	const struct order_query *q, const struct access *from, unsigned side, const struct access *to)
{
	struct ets *ets = q->kernel->ets;
	const struct et *result = et_bool(ets, false);
	vec_each(release, &from->releases) {
		if (release->scope < q->needed)
			continue;
		vec_each(acquire, &to->acquired) {
			if (acquire->scope < q->needed ||
				release->op->object != acquire->op->object)
				continue;
			const struct et *same = same_address(ets,
				term_of(q, release->op->address, release->via_barrier, side),
				term_of(q, acquire->op->address, acquire->via_barrier, !side));
			const struct et *both = et_and(
				ets, executed(q, release, side), executed(q, acquire, !side));
			result = et_or(ets, result, et_and(ets, same, both));
		}
	}
	return result;
}

const struct et *unordered_condition(struct kernel *kernel, const struct pair *pair,
	struct et_map *launch, struct et_map *const maps[2])
{
	struct ets *ets = kernel->ets;
	const struct access *a = pair->a.access, *b = pair->b.access;
	if (!a->locks.n && !b->locks.n && !a->acquired.n && !b->acquired.n)
		return et_bool(ets, true);
	struct order_query q = { .kernel = kernel, .pair = pair, .launch = launch, .maps = maps };
	q.first_thread = et_map_new(ets, first_thread_leaf, NULL);
	q.needed = pair->interval->kind == RACE_INTER_BLOCK ? SCOPE_DEVICE : SCOPE_BLOCK;
	const struct et *ordered = locked_together(&q);
	ordered = et_or(ets, ordered, signalled(&q, a, 0, b));
	ordered = et_or(ets, ordered, signalled(&q, b, 1, a));
	return et_not(ets, ordered);
}
