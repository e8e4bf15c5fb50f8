#include "driver/trace.h"

#include <string.h>

#include "driver/device.h"
#include "driver/trace_internal.h"

static void add_flag(struct hasher *hasher, bool value)
{
	hasher_add(hasher, &value, sizeof(value));
}

static void add_function(
	struct hasher *hasher, const struct trace *trace, const struct program_function *function)
{
	hasher_text(hasher, function->name);
	hasher_text(hasher, trace_unit(trace, function->unit)->path);
}

static void add_root(
	struct hasher *hasher, const struct trace *trace, const struct program_function *root)
{
	add_function(hasher, trace, root);
	add_flag(hasher, root->is_main);
	add_flag(hasher, function_has_callers(root));
	add_flag(hasher, root->twice);
}

void trace_unit_note(struct trace *trace, size_t unit)
{
	trace->unknown |= !trace->whole->units.at[unit].known;
	vec_each(known, &trace->units)
		if (*known == unit)
			return;
	vec_push(trace->arena, &trace->units, unit);
}

/* A unit's code, and what the other units do to its variables. */
static void add_unit(struct hasher *hasher, struct trace *trace, size_t unit)
{
	const struct whole_unit *state = &trace->whole->units.at[unit];
	trace_unit_note(trace, unit);
	hasher_text(hasher, trace_unit(trace, unit)->path);
	hasher_add(hasher, &state->brief.sides[SIDE_HOST], sizeof(struct hash));
	vec_each(variable, &trace_unit(trace, unit)->index.variables) {
		hasher_text(hasher, variable->name);
		add_flag(hasher, program_never_changed(&trace->whole->program, variable->name));
	}
}

static struct hash plan_digest(struct trace *trace, const struct plan *plan)
{
	struct hasher *hasher = hasher_new(trace->arena);
	add_flag(hasher, plan->whole);
	add_flag(hasher, plan->complete);
	add_flag(hasher, plan->closed);
	vec_each(root, &plan->roots)
		add_root(hasher, trace, *root);
	hasher_text(hasher, NULL);
	vec_each(unit, &plan->units)
		add_unit(hasher, trace, *unit);
	hasher_text(hasher, NULL);
	vec_each(function, &plan->kept)
		add_function(hasher, trace, *function);
	return hasher_end(hasher);
}

static bool plan_make(const struct trace *trace, enum trace_kind kind, const function_vec *from,
	bool *climbed, struct plan *plan)
{
	struct program *program = (struct program *)&trace->whole->program;
	switch (kind) {
	case TRACE_FIRST:
		plan_first(program, trace->unit, plan);
		return true;
	case TRACE_CLIMB:
		return plan_next(program, trace->unit, from, climbed, plan);
	case TRACE_ROOTS:
		plan_roots(program, trace->unit, from, plan);
		return true;
	case TRACE_CLASSES:
		break;
	}
	return false;
}

static bool writes_members(const struct unit_index *index)
{
	vec_each(entry, &index->classes)
		if ((*entry)->writers.n || (*entry)->joined.n || (*entry)->open)
			return true;
	return false;
}

static struct hash classes_digest(struct trace *trace)
{
	struct hasher *hasher = hasher_new(trace->arena);
	const struct program *program = &trace->whole->program;
	add_flag(hasher, program->whole);
	for (size_t i = 0; i < program->units.n; i++)
		if (writes_members(&program->units.at[i].index))
			add_unit(hasher, trace, i);
	return hasher_end(hasher);
}

bool trace_step_make(
	struct trace *trace, struct trace_step *step, bool *climbed, struct plan *plan)
{
	struct hasher *hasher = hasher_new(trace->arena);
	if (step->kind == TRACE_CLASSES) {
		step->digest = classes_digest(trace);
		return true;
	}
	bool made = plan_make(trace, step->kind, &step->from, climbed, plan);
	if (made) {
		struct hash digest = plan_digest(trace, plan);
		hasher_add(hasher, &digest, sizeof(digest));
	}
	hasher_add(hasher, climbed, climbed ? step->from.n * sizeof(*climbed) : 0);
	step->digest = hasher_end(hasher);
	return made;
}

static bool same_step(const struct trace_step *a, const struct trace_step *b)
{
	return a->kind == b->kind && a->from.n == b->from.n &&
	       !memcmp(&a->digest, &b->digest, sizeof(a->digest)) &&
	       (!a->from.n || !memcmp(a->from.at, b->from.at, a->from.n * sizeof(*a->from.at)));
}

void trace_step_add(struct trace *trace, const struct trace_step *step)
{
	vec_each(known, &trace->steps)
		if (same_step(known, step))
			return;
	vec_push(trace->arena, &trace->steps, *step);
}

bool trace_plan(struct trace *trace, enum trace_kind kind, const function_vec *from,
	bool *climbed, struct plan *plan)
{
	struct trace_step step = { .kind = kind };
	if (from)
		vec_each(function, from)
			vec_push(trace->arena, &step.from, *function);
	bool made = trace_step_make(trace, &step, climbed, plan);
	trace_step_add(trace, &step);
	return made;
}

void trace_classes(struct trace *trace)
{
	struct trace_step step = { .kind = TRACE_CLASSES };
	trace_step_make(trace, &step, NULL, NULL);
	trace_step_add(trace, &step);
}

struct hash trace_symbols(struct trace *trace, const text_list *symbols)
{
	struct hasher *hasher = hasher_new(trace->arena);
	vec_each(symbol, symbols) {
		size_t unit = 0;
		hasher_text(hasher, *symbol);
		if (!device_definer(&trace->whole->program, trace->unit, *symbol, &unit)) {
			hasher_text(hasher, NULL);
			continue;
		}
		trace_unit_note(trace, unit);
		hasher_text(hasher, trace_unit(trace, unit)->path);
		hasher_add(hasher, &trace->whole->units.at[unit].brief.sides[SIDE_DEVICE],
			sizeof(struct hash));
	}
	return hasher_end(hasher);
}
