#include "kernelanalysis/kernel.h"

#include "kernelanalysis/order.h"

/*
 * Terms of a pair for two threads. Each instance's terms are renamed: what all
 * threads in question share stays one symbol, the rest gets a copy per thread.
 * Loop counters follow from the way the instance was met on (interval.c).
 */

struct renaming {
	struct kernel *kernel;
	const struct interval *interval;
	unsigned copy;                /* 1 or 2 */
	uint32_t state;
	enum level shared;            /* symbols of at most this level are shared */
	struct ptrmap *copies[4];     /* symbol -> its copy, by copy */
};

static const struct symbol *copy_of(
	struct renaming *renaming, const struct symbol *sym, unsigned copy)
{
	struct ptrmap *copies = renaming->copies[copy];
	struct symbol *twin = ptrmap_get(copies, sym);
	if (twin)
		return twin;
	twin = symbol_new(renaming->kernel->ets, sym->kind, sym->level, sym->width, sym->name);
	uint32_t id = twin->id;
	*twin = *sym;
	twin->id = id;
	twin->copy = (uint8_t)copy;
	twin->original = sym->original ? sym->original : sym;
	ptrmap_set(copies, sym, twin);
	return twin;
}

/* The loop's counter at the interval's point: shared by both threads. */
static const struct et *counter_at_point(struct renaming *renaming, const struct symbol *counter)
{
	return et_sym(renaming->kernel->ets, copy_of(renaming, counter, 0));
}

static const struct et *own(struct renaming *renaming, const struct symbol *sym)
{
	return et_sym(renaming->kernel->ets, copy_of(renaming, sym, renaming->copy));
}

/*
 * The thread's counter of a loop that it finished before the interval's point. Not own(), which
 * is that of the rounds it makes after the point, where the loop is entered again.
 */
static const struct et *own_at_point(struct renaming *renaming, const struct symbol *counter)
{
	return own(renaming, copy_of(renaming, counter, 0));
}

/*
 * Does the way to the instance enter a loop that is not around the point. A loop that
 * lies before the point is only reached by a new round of a loop around both.
 */
static bool enters(const struct renaming *renaming, const struct loop *loop)
{
	const struct interval *interval = renaming->interval;
	if (!interval->reached[loop->index])
		return false;
	if (!interval->point || loop->header->index > interval->point->block->index)
		return true;
	for (const struct loop *around = loop->parent; around; around = around->parent) {
		unsigned state = interval_loop_state(interval, around, renaming->state);
		if (state != LOOP_OUTSIDE)
			return state != 0;
	}
	return true;
}

static const struct et *counter_term(struct renaming *renaming, const struct et *leaf)
{
	struct ets *ets = renaming->kernel->ets;
	const struct loop *loop = leaf->sym->origin;
	const struct interval *interval = renaming->interval;
	unsigned state = interval_loop_state(interval, loop, renaming->state);
	const struct et *one = et_const(ets, 64, 1);
	switch (state) {
	case 0:
		return counter_at_point(renaming, leaf->sym);
	case 1:
		return et_binary(
			ets, ET_ADD, ET_NSW, counter_at_point(renaming, leaf->sym), one);
	case LOOP_MANY: {
		const struct et *at = counter_at_point(renaming, leaf->sym);
		at = et_binary(ets, ET_ADD, ET_NSW, at, one);
		return et_binary(ets, ET_ADD, ET_NSW, at, own(renaming, leaf->sym));
	}
	case LOOP_OUTSIDE:
		break;
	default:
		return interval->free_loop[loop->index] ? own(renaming, leaf->sym)
							: et_const(ets, 64, 0);
	}
	if (enters(renaming, loop))
		return interval->free_loop[loop->index] ? own(renaming, leaf->sym)
							: et_const(ets, 64, 0);
	bool finished = interval->point &&
			loop_exit_level(renaming->kernel, loop) <= renaming->shared;
	return finished ? counter_at_point(renaming, leaf->sym)
			: own_at_point(renaming, leaf->sym);
}

