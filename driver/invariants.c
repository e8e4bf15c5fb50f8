#include "driver/infer.h"

#include <string.h>

#include "base/effort.h"

/*
 * Houdini (Flanagan, Leino): all candidates are assumed where members are read, and dropped when a function that
 * writes members is not shown to keep them, until those that are left prove each other. A function that takes its
 * values from its caller is looked at from its callers.
 */

enum { MAX_WRITERS = 256, QUERY_MS = 300, SECONDS = 30, CONSTANTS = 2 };

/* Candidates. */

static void candidate(struct infer *in, unsigned number, int a, unsigned b, unsigned factor)
{
	const struct class_entry *entry = in->invariants->classes.at[number].entry;
	const char *right = entry->members.at[b].name;
	struct class_relation relation = { .number = number, .a = a, .b = b, .factor = factor,
		.alive = true, .loc = entry->loc };
	const char *left = a < 0 ? "0" : entry->members.at[a].name;
	if (factor != 1)
		left = arena_printf(in->arena, "%u * %s", factor, left);
	relation.text = arena_printf(
		in->kept, "%s <= %s in every %s", left, right, entry->shown);
	vec_push(in->kept, &in->invariants->relations, relation);
}

static void pair_candidates(struct infer *in, unsigned number, unsigned a, unsigned b)
{
	static const unsigned factors[] = { 1, 4, 8 };
	const struct class_entry *entry = in->invariants->classes.at[number].entry;
	const struct class_member *x = &entry->members.at[a], *y = &entry->members.at[b];
	if (x->width == y->width && x->is_unsigned == y->is_unsigned)
		candidate(in, number, (int)a, b, 1);
	for (size_t i = 0; i < 3 && x->width < y->width; i++)
		candidate(in, number, (int)a, b, factors[i]);
}

static void candidates_fill(struct infer *in)
{
	for (unsigned number = 0; number < in->invariants->classes.n; number++) {
		const struct class_entry *entry = in->invariants->classes.at[number].entry;
		for (unsigned b = 0; b < entry->members.n; b++) {
			if (!entry->members.at[b].is_unsigned)
				candidate(in, number, -1, b, 1);
			for (unsigned a = 0; a < entry->members.n; a++)
				if (a != b)
					pair_candidates(in, number, a, b);
		}
	}
}

/* Constants. */

static void constant_candidate(
	struct infer *in, unsigned number, unsigned b, const struct et *value)
{
	const struct class_entry *entry = in->invariants->classes.at[number].entry;
	const struct class_member *member = &entry->members.at[b];
	struct class_relation relation = { .number = number, .a = RELATION_CONSTANT, .b = b,
		.factor = 1, .value = value->value, .alive = true, .loc = entry->loc };
	unsigned known = 0;
	vec_each(other, &in->invariants->relations) {
		if (other->number != number || other->a != RELATION_CONSTANT || other->b != b)
			continue;
		if (other->value == value->value || ++known == CONSTANTS)
			return;
	}
	int64_t shown = (int64_t)(value->value << (64 - member->width)) >> (64 - member->width);
	relation.text = member->is_unsigned
		? arena_printf(in->kept, "%s is %llu in every %s", member->name,
			  (unsigned long long)value->value, entry->shown)
		: arena_printf(in->kept, "%s is %lld in every %s", member->name,
			  (long long)shown, entry->shown);
	vec_push(in->kept, &in->invariants->relations, relation);
}

/*
 * A member that a writer leaves at a constant may be that in every object; where objects may begin as zeros
 * that no writer sees, 0 alone may.
 */
static void constants_fill(struct infer *in)
{
	vec_each(owed, &in->own->owed)
		for (unsigned number = 0; number < in->invariants->classes.n; number++) {
			const struct class_kind *kind = &in->invariants->classes.at[number];
			for (unsigned b = 0;
				kind->family == owed->number && b < kind->entry->members.n; b++)
				if (et_is_const(owed->values[b]) &&
					(!in->facts.at[number].blank || !owed->values[b]->value))
					constant_candidate(in, number, b, owed->values[b]);
		}
}

