#include "driver/contexts.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/progress.h"
#include "base/stats.h"
#include "driver/analyse.h"
#include "driver/check.h"
#include "driver/contexts_internal.h"
#include "driver/device.h"
#include "driver/spared.h"
#include "driver/system.h"
#include "hostanalysis/host.h"
#include "kernelanalysis/kernel.h"
#include "report/merge.h"
#include "solver/check.h"

static const char *path_of(const struct contexts *c)
{
	return c->program->units.at[c->unit].path;
}

static bool wanted(const struct options *options, const char *name)
{
	vec_each(kernel, &options->kernels) {
		if (!strcmp(*kernel, name))
			return true;
	}
	return !options->kernels.n;
}

static void part_add(struct contexts *c, const struct item *item)
{
	struct part part = { .mangled = item->mangled };
	struct kernel_inputs inputs = { .closures = c->closures, .function = item->function,
		.lockstep = context_is_lockstep(c->options) };
	if (c->closures)
		part.known = kernel_code(c->arena, &inputs, &part.lines, &part.code);
	vec_push(c->arena, &c->trace.parts, part);
}

static void kernels_fill(struct contexts *c, const struct module *device)
{
	function_list functions = { 0 };
	device_kernels(c->arena, device, &functions);
	vec_each(function, &functions) {
		struct item item = { .function = *function, .part = c->trace.parts.n,
			.mangled = device_host_name(c->arena, value_name(*function)),
			.loc = function_loc(c->arena, *function) };
		item.name = unqualified_name(c->arena, item.mangled);
		if (!wanted(c->options, item.name))
			continue;
		part_add(c, &item);
		vec_push(c->arena, &c->items, item);
	}
}

bool context_is_lockstep(const struct options *options)
{
	return options_arch_number(options) < 70;
}

struct kernel *context_kernel(struct contexts *c, struct item *item)
{
	unsigned cluster[3];
	host_cluster(c->host, item->mangled, cluster);
	if (item->kernel && !memcmp(item->cluster, cluster, sizeof(cluster)))
		return item->kernel;
	memcpy(item->cluster, cluster, sizeof(cluster));
	TIMED(kernel)
		item->kernel = kernel_new(c->arena, c->ets, item->function,
			context_is_lockstep(c->options), cluster);
	if (!item->counted) {
		dump_kernel(c->options, item->kernel);
		count_kernel(item->kernel);
	}
	item->counted = true;
	return item->kernel;
}

static struct kernel_result item_result(struct contexts *c, const struct item *item)
{
	struct kernel_result result = { .name = arena_strdup(c->arena, item->name),
		.mangled = arena_strdup(c->arena, item->mangled),
		.loc = item->loc };
	if (item->params)
		vec_each(param, &item->params->params)
			vec_push(c->arena, &result.params, *param);
	return result;
}

/* An entry that callers may still decide otherwise is open in what is told early. */
static struct launch_result result_so_far(struct contexts *c, const struct entry *entry)
{
	struct launch_result result = entry->result;
	bool proved = result.verdict == VERDICT_VACUOUS ||
		      (result.verdict == VERDICT_RACE_FREE && entry->root &&
			      !context_is_given(entry, entry->root));
	bool settled = !entry->root || entry->searched || (!entry->findings.n && proved);
	if (settled)
		return result;
	struct undecided open = { "checking ended before the callers of the launch were read",
		result.loc };
	memset(&result.races, 0, sizeof(result.races));
	memset(&result.undecided, 0, sizeof(result.undecided));
	vec_push(c->arena, &result.undecided, open);
	result.verdict = VERDICT_UNDECIDED;
	return result;
}

void contexts_tell(struct contexts *c)
{
	c->so_far->kernels.n = 0;
	vec_each(part, &c->trace.parts)
		if (part->kept)
			vec_push(c->arena, &c->so_far->kernels, part->results.kernels.at[0]);
	vec_each(item, &c->items) {
		struct kernel_result result = item_result(c, item);
		vec_each(entry, &item->entries)
			if (!entry->dropped)
				vec_push(c->arena, &result.launches, result_so_far(c, entry));
		if (item != c->current && result.launches.n)
			vec_push(c->arena, &c->so_far->kernels, result);
	}
}

/* Host side. */

bool context_host_fill(struct contexts *c, const char **error)
{
	struct host_options options = { .texts = true, .arch = options_arch_number(c->options),
		.marked_roots = true, .unshared = c->unshared, .open = !c->plan.complete,
		.invariants = c->invariants };
	answers_ask(c->trace.answers, &options);
	c->host = NULL;
	c->current = NULL;
	contexts_tell(c);
	progress("the launches");
	vec_each(unit, &c->plan.units) {
		*error = whole_need(c->arena, c->trace.whole, c->cache, *unit, SIDE_HOST);
		if (*error)
			return false;
	}
	c->plan.invariants = c->invariants;
	TIMED(host)
		c->module = plan_link(c->arena, c->program, &c->plan, error);
	if (!c->module)
		return false;
	stats.linked += c->plan.units.n;
	TIMED(host)
		c->host = host_analyse(c->arena, c->ets, c->module, &options, error);
	if (!c->host)
		return false;
	if (options_dumps(c->options, STAGE_HOST))
		fputs(module_show(c->arena, c->module), stdout);
	if (options_dumps(c->options, STAGE_LAUNCH))
		fputs(host_show(c->arena, c->host), stdout);
	vec_each(launch, &c->host->launches)
		stats.facts += launch->facts.n;
	return true;
}

