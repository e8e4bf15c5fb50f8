#include "driver/trace.h"

#include <string.h>

#include "base/stats.h"
#include "driver/cache_internal.h"
#include "driver/device.h"
#include "driver/lines.h"
#include "driver/moves.h"
#include "report/merge.h"

static const struct program_unit *unit_at(const struct trace *trace, size_t unit)
{
	return &trace->whole->program.units.at[unit];
}

static void add_flag(struct hasher *hasher, bool value)
{
	hasher_add(hasher, &value, sizeof(value));
}

static void add_function(
	struct hasher *hasher, const struct trace *trace, const struct program_function *function)
{
	hasher_text(hasher, function->name);
	hasher_text(hasher, unit_at(trace, function->unit)->path);
}

static void add_root(
	struct hasher *hasher, const struct trace *trace, const struct program_function *root)
{
	add_function(hasher, trace, root);
	add_flag(hasher, root->is_main);
	add_flag(hasher, function_has_callers(root));
}

static void unit_note(struct trace *trace, size_t unit)
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
	unit_note(trace, unit);
	hasher_text(hasher, unit_at(trace, unit)->path);
	hasher_add(hasher, &state->brief.sides[SIDE_HOST], sizeof(struct hash));
	vec_each(variable, &unit_at(trace, unit)->index.variables) {
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

/* Makes a plan and fills the step's digest. */
static bool step_make(
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

bool trace_plan(struct trace *trace, enum trace_kind kind, const function_vec *from,
	bool *climbed, struct plan *plan)
{
	struct trace_step step = { .kind = kind };
	if (from)
		vec_each(function, from)
			vec_push(trace->arena, &step.from, *function);
	bool made = step_make(trace, &step, climbed, plan);
	vec_push(trace->arena, &trace->steps, step);
	return made;
}

void trace_classes(struct trace *trace)
{
	struct trace_step step = { .kind = TRACE_CLASSES };
	step_make(trace, &step, NULL, NULL);
	vec_push(trace->arena, &trace->steps, step);
}

/* The units that define device symbols, by their device code. */
static struct hash symbols_digest(struct trace *trace, const text_list *symbols)
{
	struct hasher *hasher = hasher_new(trace->arena);
	vec_each(symbol, symbols) {
		size_t unit = 0;
		hasher_text(hasher, *symbol);
		if (!device_definer(&trace->whole->program, trace->unit, *symbol, &unit)) {
			hasher_text(hasher, NULL);
			continue;
		}
		unit_note(trace, unit);
		hasher_text(hasher, unit_at(trace, unit)->path);
		hasher_add(hasher, &trace->whole->units.at[unit].brief.sides[SIDE_DEVICE],
			sizeof(struct hash));
	}
	return hasher_end(hasher);
}

static struct hash trace_key(struct cache *cache, struct trace *trace)
{
	struct hasher *hasher = hasher_new(trace->arena);
	const struct whole_unit *state = &trace->whole->units.at[trace->unit];
	unit_note(trace, trace->unit);
	hasher_add(hasher, state->brief.sides, sizeof(state->brief.sides));
	struct hash own = hasher_end(hasher);
	return cache_key(cache, "trace", unit_at(trace, trace->unit)->path, &own);
}

static void step_pack(const struct trace *trace, const struct trace_step *step, byte_list *bytes)
{
	struct arena *arena = trace->arena;
	pack_number(arena, bytes, step->kind);
	pack_number(arena, bytes, step->from.n);
	vec_each(function, &step->from) {
		pack_text(arena, bytes, (*function)->name);
		pack_text(arena, bytes, unit_at(trace, (*function)->unit)->path);
	}
	pack_bytes(arena, bytes, &step->digest, sizeof(step->digest));
}

static void units_pack(const struct trace *trace, byte_list *bytes)
{
	pack_number(trace->arena, bytes, trace->units.n);
	vec_each(unit, &trace->units) {
		pack_text(trace->arena, bytes, unit_at(trace, *unit)->path);
		pack_bytes(trace->arena, bytes, &trace->whole->units.at[*unit].brief.key,
			sizeof(struct hash));
	}
}

static void trace_write(struct cache *cache, struct trace *trace, const struct results *results)
{
	byte_list bytes = { 0 }, written = { 0 };
	struct arena *arena = trace->arena;
	struct hash key = trace_key(cache, trace);
	struct hash symbols = symbols_digest(trace, &trace->symbols);
	unsigned limited = cache->limited | results_limited(results, cache->timeouts);
	if (trace->unknown)
		return;
	stats.cached_limits += limited != 0;
	pack_limit(cache, &bytes, limited);
	pack_number(arena, &bytes, trace->symbols.n);
	vec_each(symbol, &trace->symbols)
		pack_text(arena, &bytes, *symbol);
	pack_bytes(arena, &bytes, &symbols, sizeof(symbols));
	pack_number(arena, &bytes, trace->steps.n);
	vec_each(step, &trace->steps)
		step_pack(trace, step, &bytes);
	transfer_write(arena, results, &written);
	pack_bytes(arena, &bytes, written.at, written.n);
	units_pack(trace, &bytes);
	quotes_pack(arena, results, &bytes);
	cache_put(cache, &key, &bytes);
}

void trace_put(struct cache *cache, struct trace *trace, const struct results *results)
{
	if (cache && !cache->off && !results->errors.n)
		TIMED(cache)
			trace_write(cache, trace, results);
}

static const struct whole_unit *unit_named(const struct trace *trace, const char *path)
{
	for (size_t i = 0; i < trace->whole->program.units.n; i++)
		if (!strcmp(unit_at(trace, i)->path, path))
			return &trace->whole->units.at[i];
	return NULL;
}

static struct program_function *function_read(const struct trace *trace, struct unpack *unpack)
{
	const char *name = unpack_text(unpack), *path = unpack_text(unpack);
	vec_each(unit, &trace->whole->program.units) {
		if (!strcmp(unit->path, path))
			return unit->functions ? strmap_get(unit->functions, name) : NULL;
	}
	return NULL;
}

/* Would the step be made again as it was. */
static bool step_holds(struct trace *trace, struct unpack *unpack)
{
	struct trace_step step = { .kind = (enum trace_kind)unpack_number(unpack) };
	struct plan plan;
	struct hash then;
	size_t n = unpack_count(unpack, 2 * sizeof(uint64_t));
	for (size_t i = 0; i < n; i++) {
		struct program_function *function = function_read(trace, unpack);
		if (!function)
			return false;
		vec_push(trace->arena, &step.from, function);
	}
	if (!unpack_copy(unpack, &then, sizeof(then)))
		return false;
	bool *climbed = step.kind == TRACE_CLIMB ? arena_alloc(trace->arena, n) : NULL;
	step_make(trace, &step, climbed, &plan);
	return !memcmp(&then, &step.digest, sizeof(then));
}

static bool symbols_hold(struct trace *trace, struct unpack *unpack)
{
	text_list symbols = { 0 };
	struct hash then;
	size_t n = unpack_count(unpack, sizeof(uint64_t));
	for (size_t i = 0; i < n; i++)
		vec_push(trace->arena, &symbols, unpack_text(unpack));
	if (!unpack_copy(unpack, &then, sizeof(then)))
		return false;
	struct hash is = symbols_digest(trace, &symbols);
	return !memcmp(&is, &then, sizeof(is));
}

/* What has moved since; *moves stays NULL where nothing has. */
static bool moves_fill(struct cache *cache, const struct trace *trace, struct unpack *unpack,
	struct moves **moves)
{
	struct moves *found = moves_new(trace->arena, cache);
	size_t n = unpack_count(unpack, sizeof(struct hash));
	bool all = true, moved = false;
	for (size_t i = 0; i < n; i++) {
		struct hash then;
		const struct whole_unit *now = unit_named(trace, unpack_text(unpack));
		if (!unpack_copy(unpack, &then, sizeof(then)) || !now)
			return false;
		moved |= memcmp(&then, &now->brief.key, sizeof(then)) != 0;
		all = all && moves_add(found, &then, &now->brief.key);
	}
	if (moved)
		*moves = found;
	return !moved || (all && moves_agree(found) && !lines_used(&trace->whole->program, found));
}

static bool results_take(struct arena *arena, struct unpack *unpack, struct moves *moves,
	const char *at, size_t size, struct results *results)
{
	struct results read = { 0 };
	if (unpack->damaged)
		return false;
	if (!moves)
		return transfer_read(arena, at, size, results);
	if (!transfer_read_places(arena, at, size, &read, moves_place, moves) ||
		!moves_quotes(moves, unpack, &read) || !moves_found(moves))
		return false;
	results_append(arena, &read, results);
	return true;
}

static bool trace_take(struct cache *cache, struct trace *trace, const byte_list *value,
	struct results *results, unsigned *limited)
{
	struct unpack unpack = { value->at, value->at + value->n, false };
	size_t size;
	if (!unpack_limit(cache, &unpack, limited) || !symbols_hold(trace, &unpack))
		return false;
	size_t n = unpack_count(&unpack, sizeof(struct hash));
	for (size_t i = 0; i < n; i++)
		if (!step_holds(trace, &unpack))
			return false;
	const char *at = unpack_bytes(&unpack, &size);
	struct moves *moves = NULL;
	return n && !trace->unknown && moves_fill(cache, trace, &unpack, &moves) &&
	       results_take(trace->arena, &unpack, moves, at, size, results);
}

bool trace_find(struct cache *cache, struct trace *trace, struct results *results, unsigned *limited)
{
	byte_list value = { 0 };
	bool found = false;
	if (!cache)
		return false;
	TIMED(cache) {
		struct hash key = trace_key(cache, trace);
		found = cache_get(cache, trace->arena, &key, &value) &&
			trace_take(cache, trace, &value, results, limited);
	}
	trace->units.n = 0;
	trace->unknown = false;
	return found;
}