/* One round over the candidates that are left; true when one of them was dropped. */
static bool round_drops(struct infer *in, bool callers)
{
	bool dropped = false;
	vec_each(relation, &in->invariants->relations) {
		function_vec led = { 0 };
		if (!relation->alive || infer_kept(in, relation, callers, &led))
			continue;
		relation->alive = false;
		dropped = true;
	}
	while (infer_joined_drop(in))
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
				!strcmp(infer_site(in, owed), (*writer)->name) && owed->root >= 0 &&
				in->plan.roots.at[owed->root] == *writer;
		if (!owes)
			return false;
	}
	return true;
}

/* The same, and those of the classes that objects are cast to, which write them as well. */
static bool all_owe(const struct infer *in, unsigned family)
{
	size_t n = in->invariants->classes.n;
	for (unsigned number = 0; number < n; number++)
		if ((number == family || in->reached[family * n + number]) &&
			!writers_owe(in, number))
			return false;
	return true;
}

/* Says on whose callers a relation rests. */
static void led_name(struct infer *in, struct class_relation *relation, const function_vec *led)
{
	vec_each(owed, &in->own->owed) {
		if (!infer_concerns(in, relation, owed) || !led->n ||
			strcmp(infer_site(in, owed), led->at[0]->name))
			continue;
		relation->text = arena_printf(in->kept,
			"%s, as long as no other file calls the function at %s:%u otherwise",
			relation->text, owed->loc.file, owed->loc.line);
		return;
	}
}

static void houdini(struct infer *in)
{
	vec_each(relation, &in->invariants->relations)
		relation->alive = all_owe(in, infer_family(in, relation));
	while (round_drops(in, false))
		;
	while (round_drops(in, true))
		;
	for (size_t i = 0; i < in->invariants->relations.n; i++) {
		function_vec led = { 0 };
		struct class_relation *relation = &in->invariants->relations.at[i];
		if (relation->alive && infer_own_kept(in, relation, &led))
			led_name(in, relation, &led);
	}
}

static bool writers_plan(struct infer *in)
{
	vec_each(facts, &in->facts)
		vec_each(writer, &facts->writers)
			functions_once(in->arena, &in->writers, *writer);
	if (!in->writers.n || in->writers.n > MAX_WRITERS)
		return false;
	plan_owed(in->options->program, in->options->unit, &in->writers, &in->writers, NULL,
		&in->plan);
	in->plan.invariants = in->invariants;
	in->plan.owed = true;
	in->own = infer_owed(in, &in->plan);
	return in->own != NULL;
}

static bool any_alive(const struct invariants *invariants)
{
	vec_each(relation, &invariants->relations)
		if (relation->alive)
			return true;
	return false;
}

/* Candidates for what a plan uses, and which of them hold. */
static bool infer(struct infer *in, const struct plan *plan)
{
	struct solver_options solver = { .query_seconds = QUERY_MS / 1000.0,
		.linear_first = true };
	infer_classes(in, plan);
	candidates_fill(in);
	if (!in->invariants->classes.n || !writers_plan(in))
		return false;
	constants_fill(in);
	in->found = ptrmap_new(in->arena);
	in->solver = solver_new(in->arena, in->ets, &solver);
	houdini(in);
	solver_free(in->solver);
	return any_alive(in->invariants);
}

struct invariants *invariants_infer(
	struct arena *arena, const struct infer_options *options, const struct plan *plan)
{
	struct arena *own = arena_new();
	struct infer in = { .arena = own, .kept = arena, .ets = ets_new(own), .options = options };
	in.invariants = arena_alloc(arena, sizeof(*in.invariants));
	in.invariants->arena = own;
	in.invariants->all = options->all;
	effort_start();
	in.deadline = effort_now() + SECONDS;
	bool any = options->program->whole && infer(&in, plan);
	memset(&in.invariants->sites, 0, sizeof(in.invariants->sites));
	memset(&in.invariants->units, 0, sizeof(in.invariants->units));
	in.invariants->arena = arena;
	vec_each(module, &in.modules)
		module_free(*module);
	arena_free(own);
	return any ? in.invariants : NULL;
}
