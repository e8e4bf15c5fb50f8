#include "kernelanalysis/locks/queue_locks.h"

#include "expr/place.h"

/*
 * From locks and signals to conditions of a query (HGRD Table 2): a pair is
 * ordered when the addresses of its synchronization are the same.
 */

/* In the thread whose threadIdx.x the data points to; a NULL there: thread 0. */
static const struct et *leader_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct et *const *leader = data;
	if (leaf->sym->builtin != BUILTIN_TID)
		return NULL;
	return *leader && !leaf->sym->axis ? *leader : et_const(ets, leaf->width, 0);
}

const struct et *in_first_thread(struct kernel *kernel, const struct et *term)
{
	return et_map_apply(et_map_new(kernel->ets, leader_leaf, &kernel->leader), term);
}

struct stand_in {
	LLVMValueRef value;
	uint64_t constant;
};

static const struct et *stand_in_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct stand_in *s = data;
	bool same = (LLVMValueRef)(uintptr_t)leaf->sym->origin == s->value;
	return same ? et_const(ets, leaf->width, s->constant) : NULL;
}

const struct et *with_constant(
	struct kernel *kernel, const struct et *term, LLVMValueRef value, uint64_t constant)
{
	struct stand_in s = { value, constant };
	return et_map_apply(et_map_new(kernel->ets, stand_in_leaf, &s), term);
}

/* threadIdx.x of a lane of the warp that the thread with this one is in. */
static const struct et *in_warp(struct ets *ets, const struct et *x, const struct et *lane)
{
	const struct et *size = et_const(ets, x->width, 32);
	const struct et *warp = et_binary(ets, ET_UDIV, 0, x, size);
	return et_binary(ets, ET_ADD, ET_NSW | ET_NUW, et_binary(ets, ET_MUL, ET_NSW | ET_NUW, warp, size), lane);
}

static const struct et *first_lane_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct kernel *kernel = data;
	if (leaf->sym->builtin != BUILTIN_TID || leaf->sym->axis)
		return NULL;
	return in_warp(ets, leaf, et_const(ets, leaf->width, kernel->lane_leader));
}

static const struct et *peer_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct kernel *kernel = data;
	if (leaf->sym->builtin != BUILTIN_TID)
		return NULL;
	return et_sym(ets, kernel->peer[leaf->sym->axis]);
}

/* The same lane of the own warp, of threads that are consecutive in x. */
static const struct et *lane_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct kernel *kernel = data;
	if (leaf->sym->builtin != BUILTIN_TID || leaf->sym->axis)
		return NULL;
	return in_warp(ets, leaf, et_sym(ets, kernel->peer[0]));
}

const struct et *order_term(const struct order_query *q, const struct et *term, enum via via,
	const struct view *view)
{
	if (via != VIA_SELF)
		term = et_map_apply(q->leader[via], term);
	if (q->launch)
		term = et_map_apply(q->launch, term);
	term = et_map_apply(view->map, term);
	return view->drawn ? et_map_apply(view->drawn->values, term) : term;
}

const struct et *warps_flat(struct kernel *kernel, struct et_map *launch)
{
	struct ets *ets = kernel->ets;
	const struct et *n[3], *one = et_const(ets, 32, 1);
	for (unsigned i = 0; i < 3; i++) {
		n[i] = et_sym(ets, kernel->ntid[i]);
		n[i] = launch ? et_map_apply(launch, n[i]) : n[i];
	}
	const struct et *flat = et_and(ets, et_binary(ets, ET_EQ, 0, n[1], one),
		et_binary(ets, ET_EQ, 0, n[2], one));
	const struct et *rest = et_binary(ets, ET_UREM, 0, n[0], et_const(ets, 32, 32));
	return et_or(ets, flat, et_binary(ets, ET_EQ, 0, rest, et_const(ets, 32, 0)));
}

