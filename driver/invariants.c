#include "driver/invariants.h"

#include <stdio.h>
#include <string.h>

#include "base/effort.h"
#include "base/progress.h"
#include "base/stats.h"
#include "driver/class_facts.h"
#include "solver/solve.h"

/*
 * Houdini (Flanagan, Leino): all candidates are assumed where members are read, and dropped when a function that
 * writes members is not shown to keep them, until those that are left prove each other. A function that takes its
 * values from its caller is looked at from its callers.
 */

enum { MAX_CLASSES = 12, MAX_WRITERS = 256, CLIMBS = 3, QUERY_MS = 300, SMALL = 120,
	SECONDS = 20 };

/* What was found about a relation at one place. */
struct found {
	const struct host_owed *owed;
	bool kept;
	VEC(const struct class_relation *) used; /* relations that the proof rests on */
};
typedef VEC(struct found) found_list;

struct callers { /* of callers */
	function_vec goals, from;
	struct plan plan;
	struct host *host; /* NULL: not all of them could be taken */
};

struct infer {
	struct arena *arena;
	const struct infer_options *options;
	struct invariants *invariants;
	VEC(struct class_facts) facts; /* by class */
	struct solver *solver;
	struct ptrmap *found; /* relation -> found_list */
	function_vec writers;
	struct plan plan;
	VEC(struct callers *) levels;
	double deadline;
	struct host *own; /* what the writers owe, each looked at by itself */
};

static void class_take(struct infer *in, const char *type)
{
	struct class_facts facts;
	vec_each(known, &in->invariants->classes)
		if (!strcmp((*known)->name, type))
			return;
	if (in->invariants->classes.n == MAX_CLASSES ||
		!class_facts_fill(in->options->program, type, &facts))
		return;
	vec_push(in->arena, &in->invariants->classes, facts.entry);
	vec_push(in->arena, &in->facts, facts);
}

/* The classes that functions use, and those that the writers of these read. */
static void classes_take(struct infer *in, const struct plan *plan)
{
	vec_each(function, &plan->kept)
		vec_each(type, &(*function)->members)
			class_take(in, *type);
	for (size_t i = 0; i < in->facts.n; i++) {
		for (size_t k = 0; k < in->facts.at[i].joined.n; k++)
			class_take(in, in->facts.at[i].joined.at[k]);
		for (size_t k = 0; k < in->facts.at[i].writers.n; k++)
			vec_each(type, &in->facts.at[i].writers.at[k]->members)
				class_take(in, *type);
	}
}

/* Candidates. */

static void candidate(struct infer *in, unsigned number, int a, unsigned b, unsigned factor)
{
	const struct class_entry *entry = in->invariants->classes.at[number];
	const char *right = entry->members.at[b].name;
	struct class_relation relation = { number, a, b, factor, true, NULL, entry->loc };
	const char *left = a < 0 ? "0" : entry->members.at[a].name;
	if (factor != 1)
		left = arena_printf(in->arena, "%u * %s", factor, left);
	relation.text = arena_printf(
		in->arena, "%s <= %s in every %s", left, right, entry->shown);
	vec_push(in->arena, &in->invariants->relations, relation);
}

static void pair_candidates(struct infer *in, unsigned number, unsigned a, unsigned b)
{
	static const unsigned factors[] = { 1, 4, 8 };
	const struct class_entry *entry = in->invariants->classes.at[number];
	const struct class_member *x = &entry->members.at[a], *y = &entry->members.at[b];
	if (x->width == y->width && x->is_unsigned == y->is_unsigned)
		candidate(in, number, (int)a, b, 1);
	for (size_t i = 0; i < 3 && x->width < y->width; i++)
		candidate(in, number, (int)a, b, factors[i]);
}

static void candidates_fill(struct infer *in)
{
	for (unsigned number = 0; number < in->invariants->classes.n; number++) {
		const struct class_entry *entry = in->invariants->classes.at[number];
		for (unsigned b = 0; b < entry->members.n; b++) {
			if (!entry->members.at[b].is_unsigned)
				candidate(in, number, -1, b, 1);
			for (unsigned a = 0; a < entry->members.n; a++)
				if (a != b)
					pair_candidates(in, number, a, b);
		}
	}
}

/* Proofs. */

static struct host *owed_analyse(struct infer *in, const struct plan *plan)
{
	const char *error = NULL;
	struct module *module = NULL;
	struct host *host = NULL;
	struct host_options options = { .texts = true, .marked_roots = true, .unshared = true,
		.open = !plan->complete, .invariants = in->invariants, .owed = true };
	if (effort_now() > in->deadline)
		return NULL;
	progress("the classes");
	vec_each(unit, &plan->units)
		if (in->options->need && in->options->need(in->options->data, *unit))
			return NULL;
	TIMED(host)
		module = plan_link(in->arena, in->options->program, plan, &error);
	TIMED(host)
		host = module ? host_analyse(
					in->arena, in->options->ets, module, &options, &error)
			      : NULL;
	return host;
}

