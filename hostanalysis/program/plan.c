#include "hostanalysis/program/program.h"

#include <assert.h>

/*
 * Which functions are linked for the launches of one unit, on demand: call
 * paths start at the boundary of the launching unit, and only where that does
 * not suffice at that of its callers, level by level. Climbing from a root takes
 * all of its callers or none: facts of one caller hold for that caller's path only.
 */

enum { HELPER = 300 }; /* instructions of another unit's function that is linked for its effect */

bool function_has_callers(const struct program_function *function)
{
	if (function->taken || function->is_main)
		return false;
	vec_each(caller, &function->callers) {
		if (*caller != function)
			return true;
	}
	return false;
}

static bool defines(const struct program *program, size_t unit, const struct program_function *f)
{
	return strmap_get(program->units.at[unit].functions, f->name) == f;
}

static bool is_visible(const struct program_function *function)
{
	return function->kind != INDEX_INTERNAL && function->kind != INDEX_INLINE;
}

/* A function that other units may call: it has a caller in one that does not define it. */
static bool at_boundary(const struct program *program, const struct program_function *function)
{
	if (!is_visible(function))
		return false;
	vec_each(caller, &function->callers) {
		if (!defines(program, (*caller)->unit, function))
			return true;
	}
	return false;
}

static void once(struct arena *arena, function_vec *list, struct program_function *function)
{
	vec_each(known, list) {
		if (*known == function)
			return;
	}
	vec_push(arena, list, function);
}

struct climb {
	struct program *program;
	size_t unit;
	const struct program_function *base; /* what launches; NULL: not asked */
	unsigned mark;
	function_vec *roots;
};

/*
 * Headers define kernels and functions that launch them in many units. Each unit answers for
 * what its own callers of such a function do.
 */
static bool others_business(const struct climb *c, const struct program_function *function,
	const struct program_function *caller)
{
	const struct program *program = c->program;
	if (!c->base || function->kind != INDEX_INLINE || defines(program, c->unit, caller) ||
		!defines(program, caller->unit, function))
		return false;
	vec_each(kernel, &c->base->kernels) {
		if (!strmap_get(program->units.at[caller->unit].kernels, *kernel))
			return false;
	}
	return true;
}

static void climb(struct climb *c, struct program_function *function)
{
	if (function->visited == c->mark)
		return;
	function->visited = c->mark;
	bool stop = c->base ? at_boundary(c->program, function) : is_visible(function);
	if (!function_has_callers(function) || stop) {
		once(c->program->arena, c->roots, function);
		return;
	}
	size_t before = c->roots->n;
	vec_each(caller, &function->callers)
		if (!others_business(c, function, *caller))
			climb(c, *caller);
	/* a cycle that nobody outside enters */
	if (c->roots->n == before && c->roots->n == 0)
		once(c->program->arena, c->roots, function);
}

/* Functions that mention stubs of kernels which the unit has to answer for. */
static bool launches_for(
	const struct program *program, size_t unit, const struct program_function *function)
{
	const struct program_unit *own = &program->units.at[unit];
	vec_each(kernel, &function->kernels) {
		if (!strmap_get(own->kernels, *kernel))
			continue;
		if (defines(program, unit, function) ||
			!strmap_get(program->units.at[function->unit].kernels, *kernel))
			return true;
	}
	return false;
}

static void bases_fill(const struct program *program, size_t unit, function_vec *bases)
{
	vec_each(function, &program->functions) {
		if (launches_for(program, unit, *function))
			vec_push(program->arena, bases, *function);
	}
}

static void mark_reaching(struct program_function *function, unsigned mark)
{
	if (function->reaches == mark)
		return;
	function->reaches = mark;
	vec_each(caller, &function->callers)
		mark_reaching(*caller, mark);
}

static void unit_add(const struct program *program, struct plan *plan, size_t unit)
{
	vec_each(known, &plan->units) {
		if (*known == unit)
			return;
	}
	vec_push(program->arena, &plan->units, unit);
}