const struct et *warps_planar(struct kernel *kernel, struct et_map *launch)
{
	struct ets *ets = kernel->ets;
	const struct et *depth = et_sym(ets, kernel->ntid[2]);
	depth = launch ? et_map_apply(launch, depth) : depth;
	return et_or(ets, warps_flat(kernel, launch), et_binary(ets, ET_EQ, 0, depth, et_const(ets, 32, 1)));
}

const struct et *leader_valid(const struct order_query *q, enum via via)
{
	if (acts_for_block(via)) {
		const struct et *exists = block_leader_exists(q->kernel, via);
		return q->launch ? et_map_apply(q->launch, exists) : exists;
	}
	if (via == VIA_WARP)
		return et_and(q->kernel->ets, warps_flat(q->kernel, q->launch),
			lane_leader_exists(q->kernel, q->launch));
	return via == VIA_LANE ? warps_flat(q->kernel, q->launch) : et_bool(q->kernel->ets, true);
}

/* One variable of a block's shared memory, which a third thread of the query has a name of its own for. */
static bool is_same_shared(const struct kernel *kernel, const struct et *a, const struct et *b)
{
	const struct symbol *x = a->sym, *y = b->sym;
	const struct symbol *of = x->original ? x->original : x;
	const struct object *object = object_of_base(kernel, of);
	return a->op == ET_SYM && b->op == ET_SYM && (x->copy == THIRD || y->copy == THIRD) &&
	       of == (y->original ? y->original : y) && object && is_of_block(kernel, object);
}

/* The same pointer: one base, or loaded from the same place of memory that nothing writes. */
static const struct et *same_base(const struct kernel *kernel, const struct et *a, const struct et *b)
{
	struct ets *ets = kernel->ets;
	if (is_same_shared(kernel, a, b))
		return et_bool(ets, true);
	if (a == b || a->op != ET_APP || b->op != ET_APP || a->sym != b->sym)
		return et_bool(ets, a == b);
	const struct et *same = et_bool(ets, true);
	for (unsigned i = 0; i < a->nargs; i++)
		same = et_and(ets, same, et_binary(ets, ET_EQ, 0, a->arg[i], b->arg[i]));
	return same;
}

bool is_of_block(const struct kernel *kernel, const struct object *object)
{
	return object->space == SPACE_SHARED && !kernel->maps_shared;
}

/* Are the threads in one cluster, whose size is known. */
static const struct et *same_cluster(
	const struct order_query *q, const struct view *a, const struct view *b)
{
	struct kernel *kernel = q->kernel;
	struct ets *ets = kernel->ets;
	const struct et *same = et_bool(ets, true);
	for (unsigned i = 0; i < 3; i++) {
		const struct et *place = et_binary(ets, ET_UDIV, 0, et_sym(ets, kernel->ctaid[i]),
			et_const(ets, 32, kernel->cluster[i]));
		same = et_and(ets, same,
			et_binary(ets, ET_EQ, 0, order_term(q, place, VIA_SELF, a),
				order_term(q, place, VIA_SELF, b)));
	}
	return same;
}

const struct et *same_block(const struct order_query *q, const struct object *object,
	const struct view *a, const struct view *b)
{
	if (is_of_block(q->kernel, object))
		return ids_equal(q, a, VIA_SELF, b, q->kernel->ctaid);
	return object->space == SPACE_SHARED && q->kernel->cluster[0]
		       ? same_cluster(q, a, b)
		       : et_bool(q->kernel->ets, true);
}

const struct et *same_address(const struct kernel *kernel, const struct et *a, const struct et *b)
{
	struct ets *ets = kernel->ets;
	place_list x = { 0 }, y = { 0 };
	const struct et *same = et_bool(ets, false);
	if (!address_places(ets, a, &x) || !address_places(ets, b, &y))
		return same;
	vec_each(p, &x) {
		vec_each(r, &y) {
			const struct et *here = et_and(ets, same_base(kernel, p->base, r->base),
				et_binary(ets, ET_EQ, 0, p->offset, r->offset));
			same = et_or(ets, same,
				et_and(ets, et_and(ets, p->guard, r->guard), here));
		}
	}
	return same;
}