static const struct et *rename_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	struct renaming *renaming = data;
	const struct symbol *sym = leaf->sym;
	if (sym->kind == SYM_LOOP && sym->level == LEVEL_THREAD)
		return counter_term(renaming, leaf);
	if (sym->level <= renaming->shared)
		return NULL;
	const struct symbol *twin = copy_of(renaming, sym, renaming->copy);
	return et_app(ets, twin, leaf->nargs, leaf->arg);
}

static void copies_fill(struct kernel *kernel, struct renaming *renaming)
{
	for (unsigned i = 0; i < sizeof(kernel->copies) / sizeof(*kernel->copies); i++) {
		if (!kernel->copies[i])
			kernel->copies[i] = ptrmap_new(kernel->arena);
		renaming->copies[i] = kernel->copies[i];
	}
}

static const struct et *other_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	struct renaming *renaming = data;
	if (leaf->sym->level == LEVEL_GRID || leaf->sym->copy)
		return NULL;
	const struct symbol *twin = copy_of(renaming, leaf->sym, renaming->copy);
	return et_app(ets, twin, leaf->nargs, leaf->arg);
}

struct et_map *other_thread_map(struct kernel *kernel, unsigned index)
{
	enum { COPY = 3 };
	assert(index <= kernel->others.n);
	if (index < kernel->others.n)
		return kernel->others.at[index];
	struct renaming *renaming = arena_alloc(kernel->arena, sizeof(*renaming));
	*renaming = (struct renaming){ .kernel = kernel, .copy = COPY, .shared = LEVEL_GRID };
	renaming->copies[COPY] = ptrmap_new(kernel->arena);
	vec_push(kernel->arena, &kernel->others, et_map_new(kernel->ets, other_leaf, renaming));
	return kernel->others.at[index];
}

/* The map for one way through an interval; kept, since many pairs use the same. */
static struct et_map *renaming_map(
	struct kernel *kernel, struct interval *interval, uint32_t state, unsigned copy)
{
	state &= ~(INSTANCE_PARTIAL | INSTANCE_FLIGHT | INSTANCE_CROSSED);
	vec_each(known, &interval->renamings) {
		if (known->state == state && known->copy == copy)
			return known->map;
	}
	struct renaming *renaming = arena_alloc(kernel->arena, sizeof(*renaming));
	*renaming = (struct renaming){ .kernel = kernel, .interval = interval, .copy = copy,
		.state = state };
	renaming->shared = interval->kind == RACE_INTER_BLOCK ? LEVEL_GRID
			   : interval->kind == RACE_INTRA_BLOCK ? LEVEL_BLOCK
								: LEVEL_WARP;
	copies_fill(kernel, renaming);
	struct et_map *map = et_map_new(kernel->ets, rename_leaf, renaming);
	struct interval_renaming entry = { state, copy, map };
	vec_push(kernel->arena, &interval->renamings, entry);
	return map;
}

static const struct et *apply(struct et_map *launch, struct et_map *map, const struct et *term)
{
	if (!term)
		return NULL;
	return et_map_apply(map, launch ? et_map_apply(launch, term) : term);
}

/* Facts of the kernel enter queries as facts, so that proofs can name them. */
static bool is_kernel_fact(
	const struct kernel *kernel, struct et_map *launch, const struct et *condition)
{
	vec_each(fact, &kernel->facts) {
		if (condition == (launch ? et_map_apply(launch, fact->cond) : fact->cond))
			return true;
	}
	return false;
}

static void push_condition(
	struct kernel *kernel, struct pair_terms *terms, const struct et *condition)
{
	if (condition->op == ET_AND && condition->width == 1) {
		push_condition(kernel, terms, condition->arg[0]);
		push_condition(kernel, terms, condition->arg[1]);
		return;
	}
	if (et_is_true(condition))
		return;
	vec_each(known, &terms->conditions) {
		if (*known == condition)
			return;
	}
	vec_push(kernel->arena, &terms->conditions, condition);
}

/* Simplified where the launch makes dimensions constant. */
const struct et *linear_thread(
	struct ets *ets, const struct et *const *tid, const struct et *const *ntid)
{
	unsigned flags = ET_NSW | ET_NUW;
	const struct et *one = et_const(ets, 32, 1), *zero = et_const(ets, 32, 0);
	const struct et *y = ntid[1] == one ? zero : tid[1];
	const struct et *z = ntid[2] == one ? zero : tid[2];
	const struct et *plane =
		et_binary(ets, ET_ADD, flags, y, et_binary(ets, ET_MUL, flags, z, ntid[1]));
	return et_binary(ets, ET_ADD, flags, tid[0], et_binary(ets, ET_MUL, flags, plane, ntid[0]));
}

