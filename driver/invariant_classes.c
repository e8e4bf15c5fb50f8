#include "driver/infer.h"

#include <string.h>

/*
 * Which classes relations are looked for in: those whose members the functions of a plan use, those that the writers of
 * these use, and, for each of them, the classes derived from it. Classes with the same members whose objects are cast to
 * each other go together: who reads an object through the class that it is cast to relies on the relations of that
 * class, and who writes it so has to keep those of its own.
 */

enum { MAX_CLASSES = 24, MAX_KINDS = 64 };

static int number_of(const struct infer *in, const char *type)
{
	for (size_t i = 0; i < in->invariants->classes.n; i++)
		if (!strcmp(in->invariants->classes.at[i].entry->name, type))
			return (int)i;
	return -1;
}

static void kind_add(struct infer *in, struct class_facts facts, unsigned family)
{
	struct class_kind kind = { facts.entry, family };
	vec_push(in->kept, &in->invariants->classes, kind);
	vec_push(in->arena, &in->facts, facts);
}

/* `least`: members that the class has at least. */
static void class_take(struct infer *in, const char *type, size_t least)
{
	struct class_facts facts;
	if (number_of(in, type) < 0 && in->invariants->classes.n < MAX_CLASSES &&
		class_facts_fill(in->options->program, type, &facts) &&
		facts.entry->members.n >= least)
		kind_add(in, facts, (unsigned)in->facts.n);
}

static void used_take(struct infer *in, const struct plan *plan, size_t least)
{
	vec_each(function, &plan->kept)
		vec_each(type, &(*function)->members)
			class_take(in, *type, least);
	for (size_t i = 0; i < in->facts.n; i++) {
		for (size_t k = 0; k < in->facts.at[i].joined.n; k++)
			class_take(in, in->facts.at[i].joined.at[k], least);
		for (size_t k = 0; k < in->facts.at[i].from.n; k++)
			class_take(in, in->facts.at[i].from.at[k], least);
		for (size_t k = 0; k < in->facts.at[i].writers.n; k++)
			vec_each(type, &in->facts.at[i].writers.at[k]->members)
				class_take(in, *type, least);
	}
}

/* Those first that have members to compare with each other. */
static void bases_take(struct infer *in, const struct plan *plan)
{
	used_take(in, plan, 2);
	used_take(in, plan, 1);
}

static void derived_take(struct infer *in)
{
	size_t bases = in->facts.n;
	for (unsigned family = 0; family < bases; family++)
		for (size_t k = 1; k < in->facts.at[family].types.n; k++) {
			const struct class_facts base = in->facts.at[family];
			struct class_facts facts;
			if (number_of(in, base.types.at[k]) < 0 && in->facts.n < MAX_KINDS &&
				class_facts_derive(in->options->program, &base,
					base.types.at[k], &facts))
				kind_add(in, facts, family);
		}
}

static void reached_fill(struct infer *in)
{
	size_t n = in->facts.n;
	in->reached = arena_alloc(in->arena, n * n);
	for (size_t i = 0; i < n; i++)
		vec_each(type, &in->facts.at[i].joined) {
			int to = number_of(in, *type);
			if (to >= 0)
				in->reached[i * n + (size_t)to] = true;
		}
	for (size_t k = 0; k < n; k++)
		for (size_t i = 0; i < n; i++)
			for (size_t j = 0; j < n; j++)
				in->reached[i * n + j] |=
					in->reached[i * n + k] && in->reached[k * n + j];
}

void infer_classes(struct infer *in, const struct plan *plan)
{
	bases_take(in, plan);
	derived_take(in);
	reached_fill(in);
}

unsigned infer_family(const struct infer *in, const struct class_relation *relation)
{
	return in->invariants->classes.at[relation->number].family;
}

static bool has_type(const struct class_facts *facts, const char *type)
{
	vec_each(known, &facts->types)
		if (!strcmp(*known, type))
			return true;
	return false;
}

/* May an object that is declared as one class be of another of its family. */
static bool may_be(const struct infer *in, unsigned declared, unsigned number)
{
	const struct class_facts *a = &in->facts.at[declared], *b = &in->facts.at[number];
	return has_type(a, b->entry->name) || has_type(b, a->entry->name);
}

bool infer_concerns(const struct infer *in, const struct class_relation *relation,
	const struct host_owed *owed)
{
	const struct class_site *site = &in->invariants->sites.at[owed->site];
	unsigned family = infer_family(in, relation);
	if (owed->number != family)
		return !site->made && in->reached[family * in->facts.n + owed->number];
	return site->number < 0 || may_be(in, (unsigned)site->number, relation->number);
}

/* The relation between the same members of another class; NULL: none. */
static const struct class_relation *twin_of(
	const struct infer *in, const struct class_relation *relation, int number)
{
	vec_each(twin, &in->invariants->relations)
		if ((int)twin->number == number && twin->a == relation->a &&
			twin->b == relation->b && twin->factor == relation->factor &&
			twin->value == relation->value)
			return twin;
	return NULL;
}

static bool is_alive(const struct infer *in, const struct class_relation *relation, int number)
{
	const struct class_relation *twin = twin_of(in, relation, number);
	return twin && twin->alive;
}

/* What all objects with the members keep, those of each class keep: there it is a fact under that class's name alone. */
static bool is_kept_by_all(const struct infer *in, const struct class_relation *relation)
{
	for (unsigned number = 0; number < in->facts.n; number++)
		if (in->invariants->classes.at[number].family == relation->number &&
			!is_alive(in, relation, (int)number))
			return false;
	return true;
}

static bool is_joined_right(const struct infer *in, const struct class_relation *relation)
{
	const struct class_facts *facts = &in->facts.at[infer_family(in, relation)];
	vec_each(type, &facts->from)
		if (!is_alive(in, relation, number_of(in, *type)))
			return false;
	vec_each(type, &facts->joined)
		if (number_of(in, *type) < 0)
			return false;
	return is_kept_by_all(in, relation);
}

bool infer_joined_drop(struct infer *in)
{
	bool dropped = false;
	vec_each(relation, &in->invariants->relations) {
		if (!relation->alive || is_joined_right(in, relation))
			continue;
		relation->alive = false;
		dropped = true;
	}
	return dropped;
}
