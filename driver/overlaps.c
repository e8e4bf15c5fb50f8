#include "base/stats.h"
#include "driver/between.h"
#include "driver/contexts_internal.h"

/* Launches of one call path that may run at the same time, in a program of several units. */

/* Callers may tell streams apart, or know of sizes. */
static bool has_callers(const struct contexts *c, int root)
{
	return root >= 0 && c->plan.roots.at[root] && function_has_callers(c->plan.roots.at[root]);
}

static void vague_add(struct contexts *c, int root)
{
	if (!has_callers(c, root) || context_has_root(&c->vague_known, c->plan.roots.at[root]))
		return;
	vec_push(c->kept, &c->vague, c->plan.roots.at[root]);
	vec_push(c->kept, &c->vague_known, c->plan.roots.at[root]);
}

void context_overlaps(struct contexts *c)
{
	struct host host = { .ets = c->ets };
	struct check_options options = { .seconds = c->options->timeout,
		.linear_first = !c->options->plain_z3, .dump_dir = c->options->dump_smt };
	function_list kernels = { 0 };
	struct results found = { 0 }, fresh = { 0 };
	c->trace.joined |= c->host->overlaps.n || c->host->untold.n;
	if (c->options->kernels.n)
		return;
	vec_each(item, &c->items)
		vec_push(c->arena, &kernels, item->function);
	vec_each(overlap, &c->host->overlaps) {
		if (has_callers(c, overlap->second.root))
			vague_add(c, overlap->second.root);
		else
			vec_push(c->arena, &host.overlaps, *overlap);
	}
	vec_each(untold, &c->host->untold)
		vec_push(c->arena, &host.untold, *untold);
	vec_each(finding, &c->out->findings)
		vec_push(c->arena, &found.findings, *finding);
	size_t known = found.findings.n;
	TIMED(solve)
		check_overlaps(c->arena, &host, &kernels, context_is_lockstep(c->options), &options, &found);
	for (size_t i = known; i < found.findings.n; i++)
		vec_push(c->arena, &fresh.findings, found.findings.at[i]);
	fresh = results_keep(c, &fresh);
	vec_each(finding, &fresh.findings)
		vec_push(c->kept, &c->out->findings, *finding);
	vec_each(root, &c->host->vague_roots)
		vague_add(c, *root);
}

static bool overlaps_level(struct contexts *c)
{
	const char *error = NULL;
	if (!context_host_fill(c, &error))
		return false;
	context_overlaps(c);
	return true;
}

void contexts_overlaps_climb(struct contexts *c)
{
	for (unsigned level = 0; level < PLAN_LEVELS && c->vague.n; level++) {
		function_vec from = c->vague;
		c->vague = (function_vec){ 0 };
		bool *taken = arena_alloc(c->arena, from.n);
		if (from.n > PLAN_ROOTS ||
			!trace_plan(&c->trace, TRACE_CLIMB, &from, taken, &c->plan))
			return;
		context_scope_enter(c);
		bool good = overlaps_level(c);
		context_scope_leave(c);
		if (!good)
			return;
	}
}