static bool has_unit(const struct plan *plan, size_t unit)
{
	vec_each(known, &plan->units) {
		if (*known == unit)
			return true;
	}
	return false;
}

/* A unit of the plan that defines an inline function will do as well as another. */
static size_t unit_for(
	const struct program *program, const struct plan *plan, const struct program_function *f)
{
	vec_each(unit, &plan->units) {
		if (defines(program, *unit, f))
			return *unit;
	}
	return f->unit;
}

static void keep(const struct program *program, struct plan *plan, function_vec *queue,
	struct program_function *function)
{
	if (function->kept == plan->number)
		return;
	function->kept = plan->number;
	plan->size += function->size;
	unit_add(program, plan, unit_for(program, plan, function));
	vec_push(program->arena, queue, function);
}

/* The call paths themselves: from the roots down to where launches are. */
static void paths_keep(const struct program *program, struct plan *plan, function_vec *queue)
{
	vec_each(root, &plan->roots)
		keep(program, plan, queue, *root);
	for (size_t i = 0; i < queue->n; i++) {
		struct program_function *function = queue->at[i];
		vec_each(callee, &function->callees)
			if ((*callee)->reaches == plan->number)
				keep(program, plan, queue, *callee);
	}
}

/* One of several definitions of its name, in a unit that is not the analysed one. */
static bool ambiguous(const struct program *program, const struct program_function *function)
{
	const struct program_function *first = strmap_get(program->by_name, function->name);
	return function->kind != INDEX_INTERNAL && first && first->next;
}

/*
 * What the paths call: functions of the units that are linked anyway, and of
 * other units when small, or when they allocate; breadth first, so that the bound cuts off
 * what is far away.
 */
static void helpers_keep(const struct program *program, struct plan *plan, function_vec *queue)
{
	for (size_t i = 0; i < queue->n; i++) {
		struct program_function *function = queue->at[i];
		vec_each(each, &function->callees) {
			struct program_function *callee = *each;
			bool near = has_unit(plan, unit_for(program, plan, callee));
			if (plan->size + callee->size > PLAN_INSTRUCTIONS)
				continue;
			if (near || (plan->units.n < PLAN_UNITS && !ambiguous(program, callee) &&
					    (callee->size <= HELPER || callee->interest)))
				keep(program, plan, queue, callee);
		}
	}
}

/* Units that define variables nobody changes, for their initial values. */
static void variables_keep(
	const struct program *program, struct plan *plan, const function_vec *queue)
{
	vec_each(function, queue) {
		vec_each(name, &(*function)->variables) {
			struct program_variable *variable = strmap_get(program->variables, *name);
			if (program_never_changed(program, *name) && plan->units.n < PLAN_UNITS)
				unit_add(program, plan, variable->unit);
		}
	}
}

static bool are_defined(
	const struct program *program, const struct links *list, const function_vec *functions)
{
	vec_each(function, functions) {
		bool any = false;
		vec_each(unit, &list->units)
			any |= defines(program, *unit, *function);
		if (!any)
			return false;
	}
	return true;
}

/*
 * An executable with one main that is small enough is linked as a whole: then its
 * variables can be followed too, as nobody else knows them.
 */
static bool complete_keep(struct program *program, struct plan *plan, function_vec *queue)
{
	struct links list = { 0 };
	unsigned size;
	if (!executable_of(program, plan->unit, &list) ||
		!are_defined(program, &list, &plan->roots))
		return false;
	function_vec all = executable_functions(program, &list, &size);
	if (size > PLAN_INSTRUCTIONS)
		return false;
	plan->complete = true;
	vec_each(unit, &list.units)
		unit_add(program, plan, *unit);
	vec_each(function, &all)
		keep(program, plan, queue, *function);
	return true;
}

/* Does a call path pass a function that others could call as well. */
static bool passes_visible(const struct plan *plan, const function_vec *kept)
{
	vec_each(each, kept) {
		const struct program_function *function = *each;
		bool root = false;
		vec_each(known, &plan->roots)
			root |= *known == function;
		if (!root && function->reaches == plan->number &&
			is_visible(function))
			return true;
	}
	return false;
}

