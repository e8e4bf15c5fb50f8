#include "solver/reductions/batch.h"

#include <stdlib.h>
#include <string.h>

#include "base/effort.h"
#include "expr/known.h"
#include "expr/place.h"
#include "solver/reductions/shape.h"

#define PAIRS_MIN 4 /* fewer pairs are asked about one by one */
#define FEW_PAIRS 64 /* so few can be asked about one by one as well, */
#define FEW_SHARE 0.3 /* and what proves them all at once is found in this part of a short time, if ever */
typedef VEC(const struct et *) et_list;

/* One instance as seen by the first and the second thread. */
struct member {
	struct pair_terms terms[2];
	const struct et *offset[2];
	struct shape shape[2];
};

struct group {
	const struct et *base;
	const char *shape;
	VEC(size_t) members; /* instance indices */
};

struct batch {
	struct arena *arena;
	struct check *check;
	struct interval *interval;
	struct member *members; /* by instance */
	int *group_of;		/* by instance; -1: none */
	VEC(struct group) groups;
	bool *tried, *proved; /* by group and group, the lower one first */
};

static void fill_side(struct batch *batch, size_t i, unsigned t, const struct et **base)
{
	struct kernel *kernel = batch->check->kernel;
	struct member *member = &batch->members[i];
	place_list places = { 0 };
	pair_side(kernel, batch->interval, &batch->interval->instances.at[i], t,
		batch->check->launch->map, &member->terms[t]);
	*base = NULL;
	if (!address_places(kernel->ets, member->terms[t].address[t], &places) || places.n != 1 ||
		!et_is_true(places.at[0].guard) || places.at[0].base->op != ET_SYM)
		return;
	member->offset[t] = places.at[0].offset;
	if (shape_of(batch->arena, places.at[0].offset, &member->shape[t]))
		*base = places.at[0].base;
}

static void join_group(struct batch *batch, size_t i, const struct et *base)
{
	const char *shape = batch->members[i].shape[0].text;
	for (size_t g = 0; g < batch->groups.n; g++) {
		struct group *group = &batch->groups.at[g];
		const struct instance *first =
			&batch->interval->instances.at[group->members.at[0]];
		if (group->base != base || strcmp(group->shape, shape) ||
			first->access->type != batch->interval->instances.at[i].access->type)
			continue;
		vec_push(batch->arena, &group->members, i);
		batch->group_of[i] = (int)g;
		return;
	}
	struct group group = { .base = base, .shape = shape };
	vec_push(batch->arena, &group.members, i);
	batch->group_of[i] = (int)batch->groups.n;
	vec_push(batch->arena, &batch->groups, group);
}

/* The offset that stands for those of all members. */
static const struct et *general_offset(struct batch *batch, const struct group *group, unsigned t)
{
	const int64_t **lists = arena_alloc(batch->arena, group->members.n * sizeof(*lists));
	for (size_t i = 0; i < group->members.n; i++)
		lists[i] = batch->members[group->members.at[i]].shape[t].constants;
	return shape_generalise(batch->arena, batch->check->kernel->ets,
		batch->members[group->members.at[0]].offset[t], group->members.n, lists, t,
		&batch->check->shape_symbols);
}

static bool has(const struct pair_terms *terms, const struct et *condition)
{
	vec_each(each, &terms->conditions) if (*each == condition) return true;
	return false;
}

static void shared_conditions(
	struct batch *batch, const struct group *group, unsigned t, struct query *query)
{
	const struct pair_terms *first = &batch->members[group->members.at[0]].terms[t];
	vec_each(condition, &first->conditions) {
		bool all = true;
		for (size_t i = 1; all && i < group->members.n; i++)
			all = has(&batch->members[group->members.at[i]].terms[t], *condition);
		if (all)
			vec_push(batch->arena, &query->conditions, *condition);
	}
}

static unsigned largest(const struct batch *batch, const struct group *group)
{
	unsigned size = 0;
	vec_each(i, &group->members) {
		unsigned own = batch->interval->instances.at[*i].access->size;
		size = own > size ? own : size;
	}
	return size;
}

