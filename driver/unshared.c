#include "driver/contexts_internal.h"
#include "driver/invariants.h"
#include "report/merge.h"

/* Objects that are given by reference, see docs/cross-unit.md. */

static bool proved(struct contexts *c, struct item *item, const struct entry *entry,
	struct entry *with)
{
	bool any = false;
	vec_each(launch, &c->host->launches) {
		if (!context_launches(launch, item) || launch->root < 0 ||
			c->plan.roots.at[launch->root] != entry->root ||
			!same_loc(&launch->loc, &entry->result.loc))
			continue;
		*with = *context_ask(c, item, launch);
		any = true;
		if (with->result.verdict != VERDICT_RACE_FREE || with->findings.n)
			return false;
	}
	return any;
}

/* Proves all entries of a place that were dropped at a level; false when one cannot be. */
static bool level_proved(struct contexts *c, struct item *item, struct loc place, unsigned level)
{
	bool any = false;
	struct entry with;
	vec_each(entry, &item->entries) {
		if (!entry->dropped || entry->level != level ||
			!same_loc(&entry->result.loc, &place))
			continue;
		if (!entry->root || !proved(c, item, entry, &with))
			return false;
		any = true;
	}
	return any;
}

/* What was found above the level makes way for the proofs at it. */
static void level_take(struct contexts *c, struct item *item, struct loc place, unsigned level)
{
	vec_each(entry, &item->entries) {
		struct entry with;
		if (!same_loc(&entry->result.loc, &place))
			continue;
		if (entry->dropped && entry->level == level && proved(c, item, entry, &with))
			*entry = with;
		else if (entry->level > level)
			entry->dropped = true;
	}
}

static void place_unshared(struct contexts *c, struct item *item, struct entry *entry)
{
	struct entry with;
	for (unsigned level = 0; level < entry->level; level++) {
		if (!level_proved(c, item, entry->result.loc, level))
			continue;
		level_take(c, item, entry->result.loc, level);
		return;
	}
	if (proved(c, item, entry, &with))
		*entry = with;
}

static bool is_unproved(struct contexts *c, struct item *item, const struct entry *entry)
{
	return context_wants_facts(c, item, entry) && !entry->root->is_main;
}

/* Roots of the entries that are not proved, and of what was dropped at their places. */
static void unproved_roots(struct contexts *c, function_vec *roots)
{
	vec_each(item, &c->items)
		vec_each(entry, &item->entries)
			vec_each(other, &item->entries)
				if (is_unproved(c, item, entry) && other->root &&
					same_loc(&other->result.loc, &entry->result.loc) &&
					!context_has_root(roots, other->root))
					vec_push(c->arena, roots, other->root);
}

/*
 * Asks once more about what is not proved when there is nobody left to climb to: with the
 * assumption that objects which are given to the first function by reference are not changed by
 * calls that are not given them. Members that an assert was about keep their values then. The
 * lowest level at which that proves all contexts of a place stands for those above it.
 * What is not proved then is asked about with the relations that the classes' functions keep.
 */
static void ask_roots(struct contexts *c, const function_vec *roots)
{
	const char *error = NULL;
	trace_plan(&c->trace, TRACE_ROOTS, roots, NULL, &c->plan);
	if (!context_host_fill(c, &error))
		return;
	vec_each(item, &c->items) {
		context_level_start(c, item);
		for (size_t i = 0; i < item->entries.n; i++)
			if (is_unproved(c, item, &item->entries.at[i]))
				place_unshared(c, item, &item->entries.at[i]);
	}
}

static const char *need_host(void *data, size_t unit)
{
	struct contexts *c = data;
	return whole_need(c->arena, c->trace.whole, c->cache, unit, SIDE_HOST);
}

/* The relations that classes keep whose members the call paths from the roots use; NULL: none. */
static struct invariants *infer(struct contexts *c, const function_vec *roots)
{
	struct infer_options options = { .program = c->program, .unit = c->unit, .ets = c->ets,
		.need = need_host, .data = c };
	trace_plan(&c->trace, TRACE_ROOTS, roots, NULL, &c->plan);
	trace_classes(&c->trace);
	c->current = NULL;
	return invariants_infer(c->arena, &options, &c->plan);
}

void contexts_ask_again(struct contexts *c)
{
	function_vec roots = { 0 };
	unproved_roots(c, &roots);
	if (!roots.n || roots.n > PLAN_ROOTS)
		return;
	c->unshared = true;
	ask_roots(c, &roots);
	roots.n = 0;
	unproved_roots(c, &roots);
	c->invariants = roots.n ? infer(c, &roots) : NULL;
	if (c->invariants)
		ask_roots(c, &roots);
}
