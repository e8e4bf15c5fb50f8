#include "driver/contexts_internal.h"

#include <string.h>

#include "driver/spared.h"
#include "report/merge.h"

/* Is there something that no fact about a launch changes. */
static bool is_unsupported(const struct kernel *kernel)
{
	vec_each(entry, &kernel->unsupported) {
		if (!entry->pointer)
			return true;
	}
	return false;
}

bool context_wants_facts(struct contexts *c, struct item *item, const struct entry *entry)
{
	if (entry->dropped || entry->searched || !entry->root || spared_has(c->options, item->mangled))
		return false;
	enum verdict verdict = entry->result.verdict;
	return verdict == VERDICT_RACE || entry->findings.n || entry->result.unsearched ||
	       (verdict == VERDICT_UNDECIDED && !is_unsupported(context_kernel(c, item)));
}

bool context_is_given(const struct entry *entry, const struct program_function *root)
{
	bool one = root->twice && (entry->result.assumptions & ASSUME_NO_ALIAS);
	return entry->result.verdict == VERDICT_RACE_FREE && (entry->result.begun || one) &&
	       function_has_callers(root);
}

static bool is_open(struct contexts *c, struct item *item, const struct entry *entry)
{
	bool given = !entry->dropped && !entry->searched && entry->root &&
		     context_is_given(entry, entry->root);
	return given || (context_wants_facts(c, item, entry) && function_has_callers(entry->root));
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
 * No caller reaches the launch. In a program that is a launch that never happens, and so it is where those that call the
 * function it stands in do so on ways that are never taken. Further up a library's functions may have callers that are
 * not in the project: what they were found to do stands.
 */
static void unreached(struct contexts *c, struct item *item, struct loc place,
	const function_vec *climbed)
{
	vec_each(launch, &c->host->launches) {
		if (context_launches(launch, item) && launch->unreached &&
			same_loc(&launch->loc, &place) &&
			(c->level == 1 || starts_in_main(&c->plan))) {
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

/* What is climbed from now, and has been on this level. */
struct climbed {
	function_vec now, all;
};

static void next_level(struct contexts *c, struct item *item, const struct climbed *climbed)
{
	loc_list places = { 0 };
	drop_climbed(c, item, &climbed->now, &places);
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
			unreached(c, item, *place, &climbed->all);
}

/* Adds what the callers do whose plan is made. */
static bool group_climb(struct contexts *c, const struct climbed *climbed)
{
	const char *error = NULL;
	if (!context_host_fill(c, &error))
		return false;
	vec_each(item, &c->items)
		next_level(c, item, climbed);
	context_overlaps(c);
	return true;
}

/* Moves those of `open` that a plan has taken. */
static void taken_move(struct contexts *c, function_vec *open, const bool *taken,
	struct climbed *climbed)
{
	size_t left = 0;
	climbed->now.n = 0;
	for (size_t i = 0; i < open->n; i++) {
		struct program_function *function = open->at[i];
		if (!taken[i]) {
			open->at[left++] = function;
			continue;
		}
		vec_push(c->kept, &climbed->now, function);
		vec_push(c->kept, &climbed->all, function);
	}
	open->n = left;
}

/* One plan takes the callers of some functions, the next those of others. */
bool contexts_climb(struct contexts *c)
{
	function_vec open = { 0 };
	struct climbed climbed = { 0 };
	open_roots(c, &open);
	vec_each(root, &open)
		vec_push(c->kept, &c->stuck, *root);
	double start = processor_seconds();
	for (unsigned group = 0; group < PLAN_GROUPS && open.n; group++) {
		if (group && !contexts_have_time(c, start))
			break;
		bool *taken = arena_alloc(c->kept, open.n);
		if (!trace_plan(&c->trace, TRACE_CLIMB, &open, taken, &c->plan))
			break;
		c->level += !group;
		context_plan_note(c);
		taken_move(c, &open, taken, &climbed);
		context_scope_enter(c);
		bool good = group_climb(c, &climbed);
		context_scope_leave(c);
		if (!good)
			return false;
	}
	return climbed.all.n != 0;
}
