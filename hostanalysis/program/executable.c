#include "hostanalysis/program/program.h"

#include <assert.h>

/*
 * Which units may be linked with one main. A database does not say which units make an executable, but two that define
 * main never do, and a unit that shares no name with an executable's, directly or through others, changes nothing in it.
 * Units without main that share names are one group (union-find, Tarjan); a unit with main has the groups that it shares
 * names with.
 */

static size_t group_of(const struct program *program, size_t unit)
{
	while (program->units.at[unit].group != unit)
		unit = program->units.at[unit].group;
	return unit;
}

/* False: both have a main. */
static bool join(struct program *program, size_t a, size_t b)
{
	struct program_unit *one = &program->units.at[a], *other = &program->units.at[b];
	if (a == b)
		return true;
	if (one->has_main && other->has_main)
		return false;
	if (one->has_main)
		vec_push(program->arena, &one->beside, b);
	else if (other->has_main)
		vec_push(program->arena, &other->beside, a);
	else
		program->units.at[group_of(program, a)].group = group_of(program, b);
	return true;
}

/* Joins a unit that uses a name without a definition of its own, or with a weak one, to all that define it. */
static void use_join(struct program *program, size_t unit, const struct links *definers)
{
	bool any = false;
	if (!definers)
		return;
	vec_each(definer, &definers->units)
		any |= join(program, unit, *definer);
	program->units.at[unit].lacks |= !any;
}

static void definer_add(struct program *program, struct strmap *map, const char *name, size_t unit)
{
	struct links *known = strmap_get(map, name);
	if (!known) {
		known = arena_alloc(program->arena, sizeof(*known));
		strmap_set(map, name, known);
	}
	vec_push(program->arena, &known->units, unit);
}

/* Names of functions, variables and kernels are kept apart. */
struct names {
	struct strmap *functions, *variables, *kernels;
};

static void definers_fill(struct program *program, const struct names *names)
{
	for (size_t i = 0; i < program->units.n; i++) {
		struct unit_index *index = &program->units.at[i].index;
		vec_each(function, &index->functions)
			if (function->kind != INDEX_INTERNAL)
				definer_add(program, names->functions, function->name, i);
		vec_each(variable, &index->variables)
			if (variable->defined)
				definer_add(program, names->variables, variable->name, i);
		vec_each(kernel, &index->kernels)
			definer_add(program, names->kernels, *kernel, i);
	}
}

static void function_join(
	struct program *program, const struct names *names, size_t unit, const char *name)
{
	const struct program_function *own = strmap_get(program->units.at[unit].functions, name);
	if (!own || own->kind == INDEX_WEAK)
		use_join(program, unit, strmap_get(names->functions, name));
}

/* One variable that several units define, as inline ones, is shared by them; constants need not be. */
static void variable_join(struct program *program, const struct names *names, size_t unit,
	const struct index_variable *variable)
{
	const struct program_variable *known = strmap_get(program->variables, variable->name);
	bool strong = variable->defined && variable->kind == INDEX_STRONG;
	bool weak = variable->defined && variable->kind == INDEX_WEAK;
	if (strong || (variable->defined && !weak && !known->changed))
		return;
	use_join(program, unit, strmap_get(names->variables, variable->name));
}

static void unit_join(struct program *program, const struct names *names, size_t number)
{
	struct program_unit *unit = &program->units.at[number];
	vec_each(function, &unit->index.functions) {
		vec_each(name, &function->calls)
			function_join(program, names, number, *name);
		vec_each(kernel, &function->kernels)
			if (!strmap_get(unit->kernels, *kernel))
				use_join(program, number, strmap_get(names->kernels, *kernel));
	}
	vec_each(name, &unit->index.taken)
		function_join(program, names, number, *name);
	vec_each(variable, &unit->index.variables)
		variable_join(program, names, number, variable);
}

void executables_fill(struct program *program)
{
	struct arena *arena = program->arena;
	struct names names = { strmap_new(arena), strmap_new(arena), strmap_new(arena) };
	for (size_t i = 0; i < program->units.n; i++) {
		struct program_unit *unit = &program->units.at[i];
		unit->group = i;
		unit->has_main = strmap_get(unit->functions, "main") != NULL;
	}
	definers_fill(program, &names);
	for (size_t i = 0; i < program->units.n; i++)
		unit_join(program, &names, i);
}

static bool is_beside(const struct program *program, size_t with_main, size_t unit)
{
	vec_each(known, &program->units.at[with_main].beside)
		if (group_of(program, *known) == group_of(program, unit))
			return true;
	return false;
}

/* The only unit with a main that a unit may be linked with; false: there are several, or none. */
static bool main_of(const struct program *program, size_t unit, size_t *found)
{
	bool any = false;
	*found = unit;
	if (program->units.at[unit].has_main)
		return true;
	for (size_t i = 0; i < program->units.n; i++) {
		if (!program->units.at[i].has_main || !is_beside(program, i, unit))
			continue;
		if (any)
			return false;
		*found = i;
		any = true;
	}
	return any;
}

static bool is_seen(struct strmap *seen, const char *name)
{
	if (strmap_get(seen, name))
		return true;
	strmap_set(seen, name, (void *)(uintptr_t)name);
	return false;
}

/*
 * Is a function or variable defined twice as a strong one, or as a weak one: they are versions, of which one is linked, and
 * which of two weak ones it is, is up to the order in which they are linked.
 */
static bool has_versions(const struct program *program, const struct links *list, enum index_kind kind)
{
	struct strmap *seen = strmap_new(program->arena);
	vec_each(number, &list->units) {
		const struct unit_index *index = &program->units.at[*number].index;
		vec_each(function, &index->functions)
			if (function->kind == kind && is_seen(seen, function->name))
				return true;
		vec_each(variable, &index->variables)
			if (variable->defined && variable->kind == kind && is_seen(seen, variable->name))
				return true;
	}
	return false;
}

/* In a program with one main all units are taken to be linked. */
static bool all_units(const struct program *program, struct links *list)
{
	unsigned mains = 0;
	vec_each(unit, &program->units)
		mains += unit->has_main;
	if (mains != 1 || program->units.n > PLAN_UNITS)
		return false;
	for (size_t i = 0; i < program->units.n; i++)
		vec_push(program->arena, &list->units, i);
	return !has_versions(program, list, INDEX_WEAK);
}

bool executable_of(const struct program *program, size_t unit, struct links *list)
{
	size_t with_main;
	list->units.n = 0;
	if (program->whole && all_units(program, list))
		return true;
	list->units.n = 0;
	if (!program->whole || !main_of(program, unit, &with_main) ||
		program->units.at[with_main].lacks)
		return false;
	vec_push(program->arena, &list->units, with_main);
	for (size_t i = 0; i < program->units.n && list->units.n <= PLAN_UNITS; i++)
		if (!program->units.at[i].has_main && is_beside(program, with_main, i))
			vec_push(program->arena, &list->units, i);
	return list->units.n <= PLAN_UNITS && !has_versions(program, list, INDEX_STRONG) &&
	       !has_versions(program, list, INDEX_WEAK);
}

function_vec executable_functions(
	struct program *program, const struct links *list, unsigned *size)
{
	function_vec all = { 0 };
	unsigned mark = ++program->plans;
	*size = 0;
	vec_each(unit, &list->units) {
		vec_each(entry, &program->units.at[*unit].index.functions) {
			struct program_function *function =
				strmap_get(program->units.at[*unit].functions, entry->name);
			if (function->visited == mark)
				continue;
			function->visited = mark;
			*size += function->size;
			vec_push(program->arena, &all, function);
		}
	}
	return all;
}