static const struct et *differ(
	struct ets *ets, const struct et *const *a, const struct et *const *b)
{
	const struct et *same = et_bool(ets, true);
	for (unsigned i = 0; i < 3; i++)
		same = et_and(ets, same, et_binary(ets, ET_EQ, 0, a[i], b[i]));
	return et_not(ets, same);
}

static const struct et *same_tile(struct kernel *kernel, uint32_t extent,
	const struct et *const *ntid, const struct pair_terms *terms)
{
	struct ets *ets = kernel->ets;
	const struct et *tile[2], *size = et_const(ets, 32, extent);
	for (unsigned t = 0; t < 2; t++)
		tile[t] = et_binary(
			ets, ET_UDIV, 0, linear_thread(ets, terms->tid[t], ntid), size);
	return et_binary(ets, ET_EQ, 0, tile[0], tile[1]);
}

static const struct et *same_cluster(struct kernel *kernel, const struct pair_terms *terms)
{
	struct ets *ets = kernel->ets;
	const struct et *same = et_bool(ets, true);
	for (unsigned i = 0; i < 3; i++) {
		const struct et *size = et_const(ets, 32, kernel->cluster[i]);
		same = et_and(ets, same,
			et_binary(ets, ET_EQ, 0,
				et_binary(ets, ET_UDIV, 0, terms->ctaid[0][i], size),
				et_binary(ets, ET_UDIV, 0, terms->ctaid[1][i], size)));
	}
	return same;
}

/* The threads share a group of the interval's extent, but none of the next finer one. */
static void kind_conditions(struct kernel *kernel, const struct interval *interval,
	const struct et *const *ntid, struct pair_terms *terms)
{
	struct ets *ets = kernel->ets;
	if (interval->kind == RACE_INTER_BLOCK) {
		push_condition(kernel, terms, differ(ets, terms->ctaid[0], terms->ctaid[1]));
		if (interval->extent == EXTENT_CLUSTER)
			push_condition(kernel, terms, same_cluster(kernel, terms));
		else if (interval->finer == EXTENT_CLUSTER)
			push_condition(kernel, terms, et_not(ets, same_cluster(kernel, terms)));
		return;
	}
	push_condition(kernel, terms, differ(ets, terms->tid[0], terms->tid[1]));
	if (interval->extent != EXTENT_BLOCK)
		push_condition(
			kernel, terms, same_tile(kernel, interval->extent, ntid, terms));
	if (interval->finer)
		push_condition(kernel, terms,
			et_not(ets, same_tile(kernel, interval->finer, ntid, terms)));
}

static void dimensions(struct kernel *kernel, struct et_map *launch, const struct et **ntid,
	const struct et **nctaid)
{
	for (unsigned i = 0; i < 3; i++) {
		ntid[i] = et_sym(kernel->ets, kernel->ntid[i]);
		nctaid[i] = et_sym(kernel->ets, kernel->nctaid[i]);
		ntid[i] = launch ? et_map_apply(launch, ntid[i]) : ntid[i];
		nctaid[i] = launch ? et_map_apply(launch, nctaid[i]) : nctaid[i];
	}
}

const struct et *lane_of_thread(
	struct kernel *kernel, const struct et *const *tid, struct et_map *launch)
{
	const struct et *ntid[3], *nctaid[3];
	dimensions(kernel, launch, ntid, nctaid);
	return et_binary(kernel->ets, ET_UREM, 0, linear_thread(kernel->ets, tid, ntid),
		et_const(kernel->ets, 32, EXTENT_WARP));
}

