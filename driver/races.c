#include "driver/contexts_internal.h"
#include "report/merge.h"

/*
 * Levels of callers are asked about proofs alone, where a kernel is modelled in full. What is left when nobody is left to ask
 * is looked at for races once, in the plan that it was found in.
 */

void context_plan_note(struct contexts *c)
{
	struct plan_start start = { 0 };
	if (c->plans.n)
		vec_each(root, &c->plan.roots)
			vec_push(c->kept, &start.roots, *root);
	vec_push(c->kept, &c->plans, start);
}

static bool is_left(const struct entry *entry, size_t plan)
{
	return !entry->dropped && entry->result.unsearched && entry->plan == plan;
}

static bool any_left(const struct contexts *c, size_t plan)
{
	vec_each(item, &c->items)
		vec_each(entry, &item->entries)
			if (is_left(entry, plan))
				return true;
	return false;
}

/* There is nobody left who could decide it otherwise. */
static void entry_search(struct contexts *c, struct item *item, struct entry *entry)
{
	const struct host_launch *launch = c->host->launches.at + entry->launch;
	if (entry->launch >= c->host->launches.n || !context_launches(launch, item) ||
		!same_loc(&launch->loc, &entry->result.loc))
		bug("a plan that is made again has other launches");
	const struct entry *found = context_ask(c, item, launch);
	entry->result = found->result;
	entry->findings = found->findings;
	entry->searched = true;
}

static void plan_search(struct contexts *c, size_t plan)
{
	vec_each(item, &c->items) {
		bool started = false;
		vec_each(entry, &item->entries) {
			if (!is_left(entry, plan))
				continue;
			if (!started)
				context_level_start(c, item);
			started = true;
			entry_search(c, item, entry);
		}
	}
}

static void plan_again(struct contexts *c, size_t plan)
{
	if (plan)
		plan_roots(c->program, c->unit, &c->plans.at[plan].roots, &c->plan);
	else
		plan_first(c->program, c->unit, &c->plan);
}

void contexts_search(struct contexts *c)
{
	const char *error = NULL;
	c->searching = true;
	c->unshared = false;
	c->invariants = NULL;
	for (size_t plan = 0; plan < c->plans.n; plan++) {
		if (!any_left(c, plan))
			continue;
		plan_again(c, plan);
		context_scope_enter(c);
		if (context_host_fill(c, &error))
			plan_search(c, plan);
		context_scope_leave(c);
	}
}
