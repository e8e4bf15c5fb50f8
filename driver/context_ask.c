#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/stats.h"
#include "driver/contexts_internal.h"
#include "driver/spared.h"
#include "solver/check.h"

/* One launch in one context, asked of the cache or the solver. */

enum { LEAST_SHARE = 8 }; /* a launch gets this part of the time for a kernel at least */

static void print_dump(void *data, const char *text)
{
	(void)data;
	fputs(text, stdout);
}

/* Proofs come first: whoever calls the function may know what makes one. Races are looked for at the end. */
static enum check_wish wish_of(const struct contexts *c, const struct host_launch *launch)
{
	if (c->searching || !launch || launch->root < 0)
		return WISH_VERDICT;
	if (c->unshared)
		return WISH_PROOF;
	return c->plan.roots.at[launch->root]->is_main ? WISH_VERDICT : WISH_PROOF_FIRST;
}

static struct check_options check_options(const struct contexts *c, const struct item *item,
	enum check_wish wish)
{
	const struct options *options = c->options;
	double left = options->timeout - item->used, least = options->timeout / LEAST_SHARE;
	struct check_options check = { .seconds = left > least ? left : least,
		.linear_first = !options->plain_z3,
		.wish = wish,
		.block_dim = options->block_dim.given ? options->block_dim.at : NULL,
		.grid_dim = options->grid_dim.given ? options->grid_dim.at : NULL,
		.assume = options->assumptions.at, .assumes = options->assumptions.n,
		.dump_dir = options->dump_smt,
		.assumptions = (c->plan.closed ? ASSUME_CLOSED_PROJECT : 0) |
			       (c->unshared ? ASSUME_UNSHARED_OBJECTS : 0) |
			       (c->invariants ? ASSUME_CLASS_INVARIANTS | ASSUME_NO_WRAP : 0) };
	if (options_dumps(options, STAGE_QUERY))
		check.dump = print_dump;
	return check;
}

static struct entry *entry_new(struct contexts *c, struct item *item, const struct results *found)
{
	struct entry *entry = arena_alloc(c->arena, sizeof(*entry));
	struct results kept = results_keep(c, found);
	assert(kept.kernels.n == 1 && kept.kernels.at[0].launches.n == 1);
	entry->result = kept.kernels.at[0].launches.at[0];
	vec_each(finding, &kept.findings)
		vec_push(c->kept, &entry->findings, *finding);
	if (kept.kernels.at[0].params.n && !item->params)
		item->params = kept.kernels.at;
	return entry;
}

/* Equal launches with nothing new about them, as callers have them that know no more, fail again. */
static void failed_note(struct contexts *c, struct item *item, const char *key,
	const struct results *found)
{
	enum verdict verdict = found->kernels.at[0].launches.at[0].verdict;
	if (verdict != VERDICT_RACE && verdict != VERDICT_UNDECIDED)
		return;
	struct results *kept = arena_alloc(c->kept, sizeof(*kept));
	*kept = results_keep(c, found);
	if (!item->failed)
		item->failed = strmap_new(c->kept);
	strmap_set(item->failed, arena_strdup(c->kept, key), kept);
}

static const struct results *known_answer(const struct item *item, const char *key)
{
	const struct results *found = strmap_get(item->asked, key);
	return found || !item->failed ? found : strmap_get(item->failed, key);
}

/* Solves, unless an equal launch was asked about at this level, or has failed before. */
static const struct results *ask_solver(struct contexts *c, struct item *item,
	const struct host_launch *launch, const struct kernel_inputs *inputs)
{
	struct kernel *kernel = context_kernel(c, item);
	const char *key = arena_printf(c->arena, "%d %s", inputs->options->wish == WISH_VERDICT,
		launch_key(c->arena, launch_new(kernel, launch, inputs->options)));
	const struct results *known = known_answer(item, key);
	if (known)
		return known;
	struct kernel_result result = { 0 };
	struct results *found = arena_alloc(c->arena, sizeof(*found));
	double start = processor_seconds();
	TIMED(solve)
		check_kernel(c->arena, kernel, inputs->host, inputs->options, &result, found);
	item->used += processor_seconds() - start;
	vec_push(c->arena, &found->kernels, result);
	strmap_set(item->asked, key, found);
	failed_note(c, item, key, found);
	return found;
}

/* One launch, or (NULL) any launch. */
struct entry *context_ask(struct contexts *c, struct item *item, const struct host_launch *launch)
{
	struct check_options options = check_options(c, item, wish_of(c, launch));
	struct host one = { .ets = c->ets };
	struct kernel_inputs inputs = { .closures = c->closures, .function = item->function,
		.host = &one, .options = &options, .lockstep = context_is_lockstep(c->options) };
	struct cached_kernel slot = { 0 };
	struct results known = { 0 };
	const struct results *found = &known;
	const struct host_escape *escape = launch ? NULL : host_escape_of(c->host, item->mangled);
	if (launch)
		vec_push(c->arena, &one.launches, *launch);
	if (escape)
		vec_push(c->arena, &one.escapes, *escape);
	if (!cache_get_kernel(c->cache, c->arena, &inputs, &slot, &known)) {
		struct kernel_result spared = { .name = item->name };
		item->redone = true;
		if (spared_check(c->arena, c->options, &one, item->mangled, item->loc, &spared))
			vec_push(c->arena, &known.kernels, spared);
		else
			found = ask_solver(c, item, launch, &inputs);
		cache_put_kernel(c->cache, c->arena, &slot, found);
	}
	return entry_new(c, item, found);
}

void context_add(struct contexts *c, struct item *item, const struct host_launch *launch)
{
	struct entry entry = *context_ask(c, item, launch);
	if (launch && launch->root >= 0)
		entry.root = c->plan.roots.at[launch->root];
	entry.level = c->level;
	entry.plan = c->plans.n - 1;
	entry.launch = launch ? (size_t)(launch - c->host->launches.at) : 0;
	vec_push(c->kept, &item->entries, entry);
}

bool context_launches(const struct host_launch *launch, const struct item *item)
{
	return launch->kernel && !strcmp(launch->kernel, item->mangled);
}