/* What call paths lead to. */
static function_vec goals_of(const struct program *program, const struct plan *plan)
{
	function_vec bases = { 0 };
	if (plan->goals)
		return *plan->goals;
	bases_fill(program, plan->unit, &bases);
	return bases;
}

static void plan_fill(struct program *program, struct plan *plan)
{
	function_vec queue = { 0 }, bases = goals_of(program, plan);
	unit_add(program, plan, plan->unit);
	vec_each(base, &bases)
		mark_reaching(*base, plan->number);
	if (!complete_keep(program, plan, &queue)) {
		paths_keep(program, plan, &queue);
		helpers_keep(program, plan, &queue);
		variables_keep(program, plan, &queue);
	}
	plan->kept = queue;
	plan->closed = !plan->complete && (plan->units.n > 1 || passes_visible(plan, &queue));
}

void plan_first(struct program *program, size_t unit, struct plan *plan)
{
	*plan = (struct plan){ .unit = unit, .whole = true, .number = ++program->plans };
	function_vec bases = { 0 };
	bases_fill(program, unit, &bases);
	vec_each(base, &bases) {
		struct climb c = { program, unit, *base, plan->number, &plan->roots };
		climb(&c, *base);
	}
	plan_fill(program, plan);
}

/* The callers of one root at their boundaries. */
static void above(struct program *program, const struct program_function *root, function_vec *list)
{
	struct climb c = { program, root->unit, NULL, ++program->plans, list };
	vec_each(caller, &root->callers) {
		if (*caller != root)
			climb(&c, *caller);
	}
}

static bool within_bounds(const struct plan *plan)
{
	return plan->roots.n <= PLAN_ROOTS && plan->units.n <= PLAN_UNITS &&
	       plan->size <= PLAN_INSTRUCTIONS;
}

/* Are the call paths from these roots within the bounds. */
static bool fits(struct program *program, size_t unit, const function_vec *goals,
	const function_vec *roots)
{
	function_vec queue = { 0 };
	struct plan plan = { .unit = unit, .number = ++program->plans, .goals = goals };
	vec_each(root, roots)
		vec_push(program->arena, &plan.roots, *root);
	unit_add(program, &plan, unit);
	function_vec bases = goals_of(program, &plan);
	vec_each(base, &bases)
		mark_reaching(*base, plan.number);
	paths_keep(program, &plan, &queue);
	return within_bounds(&plan);
}

static void from_roots(struct program *program, size_t unit, const function_vec *goals,
	const function_vec *roots, struct plan *plan)
{
	*plan = (struct plan){ .unit = unit, .number = ++program->plans, .goals = goals };
	vec_each(root, roots)
		vec_push(program->arena, &plan->roots, *root);
	plan_fill(program, plan);
}

void plan_roots(struct program *program, size_t unit, const function_vec *roots, struct plan *plan)
{
	from_roots(program, unit, NULL, roots, plan);
}

static bool from_callers(struct program *program, size_t unit, const function_vec *goals,
	const function_vec *from, bool *climbed, struct plan *plan)
{
	function_vec roots = { 0 };
	for (size_t i = 0; i < from->n; i++) {
		function_vec list = { 0 };
		vec_each(root, &roots)
			vec_push(program->arena, &list, *root);
		if (function_has_callers(from->at[i]))
			above(program, from->at[i], &list);
		climbed[i] = function_has_callers(from->at[i]) && fits(program, unit, goals, &list);
		if (climbed[i])
			roots = list;
	}
	if (roots.n)
		from_roots(program, unit, goals, &roots, plan);
	return roots.n != 0;
}

bool plan_next(struct program *program, size_t unit, const function_vec *from, bool *climbed,
	struct plan *plan)
{
	return from_callers(program, unit, NULL, from, climbed, plan);
}

bool plan_owed(struct program *program, size_t unit, const function_vec *goals,
	const function_vec *from, bool *climbed, struct plan *plan)
{
	if (climbed)
		return from_callers(program, unit, goals, from, climbed, plan);
	from_roots(program, unit, goals, from, plan);
	return true;
}
