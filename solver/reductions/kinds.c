#include "solver/check_pair.h"

#include "kernelanalysis/pairs/pair.h"

/*
 * Threads of two blocks, of two warps and of one warp are often kept apart by the same, their ids. One proof for any two threads
 * spares those of the other kinds. Its terms are those of the widest kind, in which the threads have the least in common, and only what each thread
 * does by itself is known of them.
 */
#define KINDS_SHARE 0.5 /* of a short time */
#define OWN_STATES (INSTANCE_PARTIAL | INSTANCE_FLIGHT | INSTANCE_CROSSED)

static bool is_plain(const struct pair *pair)
{
	const struct interval *interval = pair->interval;
	return !interval->flight && !interval->proxy && !interval->doubted && !interval->split &&
	       !((pair->a.state | pair->b.state) & OWN_STATES);
}

/* Is there one interval alone for threads of different blocks, so that it has all that they do. */
static bool has_one_for_blocks(const struct kernel *kernel)
{
	unsigned n = 0;
	vec_each(interval, &kernel->intervals)
		n += (*interval)->kind == RACE_INTER_BLOCK && !(*interval)->flight;
	return n == 1;
}

/* Can the threads of the first pair be those of the second one, seen with less in common. */
static bool covers(const struct check *check, const struct question *wide, const struct question *narrow)
{
	const struct pair *x = wide->pair, *y = narrow->pair;
	if (!narrow->one_place || narrow->settled || !is_plain(y) || wide->base != narrow->base ||
		x->a.access != y->a.access || x->b.access != y->b.access)
		return false;
	if (x->interval->kind == RACE_INTRA_BLOCK)
		return y->interval->kind == RACE_INTRA_WARP && x->interval->extent == EXTENT_BLOCK &&
		       x->interval->point == y->interval->point && x->a.state == y->a.state && x->b.state == y->b.state;
	return x->interval->kind == RACE_INTER_BLOCK && y->interval->kind != RACE_INTER_BLOCK &&
	       x->interval->extent == EXTENT_GRID && x->interval->finer == EXTENT_BLOCK && !x->interval->point &&
	       wide->base->level == LEVEL_GRID && has_one_for_blocks(check->kernel);
}

static void query_any(struct check *check, const struct question *question, struct query *query)
{
	struct kernel *kernel = check->kernel;
	struct et_map *map = check->launch->map;
	const struct pair *pair = question->pair;
	struct pair_terms terms = { 0 };
	pair_side(kernel, pair->interval, &pair->a, 0, map, &terms);
	pair_side(kernel, pair->interval, &pair->b, 1, map, &terms);
	launch_contents_conditions(check->launch, &terms);
	pair_frame_any(kernel, map, &terms);
	*query = question->whole;
	query->label = arena_printf(kernel->arena, "a%u-a%u any kind", pair->a.access->index, pair->b.access->index);
	query->proof_only = true;
	query->conditions = (__typeof__(query->conditions)){ 0 };
	vec_each(condition, &terms.conditions)
		vec_push(kernel->arena, &query->conditions, *condition);
}

/* Proves the question for any two threads, where that spares another one; what is spared is settled. */
static bool prove_any(struct check *check, struct question *wide)
{
	size_t n = 0;
	struct query query;
	vec_each(other, &check->hard)
		n += covers(check, wide, *other);
	if (!n)
		return false;
	wide->widened = true;
	query_any(check, wide, &query);
	if (query_simplify(check->kernel->arena, &query) &&
		!ask_z3_proof(check, &query, budget_sparing(check, KINDS_SHARE)))
		return false;
	vec_each(other, &check->hard)
		(*other)->settled |= covers(check, wide, *other);
	wide->settled = true;
	return true;
}

bool proved_for_all_kinds(struct check *check, struct question *question)
{
	if (check->settled || check->doomed || !question->one_place || !is_plain(question->pair))
		return false;
	vec_each(each, &check->hard) {
		struct question *wide = *each;
		if (wide->settled || wide->widened || !wide->one_place || !is_plain(wide->pair) ||
			(wide != question && !covers(check, wide, question)))
			continue;
		if (prove_any(check, wide))
			return true;
	}
	return false;
}
