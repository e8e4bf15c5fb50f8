#include "hostanalysis/program/program.h"

#include <assert.h>
#include <string.h>

/*
 * The call graph of a program. A database does not say which units are linked
 * into one program: where several define a name, a call from a unit without
 * one of its own may mean any of them, so that all have the caller.
 */

static bool mergeable(enum index_kind kind)
{
	return kind == INDEX_INLINE || kind == INDEX_MERGED;
}

static struct program_function *function_new(
	struct program *program, size_t unit, const struct index_function *entry)
{
	struct program_function *function = arena_alloc(program->arena, sizeof(*function));
	function->name = entry->name;
	function->kind = entry->kind;
	function->unit = unit;
	function->is_main = !strcmp(entry->name, "main");
	vec_push(program->arena, &program->functions, function);
	return function;
}

/* The node for a definition: a new one, or that of an equal definition in another unit. */
static struct program_function *function_place(
	struct program *program, size_t unit, const struct index_function *entry)
{
	if (entry->kind == INDEX_INTERNAL)
		return function_new(program, unit, entry);
	struct program_function *known = strmap_get(program->by_name, entry->name);
	if (known && mergeable(entry->kind) && mergeable(known->kind)) {
		if (entry->kind > known->kind)
			known->kind = entry->kind;
		return known;
	}
	struct program_function *function = function_new(program, unit, entry);
	function->next = known;
	strmap_set(program->by_name, entry->name, function);
	return function;
}

static bool is_throwing(const struct index_function *entry)
{
	vec_each(name, &entry->calls)
		if (!strcmp(*name, "__cxa_throw") || !strcmp(*name, "__cxa_rethrow") ||
			strstr(*name, "longjmp"))
			return true;
	return false;
}

static void unit_define(struct program *program, size_t number)
{
	struct program_unit *unit = &program->units.at[number];
	unit->functions = strmap_new(program->arena);
	unit->kernels = strmap_new(program->arena);
	vec_each(kernel, &unit->index.kernels)
		strmap_set(unit->kernels, *kernel, *kernel);
	vec_each(entry, &unit->index.functions) {
		struct program_function *function = function_place(program, number, entry);
		strmap_set(unit->functions, entry->name, function);
		if (entry->size > function->size)
			function->size = entry->size;
		function->interest |= entry->interest;
		function->throws |= is_throwing(entry);
		vec_each(pass, &entry->passes)
			vec_push(program->arena, &function->passes, *pass);
		vec_each(kernel, &entry->kernels)
			vec_push(program->arena, &function->kernels, *kernel);
		vec_each(variable, &entry->variables)
			vec_push(program->arena, &function->variables, *variable);
		vec_each(type, &entry->members)
			vec_push(program->arena, &function->members, *type);
	}
}

/* The definition of the unit's own that a name means; NULL: there is none, or another one may take its place. */
static struct program_function *own_definition(const struct program *program, size_t unit, const char *name)
{
	struct program_function *own = strmap_get(program->units.at[unit].functions, name);
	return own && own->kind != INDEX_WEAK ? own : NULL;
}

static struct program_function *candidates(
	const struct program *program, size_t unit, const char *name)
{
	struct program_function *own = own_definition(program, unit, name);
	return own ? own : strmap_get(program->by_name, name);
}

struct program_function *program_function_find(
	const struct program *program, size_t unit, const char *name)
{
	struct program_function *own = own_definition(program, unit, name);
	if (own)
		return own;
	struct program_function *found = strmap_get(program->by_name, name);
	return found && !found->next ? found : NULL;
}

static void add_edge(
	struct program *program, struct program_function *from, struct program_function *to)
{
	vec_each(known, &from->callees) {
		if (*known == to)
			return;
	}
	vec_push(program->arena, &from->callees, to);
	vec_push(program->arena, &to->callers, from);
}

/* Whom a function calls may be given, or find in objects, what it is given twice. */
static void twice_mark(struct program_function *function)
{
	if (function->twice)
		return;
	function->twice = true;
	vec_each(callee, &function->callees)
		twice_mark(*callee);
}

/* All units are connected. */
static void unit_twice(struct program *program, size_t number)
{
	vec_each(entry, &program->units.at[number].index.functions) {
		vec_each(name, &entry->twice) {
			struct program_function *own = own_definition(program, number, *name);
			struct program_function *to = candidates(program, number, *name);
			for (; to; to = own ? NULL : to->next)
				twice_mark(to);
		}
	}
}

static void unit_connect(struct program *program, size_t number)
{
	struct program_unit *unit = &program->units.at[number];
	vec_each(entry, &unit->index.functions) {
		struct program_function *from = strmap_get(unit->functions, entry->name);
		vec_each(name, &entry->calls) {
			struct program_function *own = own_definition(program, number, *name);
			struct program_function *to = candidates(program, number, *name);
			for (; to; to = own ? NULL : to->next)
				add_edge(program, from, to);
		}
	}
	vec_each(name, &unit->index.taken) {
		struct program_function *own = own_definition(program, number, *name);
		struct program_function *to = candidates(program, number, *name);
		for (; to; to = own ? NULL : to->next)
			to->taken = true;
	}
}

static void variables_add(struct program *program, size_t number)
{
	vec_each(entry, &program->units.at[number].index.variables) {
		struct program_variable *variable = strmap_get(program->variables, entry->name);
		if (!variable) {
			variable = arena_alloc(program->arena, sizeof(*variable));
			strmap_set(program->variables, entry->name, variable);
		}
		variable->changed |= entry->changed;
		if (!entry->defined)
			continue;
		variable->ambiguous |= variable->defined && !mergeable(entry->kind);
		if (!variable->defined)
			variable->unit = number;
		variable->defined = true;
	}
}

static void device_add(struct program *program, size_t number)
{
	vec_each(name, &program->units.at[number].index.device_defined) {
		uintptr_t known = (uintptr_t)strmap_get(program->device, *name);
		uintptr_t value = known ? ~(uintptr_t)0 : number + 1;
		strmap_set(program->device, *name, (void *)value);
	}
}

void program_fill(struct arena *arena, struct program *program)
{
	program->arena = arena;
	program->by_name = strmap_new(arena);
	program->variables = strmap_new(arena);
	program->device = strmap_new(arena);
	program->whole = true;
	vec_each(unit, &program->units)
		program->whole &= unit->usable;
	for (size_t i = 0; i < program->units.n; i++)
		unit_define(program, i);
	for (size_t i = 0; i < program->units.n; i++) {
		unit_connect(program, i);
		variables_add(program, i);
		device_add(program, i);
	}
	for (size_t i = 0; i < program->units.n; i++)
		unit_twice(program, i);
	executables_fill(program);
}

bool program_never_changed(const struct program *program, const char *name)
{
	const struct program_variable *variable = strmap_get(program->variables, name);
	return program->whole && variable && variable->defined && !variable->changed &&
	       !variable->ambiguous;
}
