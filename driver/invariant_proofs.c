#include "driver/infer.h"

#include <string.h>

#include "base/effort.h"
#include "base/progress.h"
#include "base/stats.h"
#include "solver/solve.h"

enum { CLIMBS = 3, SMALL = 120 };

struct host *infer_owed(struct infer *in, const struct plan *plan)
{
	const char *error = NULL;
	struct module *module = NULL;
	struct host *host = NULL;
	struct host_options options = { .texts = true, .marked_roots = true, .unshared = true,
		.open = !plan->complete, .arch = in->options->arch, .invariants = in->invariants, .owed = true };
	if (effort_now() > in->deadline)
		return NULL;
	progress("the classes");
	vec_each(unit, &plan->units)
		if (in->options->need && in->options->need(in->options->data, *unit))
			return NULL;
	TIMED(host)
		module = plan_link(in->arena, in->options->program, plan, &error);
	if (module)
		vec_push(in->arena, &in->modules, module);
	TIMED(host)
		host = module ? host_analyse(
					in->arena, in->ets, module, &options, &error)
			      : NULL;
	return host;
}

const char *infer_site(const struct infer *in, const struct host_owed *owed)
{
	return in->invariants->sites.at[owed->site].function;
}

static const struct class_relation *relation_of(const struct infer *in, const struct fact *fact)
{
	vec_each(relation, &in->invariants->relations)
		if (fact->kind == FACT_INVARIANT && relation->text == fact->text)
			return relation;
	return NULL;
}

static bool is_usable(const struct infer *in, const struct fact *fact)
{
	const struct class_relation *relation = relation_of(in, fact);
	return !relation || relation->alive;
}

static void prove(struct infer *in, const struct class_relation *relation, struct found *found)
{
	struct ets *ets = in->ets;
	const struct et *wrong = et_not(
		ets, relation_term(ets, in->invariants, relation, found->owed->values));
	fact_list facts = { 0 };
	struct query query = { .ets = ets, .facts = &facts, .proof_only = true,
		.label = relation->text };
	found->kept = et_is_false(wrong);
	if (et_is_false(wrong) || et_is_true(wrong) || effort_now() > in->deadline)
		return;
	vec_each(fact, &found->owed->facts)
		if (is_usable(in, fact))
			vec_push(in->arena, &facts, *fact);
	vec_push(in->arena, &query.conditions, wrong);
	conversions_add(in->arena, &query);
	struct answer answer = { 0 };
	TIMED(solve)
		answer = solve(in->solver, &query);
	found->kept = answer.kind == ANSWER_UNSAT;
	vec_each(index, &answer.core) {
		const struct class_relation *used = relation_of(in, &facts.at[*index]);
		if (used)
			vec_push(in->arena, &found->used, used);
	}
}

/* Fewer relations prove no more; a proof stands as long as those that it uses do. */
static bool still_stands(const struct found *found)
{
	vec_each(used, &found->used)
		if (found->kept && !(*used)->alive)
			return false;
	return true;
}

static bool keeps(struct infer *in, const struct class_relation *relation,
	const struct host_owed *owed)
{
	found_list *list = ptrmap_get(in->found, relation);
	if (!list) {
		list = arena_alloc(in->arena, sizeof(*list));
		ptrmap_set(in->found, relation, list);
	}
	vec_each(known, list)
		if (known->owed == owed && still_stands(known))
			return known->kept;
	struct found found = { .owed = owed };
	prove(in, relation, &found);
	vec_push(in->arena, list, found);
	return found.kept;
}

void functions_once(struct arena *arena, function_vec *list, struct program_function *function)
{
	vec_each(known, list)
		if (*known == function)
			return;
	vec_push(arena, list, function);
}

/* Can callers answer for a function: for constructors and what is small. */
static bool is_led(const struct infer *in, const struct host_owed *owed,
	const struct program_function *function)
{
	return function_has_callers(function) &&
	       (function->size <= SMALL ||
		       is_constructor(&in->facts.at[owed->number], function->name));
}

bool infer_own_kept(struct infer *in, const struct class_relation *relation, function_vec *led)
{
	vec_each(owed, &in->own->owed) {
		if (!infer_concerns(in, relation, owed))
			continue;
		struct program_function *root =
			owed->root < 0 ? NULL : in->plan.roots.at[owed->root];
		if (!root || strcmp(root->name, infer_site(in, owed)) ||
			is_spare_constructor(in->options->program,
				&in->facts.at[owed->number], root) ||
			keeps(in, relation, owed))
			continue;
		if (!is_led(in, owed, root))
			return false;
		functions_once(in->arena, led, root);
	}
	return true;
}

static bool is_goal(const function_vec *goals, const char *name)
{
	vec_each(goal, goals)
		if (!strcmp((*goal)->name, name))
			return true;
	return false;
}

/* The same for one level of callers; *from becomes the roots to go on from. */
static bool callers_keep(struct infer *in, const struct class_relation *relation,
	const function_vec *goals, const struct plan *plan, const struct host *host,
	function_vec *from)
{
	from->n = 0;
	vec_each(owed, &host->owed) {
		if (!infer_concerns(in, relation, owed) || !is_goal(goals, infer_site(in, owed)))
			continue;
		struct program_function *root = owed->root < 0 ? NULL : plan->roots.at[owed->root];
		if (keeps(in, relation, owed))
			continue;
		if (!root || !is_led(in, owed, root))
			return false;
		functions_once(in->arena, from, root);
	}
	return true;
}

static bool same_functions(const function_vec *a, const function_vec *b)
{
	return a->n == b->n && (!a->n || !memcmp(a->at, b->at, a->n * sizeof(*a->at)));
}

static void functions_copy(struct arena *arena, const function_vec *from, function_vec *to)
{
	vec_each(function, from)
		vec_push(arena, to, *function);
}

/* What the callers of `from` owe for the goals; relations with the same writers share it. */
static struct callers *level_of(struct infer *in, const function_vec *goals, const function_vec *from)
{
	vec_each(known, &in->levels)
		if (same_functions(&(*known)->goals, goals) && same_functions(&(*known)->from, from))
			return *known;
	struct callers *level = arena_alloc(in->arena, sizeof(*level));
	functions_copy(in->arena, goals, &level->goals);
	functions_copy(in->arena, from, &level->from);
	vec_push(in->arena, &in->levels, level);
	bool *climbed = arena_alloc(in->arena, from->n), all = true;
	if (!plan_owed(in->options->program, in->options->unit, &level->goals, from, climbed,
		    &level->plan))
		return level;
	for (size_t i = 0; i < from->n; i++)
		all = all && climbed[i];
	level->plan.invariants = in->invariants;
	level->plan.owed = true;
	level->host = all ? infer_owed(in, &level->plan) : NULL;
	return level;
}

static bool led_kept(struct infer *in, struct class_relation *relation, function_vec goals)
{
	function_vec from = { 0 };
	functions_copy(in->arena, &goals, &from);
	for (unsigned climb = 0; from.n && climb < CLIMBS; climb++) {
		const struct callers *level = level_of(in, &goals, &from);
		if (!level->host ||
			!callers_keep(in, relation, &goals, &level->plan, level->host, &from))
			return false;
	}
	return !from.n;
}

bool infer_kept(struct infer *in, struct class_relation *relation, bool callers,
	function_vec *led)
{
	led->n = 0;
	return infer_own_kept(in, relation, led) && (!callers || led_kept(in, relation, *led));
}
