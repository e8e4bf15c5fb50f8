#include "solver/check_pair.h"

#include <string.h>

/* Barriers that threads reach which they do not cover: undefined by the programming guide. */

static bool found_before(const struct results *results, const char *rule, struct loc loc)
{
	vec_each(finding, &results->findings) {
		if (finding->loc.line == loc.line && !strcmp(finding->rule, rule))
			return true;
	}
	return false;
}

static void ask_mask(struct check *check, const struct sync *sync, struct results *results)
{
	struct kernel *kernel = check->kernel;
	struct pair_terms terms = { 0 };
	struct loc loc = sync_loc(kernel, sync);
	if (found_before(results, "barrier-mask", loc))
		return;
	uncovered_terms(kernel, sync, check->launch->map, &terms);
	struct query query = { .ets = kernel->ets, .facts = &check->launch->facts,
		.label = "barrier mask" };
	vec_each(condition, &terms.conditions) {
		if (et_is_false(*condition))
			return;
		vec_push(kernel->arena, &query.conditions, *condition);
	}
	if (shared_decides(check, &query) || solve(check->solver, &query).kind != ANSWER_SAT)
		return;
	struct finding finding = { "barrier-mask", SEVERITY_ERROR, loc,
		"a thread can reach this warp barrier whose lane the mask does not name" };
	vec_push(check->run, &results->findings, finding);
}

/* A named barrier of a number that there is not: no thread may reach it. */
static void ask_stray(struct check *check, const struct sync *sync)
{
	struct kernel *kernel = check->kernel;
	struct pair_terms terms = { 0 };
	reached_terms(kernel, sync, check->launch->map, &terms);
	struct query query = { .ets = kernel->ets, .facts = &check->launch->facts,
		.label = "barrier number" };
	vec_each(condition, &terms.conditions) {
		if (et_is_false(*condition))
			return;
		vec_push(kernel->arena, &query.conditions, *condition);
	}
	if (solve(check->solver, &query).kind == ANSWER_UNSAT)
		return;
	check->may_order = true;
	undecided_add(
		check, "named barrier whose number may be above 15", sync_loc(kernel, sync));
}

void ask_strays(struct check *check)
{
	vec_each(sync, &check->kernel->syncs)
		if ((*sync)->kind == SYNC_STRAY)
			ask_stray(check, *sync);
}

static const struct et *block_size(struct check *check)
{
	struct ets *ets = check->kernel->ets;
	const struct et *size = et_const(ets, 64, 1);
	for (unsigned i = 0; i < 3; i++)
		size = et_binary(ets, ET_MUL, ET_NSW | ET_NUW, size,
			et_cast(ets, ET_ZEXT, 64, check->launch->block[i]));
	return size;
}

static const struct et *count_term(struct check *check, const struct phased *phased)
{
	const struct et *count = value_et(check->kernel->env, phased->count);
	count = et_map_apply(check->launch->map, count);
	return count->width < 64 ? et_cast(check->kernel->ets, ET_ZEXT, 64, count) : count;
}

/* Is the count surely the size of the block. */
static bool counts_block(struct check *check, const struct et *count)
{
	struct ets *ets = check->kernel->ets;
	const struct et *other = et_not(ets, et_binary(ets, ET_EQ, 0, count, block_size(check)));
	struct query query = { .ets = ets, .facts = &check->launch->facts,
		.label = "barrier count" };
	if (et_is_false(other))
		return true;
	vec_push(check->kernel->arena, &query.conditions, other);
	return solve(check->solver, &query).kind == ANSWER_UNSAT;
}

static bool constant_dims(struct check *check, uint64_t *dims)
{
	for (unsigned i = 0; i < 3; i++) {
		if (!et_is_const(check->launch->block[i]))
			return false;
		dims[i] = check->launch->block[i]->value;
	}
	return true;
}

static void count_finding(struct check *check, struct loc loc, uint64_t count, uint64_t members,
	struct results *results)
{
	struct finding finding = { "barrier-count", SEVERITY_ERROR, loc, NULL };
	if (found_before(results, finding.rule, loc))
		return;
	finding.message = arena_printf(check->run,
		"this barrier counts %llu threads, but %llu of the block reach it",
		(unsigned long long)count, (unsigned long long)members);
	vec_push(check->run, &results->findings, finding);
}

/* Does every thread of the block arrive, for itself and once in each phase, and none wait for others. */
static bool all_arrive(struct check *check, const struct phased *phased)
{
	vec_each(op, &phased->ops) {
		if ((*op)->weight || (*op)->spreads)
			return false;
	}
	return et_is_true(et_map_apply(check->launch->map, phased->arrivers));
}