static const char *site_name(const struct infer *in, const struct host_owed *owed)
{
	return in->invariants->sites.at[owed->site];
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
	struct ets *ets = in->options->ets;
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

static void once(struct arena *arena, function_vec *list, struct program_function *function)
{
	vec_each(known, list)
		if (*known == function)
			return;
	vec_push(arena, list, function);
}

/* Can callers answer for a function: for constructors and what is small. */
static bool is_led(const struct infer *in, const struct class_relation *relation,
	const struct program_function *function)
{
	return function_has_callers(function) &&
	       (function->size <= SMALL ||
		       is_constructor(&in->facts.at[relation->number], function->name));
}

/*
 * Adds the writers that do not keep the relation by themselves to *led; false when one of them is none that its
 * callers can answer for.
 */
static bool own_kept(struct infer *in, const struct class_relation *relation, function_vec *led)
{
	vec_each(owed, &in->own->owed) {
		if (owed->number != relation->number)
			continue;
		struct program_function *root =
			owed->root < 0 ? NULL : in->plan.roots.at[owed->root];
		if (!root || strcmp(root->name, site_name(in, owed)) ||
			is_spare_constructor(in->options->program,
				&in->facts.at[relation->number], root) ||
			keeps(in, relation, owed))
			continue;
		if (!is_led(in, relation, root))
			return false;
		once(in->arena, led, root);
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
		if (owed->number != relation->number || !is_goal(goals, site_name(in, owed)))
			continue;
		struct program_function *root = owed->root < 0 ? NULL : plan->roots.at[owed->root];
		if (keeps(in, relation, owed))
			continue;
		if (!root || !is_led(in, relation, root))
			return false;
		once(in->arena, from, root);
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
	level->host = all ? owed_analyse(in, &level->plan) : NULL;
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

/* Says on whose callers a relation rests. */
static void led_name(struct infer *in, struct class_relation *relation, const function_vec *led)
{
	vec_each(owed, &in->own->owed) {
		if (owed->number != relation->number || !led->n ||
			strcmp(site_name(in, owed), led->at[0]->name))
			continue;
		relation->text = arena_printf(in->arena,
			"%s, as long as no other file calls the function at %s:%u otherwise",
			relation->text, owed->loc.file, owed->loc.line);
		return;
	}
}

static bool relation_kept(struct infer *in, struct class_relation *relation, bool callers,
	function_vec *led)
{
	led->n = 0;
	return own_kept(in, relation, led) && (!callers || led_kept(in, relation, *led));
}

/* Classes whose objects are cast to each other keep the same relations. */

static struct class_relation *twin_of(
	const struct infer *in, const struct class_relation *relation, const char *type)
{
	vec_each(twin, &in->invariants->relations)
		if (!strcmp(in->invariants->classes.at[twin->number]->name, type) &&
			twin->a == relation->a && twin->b == relation->b &&
			twin->factor == relation->factor)
			return twin;
	return NULL;
}

/* Drops what only one of two such classes keeps; true when there was something. */
static bool joined_drop(struct infer *in)
{
	bool dropped = false;
	vec_each(relation, &in->invariants->relations)
		vec_each(type, &in->facts.at[relation->number].joined) {
			struct class_relation *twin = twin_of(in, relation, *type);
			if (twin ? twin->alive == relation->alive : !relation->alive)
				continue;
			dropped = true;
			relation->alive = false;
			if (twin)
				twin->alive = false;
		}
	return dropped;
}

/* One round over the candidates that are left; true when one of them was dropped. */
static bool round_drops(struct infer *in, bool callers)
{
	bool dropped = false;
	vec_each(relation, &in->invariants->relations) {
		function_vec led = { 0 };
		if (!relation->alive || relation_kept(in, relation, callers, &led))
			continue;
		relation->alive = false;
		dropped = true;
	}
	while (joined_drop(in))
		dropped = true;
	return dropped;
}

/* Has every writer of a class an obligation. */
static bool writers_owe(const struct infer *in, unsigned number)
{
	vec_each(writer, &in->facts.at[number].writers) {
		bool owes = is_constructor(&in->facts.at[number], (*writer)->name);
		vec_each(owed, &in->own->owed)
			owes |= owed->number == number &&
				!strcmp(site_name(in, owed), (*writer)->name) && owed->root >= 0 &&
				in->plan.roots.at[owed->root] == *writer;
		if (!owes)
			return false;
	}
	return true;
}

static void houdini(struct infer *in)
{
	vec_each(relation, &in->invariants->relations)
		relation->alive = writers_owe(in, relation->number);
	while (round_drops(in, false))
		;
	while (round_drops(in, true))
		;
	for (size_t i = 0; i < in->invariants->relations.n; i++) {
		function_vec led = { 0 };
		struct class_relation *relation = &in->invariants->relations.at[i];
		if (relation->alive && own_kept(in, relation, &led))
			led_name(in, relation, &led);
	}
}

static bool writers_plan(struct infer *in)
{
	vec_each(facts, &in->facts)
		vec_each(writer, &facts->writers)
			once(in->arena, &in->writers, *writer);
	if (!in->writers.n || in->writers.n > MAX_WRITERS)
		return false;
	plan_owed(in->options->program, in->options->unit, &in->writers, &in->writers, NULL,
		&in->plan);
	in->plan.invariants = in->invariants;
	in->plan.owed = true;
	in->own = owed_analyse(in, &in->plan);
	return in->own != NULL;
}

static bool any_alive(const struct invariants *invariants)
{
	vec_each(relation, &invariants->relations)
		if (relation->alive)
			return true;
	return false;
}

struct invariants *invariants_infer(
	struct arena *arena, const struct infer_options *options, const struct plan *plan)
{
	struct infer in = { .arena = arena, .options = options };
	struct solver_options solver = { .query_seconds = QUERY_MS / 1000.0,
		.linear_first = true };
	in.invariants = arena_alloc(arena, sizeof(*in.invariants));
	if (!options->program->whole)
		return NULL;
	effort_start();
	in.deadline = effort_now() + SECONDS;
	classes_take(&in, plan);
	candidates_fill(&in);
	if (!in.invariants->relations.n || !writers_plan(&in))
		return NULL;
	in.found = ptrmap_new(arena);
	in.solver = solver_new(arena, options->ets, &solver);
	houdini(&in);
	solver_free(in.solver);
	return any_alive(in.invariants) ? in.invariants : NULL;
}