const struct et *ids_equal(const struct order_query *q, const struct view *a, enum via via,
	const struct view *b, const struct symbol *const *ids)
{
	struct ets *ets = q->kernel->ets;
	const struct et *same = et_bool(ets, true);
	for (unsigned i = 0; i < 3; i++) {
		const struct et *id = et_sym(ets, ids[i]);
		same = et_and(ets, same,
			et_binary(ets, ET_EQ, 0, order_term(q, id, via, a),
				order_term(q, id, VIA_SELF, b)));
	}
	return same;
}

const struct et *in_launch(const struct order_query *q, const struct view *z)
{
	struct kernel *kernel = q->kernel;
	struct ets *ets = kernel->ets;
	const struct et *inside = et_bool(ets, true);
	for (unsigned i = 0; i < 3; i++) {
		const struct symbol *ids[][2] = { { kernel->tid[i], kernel->ntid[i] },
			{ kernel->ctaid[i], kernel->nctaid[i] } };
		for (unsigned j = 0; j < 2; j++)
			inside = et_and(ets, inside,
				et_binary(ets, ET_ULT, 0,
					order_term(q, et_sym(ets, ids[j][0]), VIA_SELF, z),
					order_term(q, et_sym(ets, ids[j][1]), VIA_SELF, z)));
	}
	return inside;
}

/* Both are of the same bits, or of the whole word. */
static const struct et *bits_same(const struct order_query *q, const struct lock_hold *a,
	const struct view *va, const struct lock_hold *b, const struct view *vb)
{
	if (!a->bits || !b->bits || a->bits->width != b->bits->width)
		return et_bool(q->kernel->ets, a->bits == b->bits);
	return lock_bits_equal(q->kernel->ets, order_term(q, a->bits, a->via, va),
		order_term(q, b->bits, b->via, vb));
}

bool hold_serves(const struct order_query *q, const struct lock_hold *hold)
{
	if (hold->scope < q->needed)
		return false;
	switch (hold->via) {
	case VIA_SELF:
		return !hold->entry->told || q->kind == RACE_INTER_BLOCK;
	case VIA_WARP:
		return q->kind != RACE_INTRA_WARP;
	case VIA_BLOCK:
		return q->kind == RACE_INTER_BLOCK;
	case VIA_OTHER:
	case VIA_PEER:
	case VIA_LANE:
	case VIAS:
		break;
	}
	return false;
}

const struct et *hold_condition(
	const struct order_query *q, const struct lock_hold *hold, const struct view *view)
{
	return et_and(q->kernel->ets, leader_valid(q, hold->via),
		order_term(q, hold->condition, hold->via, view));
}

static const struct et *hold_contested(const struct order_query *q, const struct lock_hold *hold)
{
	struct ets *ets = q->kernel->ets;
	const struct et *tellers = q->kernel->tellers;
	const struct et *untold = et_bool(ets, false);
	if (tellers)
		untold = et_not(ets, q->launch ? et_map_apply(q->launch, tellers) : tellers);
	if (hold->queue)
		return et_or(ets, untold, queue_contested(q, hold->queue));
	if (hold->mutex)
		untold = et_or(ets, untold,
			et_or(ets, lock_contested(q, hold->mutex), lock_left_twice(q, hold->mutex)));
	return et_or(ets, untold,
		et_or(ets, lock_contested(q, hold->acquire), lock_left_twice(q, hold->acquire)));
}