static bool escapes(const struct contexts *c, const struct item *item)
{
	return host_escape_of(c->host, item->mangled) != NULL;
}

void context_level_start(struct contexts *c, struct item *item)
{
	c->current = item;
	contexts_tell(c);
	progress_kernel(item->name, item->mangled);
	item->asked = strmap_new(c->arena);
	item->used = 0;
}

static void first_level(struct contexts *c, struct item *item)
{
	context_level_start(c, item);
	vec_each(launch, &c->host->launches) {
		if (context_launches(launch, item))
			context_add(c, item, launch);
	}
	if (!item->entries.n || escapes(c, item))
		context_add(c, item, NULL);
}

/* Results. */

static bool precedes(const struct entry *a, const struct entry *b)
{
	struct loc x = a->result.loc, y = b->result.loc;
	int order = strcmp(x.file ? x.file : "", y.file ? y.file : "");
	if (order)
		return order < 0;
	return x.line != y.line ? x.line < y.line : x.column < y.column;
}

/* Insertion sort, as it is stable. */
static void entries_sort(struct item *item)
{
	for (size_t i = 1; i < item->entries.n; i++) {
		struct entry entry = item->entries.at[i];
		size_t at = i;
		for (; at && precedes(&entry, &item->entries.at[at - 1]); at--)
			item->entries.at[at] = item->entries.at[at - 1];
		item->entries.at[at] = entry;
	}
}

static void results_add(struct contexts *c, struct item *item)
{
	struct kernel_result result = item_result(c, item);
	struct results *found = &c->trace.parts.at[item->part].results;
	entries_sort(item);
	vec_each(entry, &item->entries) {
		if (entry->dropped)
			continue;
		vec_push(c->arena, &result.launches, entry->result);
		vec_each(finding, &entry->findings)
			vec_push(c->arena, &found->findings, *finding);
	}
	vec_push(c->arena, &found->kernels, result);
	if (c->cache && item->redone && c->options->stats)
		fprintf(stderr, "redone: %s: kernel '%s'\n", path_of(c), item->name);
}

/* The device side; false when it cannot be read. */
static bool device_start(struct contexts *c)
{
	const char *error = NULL;
	c->device = device_read(
		c->arena, c->trace.whole, c->cache, c->unit, &c->trace.symbols, &error);
	if (!c->device) {
		file_failed(c->arena, c->out, path_of(c), error);
		return false;
	}
	c->trace.dropped = system_kernels_drop(c->arena, c->options, c->compiler, path_of(c), c->device);
	if (options_dumps(c->options, STAGE_DEVICE))
		fputs(module_show(c->arena, c->device), stdout);
	if (c->cache)
		c->closures = closures_new(c->arena, c->device);
	c->trace.answers = answers_new(c->arena, c->device);
	kernels_fill(c, c->device);
	return true;
}

/* What the first plan shows; false when the host side cannot be analysed. */
static bool first_plan(struct contexts *c)
{
	const char *error = NULL;
	if (!context_host_fill(c, &error)) {
		file_failed(c->kept, c->out, path_of(c), arena_strdup(c->kept, error));
		return false;
	}
	if (!c->others)
		c->out->system_launches += system_launches(c->host, &c->trace.dropped);
	vec_each(item, &c->items)
		first_level(c, item);
	context_overlaps(c);
	return true;
}

/* Drops the kernels whose results are kept. */
static void kept_drop(struct contexts *c)
{
	size_t left = 0;
	c->others = trace_keep(c->cache, &c->trace, c->out);
	vec_each(item, &c->items)
		if (!c->trace.parts.at[item->part].kept)
			c->items.at[left++] = *item;
	c->items.n = left;
}

static void launches_check(struct contexts *c)
{
	trace_plan(&c->trace, TRACE_FIRST, NULL, NULL, &c->plan);
	context_plan_note(c);
	context_scope_enter(c);
	bool good = first_plan(c);
	context_scope_leave(c);
	if (!good)
		return;
	for (unsigned level = 0; level < PLAN_LEVELS && contexts_climb(c); level++)
		;
	contexts_overlaps_climb(c);
	contexts_ask_again(c);
	contexts_search(c);
	vec_each(item, &c->items)
		results_add(c, item);
}

static void check(struct contexts *c)
{
	if (!device_start(c))
		return;
	kept_drop(c);
	if (c->others && !c->items.n)
		return;
	launches_check(c);
}

void contexts_check(struct arena *arena, const struct options *options,
	const struct compiler *compiler, struct whole *whole, struct cache *cache, size_t unit,
	struct results *out)
{
	struct results others = { 0 };
	struct contexts c = { .arena = arena, .kept = arena, .options = options, .compiler = compiler,
		.program = &whole->program,
		.unit = unit, .cache = cache, .ets = ets_new(arena), .out = &others, .so_far = out };
	struct trace trace = { .arena = arena, .whole = whole, .unit = unit };
	unsigned limited = 0;
	c.trace = trace;
	cache_start_unit(cache);
	if (trace_find(cache, &c.trace, out, &limited)) {
		stats.cached_units++;
		stats.cached_limits += limited != 0;
		return;
	}
	stats.new_units += cache != NULL;
	check(&c);
	out->kernels.n = 0;
	trace_put(cache, &c.trace, &others);
	vec_each(part, &c.trace.parts)
		part_append(arena, part, &others);
	results_append(arena, &others, out);
}