/* Which lane groups both threads are in, and that they are not in the others. */
static void lane_conditions(struct kernel *kernel, const struct interval *interval,
	struct et_map *launch, struct et_map *const maps[2], struct pair_terms *terms)
{
	struct ets *ets = kernel->ets;
	struct thread_pair threads = { .kernel = kernel, .launch = launch };
	if (interval->kind != RACE_INTRA_WARP)
		return;
	for (unsigned t = 0; t < 2; t++) {
		threads.maps[t] = maps[t];
		threads.lane[t] = lane_of_thread(kernel, terms->tid[t], launch);
	}
	for (unsigned i = 0; i < kernel->lane_groups.n; i++) {
		const struct et *shared = lanes_shared(&threads, &kernel->lane_groups.at[i]);
		bool in = interval->lanes >> i & 1;
		push_condition(kernel, terms, in ? shared : et_not(ets, shared));
	}
}

static void range_conditions(struct kernel *kernel, const struct et *const *ntid,
	const struct et *const *nctaid, struct pair_terms *terms)
{
	struct ets *ets = kernel->ets;
	for (unsigned t = 0; t < 2; t++) {
		for (unsigned i = 0; i < 3; i++) {
			push_condition(kernel, terms,
				et_binary(ets, ET_ULT, 0, terms->tid[t][i], ntid[i]));
			push_condition(kernel, terms,
				et_binary(ets, ET_ULT, 0, terms->ctaid[t][i], nctaid[i]));
		}
	}
}

/*
 * An instance lies in the interval only when no barrier ran between the point and the access.
 * For barriers that some ways to the access cross and others avoid: not crossed.
 */
static void push_avoided(struct kernel *kernel, struct interval *interval,
	const struct instance *instance, struct et_map *map, struct et_map *launch,
	struct pair_terms *terms)
{
	const struct block *target = instance->access->block;
	const struct sync *point = interval->point;
	vec_each(each, &kernel->syncs) {
		const struct block *block = (*each)->block;
		if (!interval_ends(interval, *each) || block->index >= target->index ||
			block_dominates(block, target))
			continue;
		if (block->loop && !loop_encloses(block->loop, target->loop))
			continue;
		bool fresh_round = false;
		for (const struct loop *loop = block->loop; loop; loop = loop->parent)
			fresh_round |= interval_loop_state(interval, loop, instance->state) != 0;
		if (point && !fresh_round && point->block->index >= block->index)
			continue;
		const struct block *start = block;
		while (!block_dominates(start, target))
			start = start->idom;
		const struct et *crossed = value_reach_from(kernel->env, start, block);
		push_condition(
			kernel, terms, et_not(kernel->ets, apply(launch, map, crossed)));
	}
}

struct inner {
	const struct loop *loop;
	bool found;
};

static void inner_visit(void *data, const struct et *et)
{
	struct inner *inner = data;
	if (et->op != ET_SYM || et->sym->kind != SYM_LOOP || et->sym->level != LEVEL_THREAD)
		return;
	const struct loop *loop = et->sym->origin;
	inner->found |= loop != inner->loop && !loop_encloses(loop, inner->loop);
}

/* Condition to leave the loop in its current iteration; true when inner loops decide it. */
static const struct et *leaves(struct kernel *kernel, const struct loop *loop)
{
	struct ets *ets = kernel->ets;
	const struct et *term = et_bool(ets, false);
	vec_each(exit, &loop->exits) term = et_or(ets, term,
		et_and(ets, value_reach_from(kernel->env, loop->header, exit->from),
			value_edge(kernel->env, exit->from, exit->to)));
	struct inner inner = { loop, false };
	et_each(et_set_new(kernel->arena), term, inner_visit, &inner);
	return inner.found ? et_bool(ets, true) : term;
}

/*
 * Rounds since the point after which a loop around it was left, on the way to the instance;
 * false: it was not, or it is not known after how many.
 */
static bool was_left(const struct interval *interval, const struct loop *loop,
	const struct instance *instance, unsigned *rounds)
{
	unsigned state = interval_loop_state(interval, loop, instance->state);
	if (state < LOOP_ANEW) {
		*rounds = state;
		return !loop_contains(loop, instance->access->block);
	}
	*rounds = state - LOOP_ANEW;
	if (*rounds >= LOOP_MANY || !loop->parent)
		return false;
	unsigned outer = interval_loop_state(interval, loop->parent, instance->state);
	return outer == 1 || outer == LOOP_MANY;
}

/* Loops around the point that were left, for good or to be entered again in the next round of
 * the loop around them: they were left when their exit test said so. */