const struct et *locked_together(struct order_query *q, const struct access *x,
	const struct view *vx, const struct access *y, const struct view *vy)
{
	struct ets *ets = q->kernel->ets;
	const struct et *together = et_bool(ets, false);
	vec_each(a, &x->locks) {
		vec_each(b, &y->locks) {
			if (!hold_serves(q, a) || !hold_serves(q, b) || (a->shared && b->shared) ||
				(a->late && b->leaves_weakly) || (b->late && a->leaves_weakly) ||
				((a->states || b->states) && a->entry != b->entry) ||
				a->queue != b->queue)
				continue;
			const struct et *same = same_address(q->kernel,
				order_term(q, a->address, a->via, vx),
				order_term(q, b->address, b->via, vy));
			const struct et *both =
				et_and(ets, hold_condition(q, a, vx), hold_condition(q, b, vy));
			both = et_and(ets, both, bits_same(q, a, vx, b, vy));
			both = et_and(ets, both, et_not(ets, hold_contested(q, a)));
			together = et_or(ets, together, et_and(ets, same, both));
		}
	}
	return together;
}

struct order_query order_query_of(struct kernel *kernel, enum race_kind kind, struct et_map *launch,
	struct et_map *const maps[2])
{
	struct order_query q = { .kernel = kernel, .launch = launch, .kind = kind,
		.needed = kind == RACE_INTER_BLOCK ? SCOPE_DEVICE : SCOPE_BLOCK,
		.view = { { maps[0], 1 }, { maps[1], 2 } } };
	q.leader[VIA_BLOCK] = et_map_new(kernel->ets, leader_leaf, &kernel->leader);
	for (unsigned i = 0; i < OTHER_LEADERS; i++)
		q.leader[VIA_OTHER + i] = et_map_new(kernel->ets, leader_leaf, &kernel->other_leaders[i]);
	q.leader[VIA_WARP] = et_map_new(kernel->ets, first_lane_leaf, kernel);
	for (unsigned i = 0; i < 3 && !kernel->peer[i]; i++)
		kernel->peer[i] = symbol_new(kernel->ets, SYM_DATA, LEVEL_GRID, 32, "a thread that waits");
	q.leader[VIA_PEER] = et_map_new(kernel->ets, peer_leaf, kernel);
	q.leader[VIA_LANE] = et_map_new(kernel->ets, lane_leaf, kernel);
	return q;
}

static struct order_query query_of_pair(struct kernel *kernel, const struct pair *pair,
	struct et_map *launch, struct et_map *const maps[2])
{
	struct order_query q = order_query_of(kernel, pair->interval->kind, launch, maps);
	q.needed = interval_scope(pair->interval);
	q.within = signals_within(pair->interval);
	return q;
}

const struct et *unlocked_condition(struct kernel *kernel, const struct pair *pair,
	struct et_map *launch, struct et_map *const maps[2])
{
	struct ets *ets = kernel->ets;
	const struct access *a = pair->a.access, *b = pair->b.access;
	if (!a->locks.n && !b->locks.n)
		return et_bool(ets, true);
	struct order_query q = query_of_pair(kernel, pair, launch, maps);
	const struct et *together = locked_together(&q, a, &q.view[0], b, &q.view[1]);
	together = et_or(ets, together, elected_beside(&q, a, &q.view[0], b, &q.view[1]));
	together = et_or(ets, together, elected_beside(&q, b, &q.view[1], a, &q.view[0]));
	return et_not(ets, together);
}

const struct et *unsignalled_condition(struct kernel *kernel, const struct pair *pair,
	struct et_map *launch, struct et_map *const maps[2], const struct drawn *drawn)
{
	struct ets *ets = kernel->ets;
	const struct access *a = pair->a.access, *b = pair->b.access;
	const struct et *unknown = order_not_followed(kernel, a, b, interval_scope(pair->interval));
	if (unknown)
		return et_not(ets, unknown);
	struct order_query q = query_of_pair(kernel, pair, launch, maps);
	q.view[0].drawn = q.view[1].drawn = drawn;
	const struct et *signalled = signal_condition(&q, a, &q.view[0], b, &q.view[1], 0);
	signalled = et_or(
		ets, signalled, signal_condition(&q, b, &q.view[1], a, &q.view[0], 0));
	return et_not(ets, without_null(kernel, launch, a->object,
				   without_null(kernel, launch, b->object, signalled)));
}