/* Is there another barrier of this number, with another count, and do threads come to it. */
static bool has_rival(struct check *check, const struct phased *phased, const uint64_t *dims)
{
	struct kernel *kernel = check->kernel;
	uint64_t members;
	vec_each(each, &kernel->phased) {
		const struct phased *other = *each;
		if (other != phased && !other->object && other->id == phased->id && other->ops.n &&
			(!dims || !phased_members(kernel, other, check->launch->map, dims, &members) ||
				members))
			return true;
	}
	return false;
}

static void ask_rivals(struct check *check, const struct phased *phased, struct loc loc)
{
	uint64_t dims[3], members;
	bool known = constant_dims(check, dims);
	if (!has_rival(check, phased, known ? dims : NULL) ||
		(known && phased_members(check->kernel, phased, check->launch->map, dims, &members) &&
			!members))
		return;
	undecided_add(check, "named barrier with different counts", loc);
}

/* Its number may be that of a barrier of the whole block that is under way, too. */
static void ask_whole(struct check *check, const struct phased *phased, bool all, struct loc loc)
{
	if (!phased->object && phased->id < NAMED_BARRIERS && named_meets_whole(check->kernel, phased, all))
		undecided_add(check, "named barrier beside one of the whole block of the same number", loc);
}

/* The same for a barrier at which other blocks of the cluster arrive. */
static void ask_cluster(struct check *check, const struct phased *phased, const struct et *count, struct loc loc)
{
	uint64_t dims[3];
	const char *why = "barrier of a cluster whose count or block is no constant";
	if (et_is_const(count) && constant_dims(check, dims))
		why = cluster_phases_kept(check->kernel, phased, check->launch->map, dims, count->value);
	if (!why)
		return;
	check->may_order = true;
	undecided_add(check, why, loc);
}

/* The same for the bytes of copies of the cluster. */
static void ask_bytes(struct check *check, const struct phased *phased, struct loc loc)
{
	uint64_t dims[3];
	const char *why = "barrier of a cluster whose block is no constant";
	if (constant_dims(check, dims))
		why = cluster_bytes_kept(check->kernel, phased, check->launch->map, dims);
	if (!why)
		return;
	check->may_order = true;
	undecided_add(check, why, loc);
}

/* A phase must be over when all members have arrived, neither before nor never. */
static void ask_count(struct check *check, const struct phased *phased, struct results *results)
{
	struct kernel *kernel = check->kernel;
	struct loc loc = phased->ops.n ? sync_loc(kernel, phased->ops.at[0]) : kernel->loc;
	uint64_t dims[3], members;
	if (phased->unknown || !phased->ops.n)
		return;
	if (phased->fed)
		ask_bytes(check, phased, loc);
	if (phased->role) {
		if (!constant_dims(check, dims) ||
			!phased_roles_kept(kernel, phased, check->launch->map, dims))
			undecided_add(check, "pipeline whose roles may not be what its threads do", loc);
		return;
	}
	if (!phased->count) {
		undecided_add(check, "barrier whose count is not known", loc);
		return;
	}
	if (!phased->object && phased->id < NAMED_BARRIERS)
		ask_rivals(check, phased, loc);
	const struct et *count = count_term(check, phased);
	if (phased->clustered) {
		ask_cluster(check, phased, count, loc);
		return;
	}
	if (all_arrive(check, phased) && counts_block(check, count)) {
		ask_whole(check, phased, true, loc);
		return;
	}
	if (et_is_const(count) && constant_dims(check, dims) &&
		phased_members(kernel, phased, check->launch->map, dims, &members)) {
		if (members)
			ask_whole(check, phased, members == dims[0] * dims[1] * dims[2], loc);
		if (members == count->value || !members)
			return;
		count_finding(check, loc, count->value, members, results);
	}
	undecided_add(check, "barrier whose count may not be the number of threads that reach it",
		loc);
}

/* Where a grid barrier written by hand may let blocks pass early, its values say nothing. */
static void ask_grid_barriers(struct check *check)
{
	struct kernel *kernel = check->kernel;
	if (!kernel->doubted_load)
		return;
	const struct et *doubt = grid_barriers_doubt(kernel, check->launch->map);
	struct query query = { .ets = kernel->ets, .facts = &check->launch->facts,
		.label = "grid barrier" };
	if (et_is_false(doubt))
		return;
	vec_push(kernel->arena, &query.conditions, doubt);
	if (solve(check->solver, &query).kind != ANSWER_UNSAT)
		undecided_add(check,
			"what is read here need not be the same for a block, as the grid barrier "
			"before it may let blocks pass too early",
			access_loc(kernel, kernel->doubted_load));
}

void ask_coverage(struct check *check, struct results *results)
{
	vec_each(sync, &check->kernel->syncs) {
		if ((*sync)->mask_value && (*sync)->lanes)
			ask_mask(check, *sync, results);
	}
	vec_each(phased, &check->kernel->phased) ask_count(check, *phased, results);
	ask_grid_barriers(check);
}