static void push_left(struct kernel *kernel, struct interval *interval,
	const struct instance *instance, unsigned copy, struct et_map *launch,
	struct pair_terms *terms)
{
	const struct loop *loop = interval->point ? interval->point->block->loop : NULL;
	for (; loop; loop = loop->parent) {
		unsigned rounds;
		if (!was_left(interval, loop, instance, &rounds))
			continue;
		uint32_t then = interval_state_before(loop, rounds);
		push_condition(kernel, terms,
			apply(launch, renaming_map(kernel, interval, then, copy),
				leaves(kernel, loop)));
	}
}

/* Does the way to the instance start the loop afresh and leave it before its first barrier. */
static bool is_skipped(
	const struct interval *interval, const struct loop *loop, uint32_t state)
{
	unsigned rounds = interval_loop_state(interval, loop, state);
	if (interval->free_loop[loop->index])
		return false;
	return rounds == LOOP_OUTSIDE ? interval->reached[loop->index] : rounds >= LOOP_ANEW;
}

/*
 * A loop that goes round without a barrier although a loop with barriers lies
 * inside it: each such round left the inner loop before its first barrier, and so did what was
 * left of the point's own round.
 */
static void push_skipped(struct kernel *kernel, struct interval *interval,
	const struct instance *instance, unsigned copy, struct et_map *launch,
	struct pair_terms *terms)
{
	struct ets *ets = kernel->ets;
	struct et_map *map = renaming_map(kernel, interval, instance->state, copy);
	vec_each(each, &kernel->func->loops) {
		const struct loop *inner = *each, *loop = inner->parent;
		if (!loop || !loop->latch || !block_dominates(inner->header, loop->latch) ||
			!is_skipped(interval, inner, instance->state))
			continue;
		unsigned rounds = interval_loop_state(interval, loop, instance->state);
		const struct et *k = et_sym(ets, kernel->env->loops[loop->index].counter);
		const struct et *start = et_const(ets, 64, 0);
		bool went_on = rounds == 1 || rounds == LOOP_MANY;
		if (went_on && inner->header->index > interval->point->block->index)
			push_condition(kernel, terms,
				apply(launch, renaming_map(kernel, interval, 0, copy),
					leaves(kernel, inner)));
		if (rounds == LOOP_MANY)
			start = apply(launch,
				renaming_map(kernel, interval, interval_state_before(loop, 1), copy), k);
		else if (rounds != LOOP_OUTSIDE || !interval->reached[loop->index] ||
			 !interval->free_loop[loop->index])
			continue;
		const struct et *first = et_binary(ets, ET_EQ, 0, apply(launch, map, k), start);
		const struct et *left = previous_iteration(kernel->env, loop, leaves(kernel, inner));
		push_condition(kernel, terms, et_or(ets, first, apply(launch, map, left)));
	}
}

/*
 * Condition for the barrier to be run in a round of its innermost loop, from a block of the round
 * on; false (nothing is said) when loops inside decide it.
 */
static const struct et *crossed_in_round(
	struct kernel *kernel, const struct block *start, const struct sync *sync)
{
	while (!block_dominates(start, sync->block))
		start = start->idom;
	const struct et *term = value_reach_from(kernel->env, start, sync->block);
	struct inner inner = { sync->block->loop, false };
	et_each(et_set_new(kernel->arena), term, inner_visit, &inner);
	return inner.found ? et_bool(kernel->ets, false) : term;
}

/*
 * Rounds of a loop that the way to the instance completed crossed none of the
 * loop's barriers: the last round before the instance's, and what was left of the
 * point's own round.
 */
