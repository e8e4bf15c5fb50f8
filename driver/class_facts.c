#include "driver/class_facts.h"

#include <string.h>

#include "base/mangled.h"

static void add_once(struct arena *arena, text_list *list, const char *text)
{
	vec_each(known, list)
		if (!strcmp(*known, text))
			return;
	vec_push(arena, list, text);
}

static bool has_text(const text_list *list, const char *text)
{
	vec_each(known, list)
		if (!strcmp(*known, text))
			return true;
	return false;
}

/* Types derived from those in the list, until there are no more. */
static void derived_fill(const struct program *program, struct class_facts *facts)
{
	for (size_t before = 0; before != facts->types.n;) {
		before = facts->types.n;
		vec_each(unit, &program->units)
			vec_each(entry, &unit->index.classes)
				vec_each(base, &(*entry)->bases)
					if (has_text(&facts->types, *base))
						add_once(program->arena, &facts->types,
							(*entry)->name);
	}
}

static bool writers_fill(const struct program *program, const char *type, struct class_facts *facts)
{
	vec_each(unit, &program->units)
		vec_each(each, &unit->index.classes) {
			const struct class_entry *entry = *each;
			if (has_text(&entry->joined, type))
				add_once(program->arena, &facts->from, entry->name);
			if (strcmp(entry->name, type))
				continue;
			if (entry->open || (facts->entry &&
						   facts->entry->members.n != entry->members.n))
				return false;
			facts->entry = facts->entry ? facts->entry : entry;
			vec_each(name, &entry->joined)
				add_once(program->arena, &facts->joined, *name);
			vec_each(name, &entry->writers) {
				struct program_function *writer =
					strmap_get(unit->functions, *name);
				if (!writer)
					return false;
				bool known = false;
				vec_each(other, &facts->writers)
					known |= *other == writer;
				if (!known)
					vec_push(program->arena, &facts->writers, writer);
			}
		}
	return facts->entry && facts->entry->members.n;
}

/* Is a member function called that no unit defines; destructors end the object anyway. */
static bool is_missing(const struct program *program, const struct class_facts *facts,
	const struct program_unit *unit, const char *name)
{
	if (strmap_get(program->by_name, name) || strmap_get(unit->functions, name))
		return false;
	vec_each(type, &facts->types) {
		const char *behind = behind_type(name, *type);
		if (behind && *behind != 'D')
			return true;
	}
	return false;
}

static bool functions_missing(const struct program *program, const struct class_facts *facts)
{
	vec_each(unit, &program->units)
		vec_each(function, &unit->index.functions)
			vec_each(name, &function->calls)
				if (is_missing(program, facts, unit, *name))
					return true;
	return false;
}

/* Is a function defined; declarations name all kinds of a constructor at once, "C4". */
static bool is_defined(const struct program *program, const char *name, const char *type)
{
	const char *behind = behind_type(name, type);
	if (!behind || strncmp(behind, "C4", 2))
		return strmap_get(program->by_name, name) != NULL;
	for (char kind = '1'; kind <= '2'; kind++) {
		char *made = arena_strdup(program->arena, name);
		made[behind - name + 1] = kind;
		if (strmap_get(program->by_name, made))
			return true;
	}
	return false;
}

/* Is a function declared that may set members to what its caller gives it, and defined nowhere that is seen. */
static bool setters_missing(const struct program *program, const struct class_facts *facts)
{
	vec_each(unit, &program->units)
		vec_each(entry, &unit->index.classes)
			vec_each(name, &(*entry)->setters)
				if (has_text(&facts->types, (*entry)->name) &&
					!is_defined(program, *name, (*entry)->name))
					return true;
	return false;
}

static bool is_blank(const struct program *program, const text_list *types)
{
	vec_each(unit, &program->units)
		vec_each(entry, &unit->index.classes)
			if ((*entry)->blank && has_text(types, (*entry)->name))
				return true;
	return false;
}

bool class_facts_fill(const struct program *program, const char *type, struct class_facts *facts)
{
	*facts = (struct class_facts){ 0 };
	if (!writers_fill(program, type, facts) || !facts->writers.n)
		return false;
	vec_push(program->arena, &facts->types, type);
	derived_fill(program, facts);
	facts->blank = is_blank(program, &facts->types);
	return !functions_missing(program, facts) && !setters_missing(program, facts);
}

static const struct class_entry *entry_of(const struct program *program, const char *type)
{
	vec_each(unit, &program->units)
		vec_each(entry, &unit->index.classes)
			if (!strcmp((*entry)->name, type))
				return *entry;
	return NULL;
}

bool class_facts_derive(const struct program *program, const struct class_facts *base,
	const char *type, struct class_facts *facts)
{
	const struct class_entry *declared = entry_of(program, type);
	if (!declared)
		return false;
	struct class_entry *entry = arena_alloc(program->arena, sizeof(*entry));
	*entry = *declared;
	memset(&entry->members, 0, sizeof(entry->members));
	vec_each(member, &base->entry->members)
		vec_push(program->arena, &entry->members, *member);
	*facts = (struct class_facts){ .entry = entry };
	vec_push(program->arena, &facts->types, type);
	derived_fill(program, facts);
	facts->blank = base->blank;
	return true;
}

bool is_constructor(const struct class_facts *facts, const char *function)
{
	vec_each(type, &facts->types) {
		const char *behind = behind_type(function, *type);
		if (behind && behind[0] == 'C' && behind[1] >= '1' && behind[1] <= '3')
			return true;
	}
	return false;
}

bool is_spare_constructor(const struct program *program, const struct class_facts *facts,
	const struct program_function *function)
{
	struct mangled read;
	if (!mangled_read(function->name, &read) || read.kind != MANGLED_COMPLETE ||
		function->taken || function_has_callers(function) ||
		!is_constructor(facts, function->name))
		return false;
	char *other = arena_strdup(program->arena, function->name);
	other[read.member - function->name + 1] = '2';
	const struct program_function *base =
		program_function_find(program, function->unit, other);
	if (!base)
		return false;
	vec_each(caller, &base->callers)
		if (*caller != function)
			return true;
	return false;
}

struct conversions {
	struct arena *arena;
	struct query *query;
};

static void conversion_visit(void *data, const struct et *et)
{
	struct conversions *c = data;
	struct ets *ets = c->query->ets;
	if (et->op != ET_TRUNC || et->width != 32 || et->arg[0]->width != 64)
		return;
	const struct et *wide = et_cast(ets, ET_SEXT, 64, et);
	vec_push(c->arena, &c->query->conditions, et_binary(ets, ET_EQ, 0, wide, et->arg[0]));
}

void conversions_add(struct arena *arena, struct query *query)
{
	struct conversions c = { arena, query };
	struct et_set *seen = et_set_new(arena);
	size_t n = query->conditions.n;
	for (size_t i = 0; i < n; i++)
		et_each(seen, query->conditions.at[i], conversion_visit, &c);
	vec_each(fact, query->facts)
		et_each(seen, fact->cond, conversion_visit, &c);
}
