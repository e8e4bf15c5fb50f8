#include "driver/contexts_internal.h"

#include <string.h>

#include "driver/spared.h"
#include "report/merge.h"

bool context_wants_facts(struct contexts *c, struct item *item, const struct entry *entry)
{
	if (entry->dropped || !entry->root || spared_has(c->options, item->mangled))
		return false;
	enum verdict verdict = entry->result.verdict;
	return verdict == VERDICT_RACE || entry->findings.n ||
	       (verdict == VERDICT_UNDECIDED && !context_kernel(c, item)->unsupported.n);
}

static bool is_open(struct contexts *c, struct item *item, const struct entry *entry)
{
	return context_wants_facts(c, item, entry) && function_has_callers(entry->root);
}

bool context_has_root(const function_vec *list, const struct program_function *function)
{
	vec_each(known, list) {
		if (*known == function)
			return true;
	}
	return false;
}

static void open_roots(struct contexts *c, function_vec *roots)
{
	vec_each(item, &c->items) {
		vec_each(entry, &item->entries) {
			if (is_open(c, item, entry) && !context_has_root(roots, entry->root) &&
				!context_has_root(&c->stuck, entry->root))
				vec_push(c->arena, roots, entry->root);
		}
	}
}

static bool has_loc(const loc_list *list, struct loc loc)
{
	vec_each(known, list) {
		if (same_loc(known, &loc))
			return true;
	}
	return false;
}

/* Drops the open entries of climbed roots and lists their places. */
static void drop_climbed(
	struct contexts *c, struct item *item, const function_vec *climbed, loc_list *places)
{
	vec_each(entry, &item->entries) {
		if (!is_open(c, item, entry) || !context_has_root(climbed, entry->root))
			continue;
		entry->dropped = true;
		if (!has_loc(places, entry->result.loc))
			vec_push(c->arena, places, entry->result.loc);
	}
}

static bool has_entry(const struct item *item, struct loc loc)
{
	vec_each(entry, &item->entries) {
		if (!entry->dropped && same_loc(&entry->result.loc, &loc))
			return true;
	}
	return false;
}

static bool starts_in_main(const struct plan *plan)
{
	vec_each(root, &plan->roots) {
		if (!(*root)->is_main)
			return false;
	}
	return true;
}

/*
 * No caller reaches the launch. In a program that is a launch that never happens; a library's
 * functions may have callers that are not in the project: what they were found to do stands.
 */
static void unreached(struct contexts *c, struct item *item, struct loc place,
	const function_vec *climbed)
{
	vec_each(launch, &c->host->launches) {
		if (context_launches(launch, item) && launch->unreached &&
			same_loc(&launch->loc, &place) && starts_in_main(&c->plan)) {
			context_add(c, item, launch);
			return;
		}
	}
	vec_each(entry, &item->entries) {
		if (entry->dropped && same_loc(&entry->result.loc, &place) &&
			context_has_root(climbed, entry->root))
			entry->dropped = false;
	}
}

static void next_level(struct contexts *c, struct item *item, const function_vec *climbed)
{
	loc_list places = { 0 };
	drop_climbed(c, item, climbed, &places);
	if (!places.n)
		return;
	context_level_start(c, item);
	vec_each(launch, &c->host->launches) {
		if (context_launches(launch, item) && !launch->unreached &&
			has_loc(&places, launch->loc))
			context_add(c, item, launch);
	}
	vec_each(place, &places)
		if (!has_entry(item, *place))
			unreached(c, item, *place, climbed);
}

bool contexts_climb(struct contexts *c)
{
	const char *error = NULL;
	function_vec open = { 0 }, climbed = { 0 };
	open_roots(c, &open);
	if (!open.n)
		return false;
	bool *taken = arena_alloc(c->arena, open.n);
	if (!trace_plan(&c->trace, TRACE_CLIMB, &open, taken, &c->plan) ||
		!context_host_fill(c, &error))
		return false;
	c->level++;
	for (size_t i = 0; i < open.n; i++) {
		vec_push(c->arena, &c->stuck, open.at[i]);
		if (taken[i])
			vec_push(c->arena, &climbed, open.at[i]);
	}
	vec_each(item, &c->items)
		next_level(c, item, &climbed);
	return true;
}