static void push_rounds(struct kernel *kernel, struct interval *interval,
	const struct instance *instance, unsigned copy, struct et_map *launch,
	struct pair_terms *terms)
{
	struct ets *ets = kernel->ets;
	const struct sync *point = interval->point;
	struct et_map *map = renaming_map(kernel, interval, instance->state, copy);
	vec_each(each, &kernel->syncs) {
		const struct sync *sync = *each;
		const struct loop *loop = sync->block->loop;
		if (!loop || !interval_ends(interval, sync))
			continue;
		unsigned rounds = interval_loop_state(interval, loop, instance->state);
		const struct et *k = et_sym(ets, kernel->env->loops[loop->index].counter);
		const struct et *start = et_const(ets, 64, 0);
		struct et_map *once =
			renaming_map(kernel, interval, interval_state_before(loop, 1), copy);
		if (rounds == LOOP_MANY)
			start = apply(launch, once, k);
		else if (rounds != LOOP_OUTSIDE || !interval->reached[loop->index] ||
			 !interval->free_loop[loop->index])
			start = NULL;
		if (start) {
			const struct et *first = et_binary(ets, ET_EQ, 0, apply(launch, map, k), start);
			const struct et *crossed = previous_iteration(
				kernel->env, loop, crossed_in_round(kernel, loop->header, sync));
			push_condition(kernel, terms,
				et_or(ets, first, et_not(ets, apply(launch, map, crossed))));
		}
		bool went_on = rounds == 1 || rounds == LOOP_MANY;
		if (went_on && point->block->loop == loop && sync != point &&
			sync->block->index > point->block->index) {
			struct et_map *at = renaming_map(kernel, interval, 0, copy);
			const struct et *crossed = crossed_in_round(kernel, point->block, sync);
			push_condition(kernel, terms, et_not(ets, apply(launch, at, crossed)));
		}
	}
}

void pair_side(struct kernel *kernel, struct interval *interval, const struct instance *instance,
	unsigned t, struct et_map *launch, struct pair_terms *terms)
{
	struct et_map *map = renaming_map(kernel, interval, instance->state, t + 1);
	const struct access *access = instance->access;
	for (unsigned i = 0; i < 3; i++) {
		terms->tid[t][i] = et_map_apply(map, et_sym(kernel->ets, kernel->tid[i]));
		terms->ctaid[t][i] = et_map_apply(map, et_sym(kernel->ets, kernel->ctaid[i]));
	}
	terms->address[t] = apply(launch, map, access->address);
	terms->value[t] = apply(launch, map, access->value);
	size_t before = terms->conditions.n;
	push_condition(kernel, terms, apply(launch, map, access->guard));
	push_condition(kernel, terms, apply(launch, map, tallies_known(kernel, access)));
	for (size_t i = before; i < terms->conditions.n; i++)
		if (is_kernel_fact(kernel, launch, terms->conditions.at[i]))
			terms->conditions.at[i--] = terms->conditions.at[--terms->conditions.n];
	if (interval->flight) {
		push_left(kernel, interval, instance, t + 1, launch, terms);
		return;
	}
	push_avoided(kernel, interval, instance, map, launch, terms);
	push_left(kernel, interval, instance, t + 1, launch, terms);
	push_skipped(kernel, interval, instance, t + 1, launch, terms);
	push_rounds(kernel, interval, instance, t + 1, launch, terms);
	if (!interval->point)
		return;
	const struct et *reach = value_reach(kernel->env, interval->point->block);
	struct et_map *at = renaming_map(kernel, interval, 0, t + 1);
	push_condition(kernel, terms, apply(launch, at, reach));
}

/* Dimensions of blocks and of the grid under a launch. */
void pair_frame(struct kernel *kernel, const struct interval *interval, struct et_map *launch,
	struct pair_terms *terms)
{
	const struct et *ntid[3], *nctaid[3];
	dimensions(kernel, launch, ntid, nctaid);
	kind_conditions(kernel, interval, ntid, terms);
	range_conditions(kernel, ntid, nctaid, terms);
}

void pair_terms(struct kernel *kernel, const struct pair *pair, struct et_map *launch,
	struct pair_terms *terms)
{
	pair_side(kernel, pair->interval, &pair->a, 0, launch, terms);
	pair_side(kernel, pair->interval, &pair->b, 1, launch, terms);
	struct et_map *maps[2] = { renaming_map(kernel, pair->interval, pair->a.state, 1),
		renaming_map(kernel, pair->interval, pair->b.state, 2) };
	push_condition(kernel, terms, unordered_condition(kernel, pair, launch, maps));
	push_condition(kernel, terms, phases_unordered(kernel, pair, launch, maps));
	push_condition(kernel, terms, draws_apart(kernel, pair, launch, maps, terms));
	lane_conditions(kernel, pair->interval, launch, maps, terms);
	pair_frame(kernel, pair->interval, launch, terms);
}