/* Ids of both threads, and what the kind of the pairs says about them. */
static void frame_conditions(
	struct batch *batch, const struct member *a, const struct member *b, struct query *query)
{
	struct pair_terms frame = { 0 };
	for (unsigned i = 0; i < 3; i++) {
		frame.tid[0][i] = a->terms[0].tid[0][i];
		frame.ctaid[0][i] = a->terms[0].ctaid[0][i];
		frame.tid[1][i] = b->terms[1].tid[1][i];
		frame.ctaid[1][i] = b->terms[1].ctaid[1][i];
	}
	pair_frame(batch->check->kernel, batch->interval, batch->check->launch->map, &frame);
	vec_each(condition, &frame.conditions) vec_push(batch->arena, &query->conditions, *condition);
}

static double seconds_for(const struct batch *batch, const struct group *a, const struct group *b)
{
	bool few = a->members.n * b->members.n <= FEW_PAIRS;
	return few ? budget_sparing(batch->check, FEW_SHARE) : budget_short(batch->check);
}

/* Pairs of two groups that could race, up to PAIRS_MIN. */
static unsigned open_pairs(const struct batch *batch, const struct group *a, const struct group *b, struct pair *pairs)
{
	unsigned n = 0;
	vec_each(i, &a->members) {
		vec_each(k, &b->members) {
			const struct instance *x = &batch->interval->instances.at[*i], *y = &batch->interval->instances.at[*k];
			if ((a == b && *i > *k) || pair_ruled_out(batch->check, batch->interval, x, y))
				continue;
			pairs[n++] = (struct pair){ batch->interval, *x, *y };
			if (n == PAIRS_MIN)
				return n;
		}
	}
	return n;
}

static bool proves(struct batch *batch, const struct group *a, const struct group *b, const struct pair *one)
{
	struct check *check = batch->check;
	struct query query = { .ets = check->kernel->ets, .facts = &check->launch->facts,
		.proof_only = true };
	query.label = arena_printf(check->kernel->arena, "%zu accesses against %zu",
		a->members.n, b->members.n);
	query.offset[0] = general_offset(batch, a, 0);
	query.offset[1] = general_offset(batch, b, 1);
	if (!query.offset[0] || !query.offset[1])
		return false;
	query.size[0] = largest(batch, a);
	query.size[1] = largest(batch, b);
	shared_conditions(batch, a, 0, &query);
	shared_conditions(batch, b, 1, &query);
	frame_conditions(batch, &batch->members[a->members.at[0]],
		&batch->members[b->members.at[0]], &query);
	if (!query_simplify(batch->arena, &query))
		return true;
	return ask_proof(check, &query, seconds_for(batch, a, b), one);
}

struct batch *batch_new(struct check *check, struct interval *interval)
{
	struct arena *arena = check->kernel->arena;
	struct batch *batch = arena_alloc(arena, sizeof(*batch));
	size_t n = interval->instances.n;
	*batch = (struct batch){ .arena = arena, .check = check, .interval = interval };
	if (n < 2)
		return batch;
	batch->members = arena_alloc(arena, n * sizeof(*batch->members));
	batch->group_of = arena_alloc(arena, n * sizeof(*batch->group_of));
	for (size_t i = 0; i < n; i++) {
		const struct et *base[2];
		batch->group_of[i] = -1;
		if (effort_now() > check->deadline)
			continue;
		for (unsigned t = 0; t < 2; t++)
			fill_side(batch, i, t, &base[t]);
		if (base[0] && base[0] == base[1])
			join_group(batch, i, base[0]);
	}
	batch->tried = arena_alloc(arena, batch->groups.n * batch->groups.n + 1);
	batch->proved = arena_alloc(arena, batch->groups.n * batch->groups.n + 1);
	return batch;
}

static bool try_groups(struct batch *batch, const struct group *a, const struct group *b)
{
	struct pair pairs[PAIRS_MIN];
	return effort_now() <= batch->check->deadline && a->base == b->base &&
	       open_pairs(batch, a, b, pairs) == PAIRS_MIN && proves(batch, a, b, &pairs[0]);
}

bool batch_proved(struct batch *batch, size_t i, size_t k)
{
	if (!batch->group_of || batch->group_of[i] < 0 || batch->group_of[k] < 0)
		return false;
	size_t a = (size_t)batch->group_of[i], b = (size_t)batch->group_of[k], n = batch->groups.n;
	size_t at = a < b ? a * n + b : b * n + a;
	if (!batch->tried[at])
		batch->proved[at] = try_groups(batch, &batch->groups.at[at / n], &batch->groups.at[at % n]);
	batch->tried[at] = true;
	return batch->proved[at];
}