/* Renames for the two threads at a barrier, in the same round of the loops around it. */
static struct interval *barrier_frame(struct kernel *kernel, const struct sync *barrier,
	struct et_map *launch, struct et_map *maps[2], struct pair_terms *terms)
{
	struct ets *ets = kernel->ets;
	struct interval *interval = arena_alloc(kernel->arena, sizeof(*interval));
	size_t loops = kernel->func->loops.n + 1;
	interval->kind = RACE_INTRA_BLOCK;
	interval->point = barrier;
	interval->free_loop = arena_alloc(kernel->arena, loops * sizeof(bool));
	interval->reached = arena_alloc(kernel->arena, loops * sizeof(bool));
	const struct et *ntid[3], *nctaid[3];
	dimensions(kernel, launch, ntid, nctaid);
	for (unsigned t = 0; t < 2; t++)
		maps[t] = renaming_map(kernel, interval, 0, t + 1);
	for (unsigned i = 0; i < 3; i++) {
		for (unsigned t = 0; t < 2; t++) {
			terms->tid[t][i] = et_map_apply(maps[t], et_sym(ets, kernel->tid[i]));
			terms->ctaid[t][i] = et_map_apply(maps[t], et_sym(ets, kernel->ctaid[i]));
		}
	}
	range_conditions(kernel, ntid, nctaid, terms);
	return interval;
}

/* The second thread's lane is one that the first one waits for at the warp barrier. */
static void push_named(struct kernel *kernel, const struct sync *barrier, struct et_map *launch,
	struct et_map *const maps[2], struct pair_terms *terms)
{
	struct thread_pair threads = { .kernel = kernel, .launch = launch,
		.maps = { maps[0], maps[1] } };
	const struct et *ntid[3], *nctaid[3];
	dimensions(kernel, launch, ntid, nctaid);
	for (unsigned t = 0; t < 2; t++)
		threads.lane[t] = lane_of_thread(kernel, terms->tid[t], launch);
	push_condition(kernel, terms, same_tile(kernel,
		barrier->extent ? barrier->extent : EXTENT_WARP, ntid, terms));
	if (barrier->lanes)
		push_condition(kernel, terms, lane_in_mask(&threads, barrier->mask_value, 0, 1));
}

void divergence_terms(struct kernel *kernel, const struct divergence *divergence,
	struct et_map *launch, struct pair_terms *terms)
{
	const struct block *branch = divergence->branch, *block = divergence->barrier->block;
	struct et_map *maps[2];
	struct interval *interval =
		barrier_frame(kernel, divergence->barrier, launch, maps, terms);
	if (divergence->held || divergence->elsewhere)
		push_named(kernel, divergence->barrier, launch, maps, terms);
	push_condition(kernel, terms, apply(launch, maps[1], value_reach(kernel->env, branch)));
	if (divergence->out) {
		uint32_t next = interval_state_before(block->loop, 1);
		push_condition(kernel, terms,
			apply(launch, renaming_map(kernel, interval, next, 1),
				value_reach(kernel->env, block)));
		push_condition(kernel, terms,
			apply(launch, maps[1], value_edge(kernel->env, branch, divergence->out)));
		return;
	}
	push_condition(kernel, terms, apply(launch, maps[0], value_reach(kernel->env, block)));
	const struct et *there = divergence->elsewhere
		? value_reach(kernel->env, divergence->elsewhere->block)
		: et_not(kernel->ets, value_reach_from(kernel->env, branch, block));
	push_condition(kernel, terms, apply(launch, maps[1], there));
}

void uncovered_terms(struct kernel *kernel, const struct sync *sync, struct et_map *launch,
	struct pair_terms *terms)
{
	struct ets *ets = kernel->ets;
	struct thread_pair threads = { .kernel = kernel, .launch = launch };
	barrier_frame(kernel, sync, launch, threads.maps, terms);
	for (unsigned t = 0; t < 2; t++)
		threads.lane[t] = lane_of_thread(kernel, terms->tid[t], launch);
	push_condition(
		kernel, terms, apply(launch, threads.maps[0], value_reach(kernel->env, sync->block)));
	push_condition(
		kernel, terms, et_not(ets, lane_in_mask(&threads, sync->mask_value, 0, 0)));
}
