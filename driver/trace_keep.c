#include <string.h>

#include "base/stats.h"
#include "driver/cache_internal.h"
#include "driver/lines.h"
#include "driver/moves.h"
#include "driver/trace_internal.h"
#include "report/merge.h"

/* Of what is kept for device code of the unit. */
static struct hash trace_key(struct cache *cache, struct trace *trace, const struct hash *device)
{
	struct hasher *hasher = hasher_new(trace->arena);
	const struct whole_unit *state = &trace->whole->units.at[trace->unit];
	trace_unit_note(trace, trace->unit);
	hasher_add(hasher, &state->brief.sides[SIDE_HOST], sizeof(struct hash));
	hasher_add(hasher, device, sizeof(*device));
	struct hash own = hasher_end(hasher);
	return cache_key(cache, "trace", trace_unit(trace, trace->unit)->path, &own);
}

/* Of the hash of the device code that something was kept for last. */
static struct hash last_key(struct cache *cache, const struct trace *trace)
{
	return cache_key(cache, "last trace", trace_unit(trace, trace->unit)->path,
		&trace->whole->units.at[trace->unit].brief.sides[SIDE_HOST]);
}

static const struct hash *device_side(const struct trace *trace)
{
	return &trace->whole->units.at[trace->unit].brief.sides[SIDE_DEVICE];
}

/* The device code: the unit's own, and what the symbols bring. */
static struct hash device_digest(struct trace *trace, const text_list *symbols)
{
	struct hasher *hasher = hasher_new(trace->arena);
	struct hash linked = trace_symbols(trace, symbols);
	hasher_add(hasher, device_side(trace), sizeof(struct hash));
	hasher_add(hasher, &linked, sizeof(linked));
	return hasher_end(hasher);
}

void part_append(struct arena *arena, const struct part *part, struct results *results)
{
	vec_each(kernel, &part->results.kernels)
		vec_push(arena, &results->kernels, *kernel);
	vec_each(finding, &part->results.findings) {
		bool known = false;
		vec_each(other, &results->findings)
			known |= same_loc(&other->loc, &finding->loc) &&
				 !strcmp(other->rule, finding->rule);
		if (!known)
			vec_push(arena, &results->findings, *finding);
	}
}

/* Writing. */

static void step_pack(const struct trace *trace, const struct trace_step *step, byte_list *bytes)
{
	struct arena *arena = trace->arena;
	pack_number(arena, bytes, step->kind);
	pack_number(arena, bytes, step->from.n);
	vec_each(function, &step->from) {
		pack_text(arena, bytes, (*function)->name);
		pack_text(arena, bytes, trace_unit(trace, (*function)->unit)->path);
	}
	pack_bytes(arena, bytes, &step->digest, sizeof(step->digest));
}

static void units_pack(const struct trace *trace, byte_list *bytes)
{
	pack_number(trace->arena, bytes, trace->units.n);
	vec_each(unit, &trace->units) {
		pack_text(trace->arena, bytes, trace_unit(trace, *unit)->path);
		pack_bytes(trace->arena, bytes, &trace->whole->units.at[*unit].brief.key,
			sizeof(struct hash));
	}
}

static void results_pack(struct arena *arena, const struct results *results, byte_list *bytes)
{
	byte_list written = { 0 };
	transfer_write(arena, results, &written);
	pack_bytes(arena, bytes, written.at, written.n);
	quotes_pack(arena, results, bytes);
}

static void part_pack(struct arena *arena, const struct part *part, byte_list *bytes)
{
	pack_text(arena, bytes, part->mangled);
	pack_number(arena, bytes, part->known && !results_entangled(&part->results));
	pack_bytes(arena, bytes, &part->code, sizeof(part->code));
	pack_number(arena, bytes, part->lines.n);
	vec_each(line, &part->lines) {
		pack_text(arena, bytes, line->file);
		pack_number(arena, bytes, line->line);
	}
	results_pack(arena, &part->results, bytes);
}

static void texts_pack(struct arena *arena, const text_list *texts, byte_list *bytes)
{
	pack_number(arena, bytes, texts->n);
	vec_each(text, texts)
		pack_text(arena, bytes, *text);
}

static unsigned trace_limited(
	const struct cache *cache, const struct trace *trace, const struct results *others)
{
	unsigned limited = cache->limited | results_limited(others, cache->timeouts);
	vec_each(part, &trace->parts)
		limited |= results_limited(&part->results, cache->timeouts);
	return limited;
}

static void trace_write(struct cache *cache, struct trace *trace, const struct results *others)
{
	byte_list bytes = { 0 }, asked = { 0 };
	struct arena *arena = trace->arena;
	struct hash key = trace_key(cache, trace, device_side(trace)), last = last_key(cache, trace);
	struct hash device = device_digest(trace, &trace->symbols);
	unsigned limited = trace_limited(cache, trace, others);
	if (trace->unknown)
		return;
	stats.cached_limits += limited != 0;
	pack_limit(cache, &bytes, limited);
	texts_pack(arena, &trace->symbols, &bytes);
	pack_bytes(arena, &bytes, &device, sizeof(device));
	pack_number(arena, &bytes, trace->steps.n);
	vec_each(step, &trace->steps)
		step_pack(trace, step, &bytes);
	units_pack(trace, &bytes);
	pack_number(arena, &asked, trace->joined);
	texts_pack(arena, &trace->dropped, &asked);
	answers_pack(arena, trace->answers, &asked);
	pack_bytes(arena, &bytes, asked.at, asked.n);
	results_pack(arena, others, &bytes);
	pack_number(arena, &bytes, trace->parts.n);
	vec_each(part, &trace->parts)
		part_pack(arena, part, &bytes);
	cache_put(cache, &key, &bytes);
	bytes.n = 0;
	pack_bytes(arena, &bytes, device_side(trace), sizeof(struct hash));
	cache_put(cache, &last, &bytes);
}

void trace_put(struct cache *cache, struct trace *trace, const struct results *others)
{
	if (cache && !cache->off && !others->errors.n && trace->answers)
		TIMED(cache)
			trace_write(cache, trace, others);
}

/* Reading. */

static bool unit_named(const struct trace *trace, const char *path, size_t *number)
{
	for (*number = 0; *number < trace->whole->program.units.n; (*number)++)
		if (!strcmp(trace_unit(trace, *number)->path, path))
			return true;
	return false;
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

/* Would the step be made again as it was; it is added then. */
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
	trace_step_make(trace, &step, climbed, &plan);
	trace_step_add(trace, &step);
	return !memcmp(&then, &step.digest, sizeof(then));
}

static bool steps_hold(struct trace *trace, struct unpack *unpack)
{
	size_t n = unpack_count(unpack, sizeof(struct hash));
	for (size_t i = 0; i < n; i++)
		if (!step_holds(trace, unpack))
			return false;
	return n && !trace->unknown;
}

text_list trace_texts(struct arena *arena, struct unpack *unpack)
{
	text_list texts = { 0 };
	size_t n = unpack_count(unpack, sizeof(uint64_t));
	for (size_t i = 0; i < n; i++)
		vec_push(arena, &texts, unpack_text(unpack));
	return texts;
}

static bool units_read(struct trace *trace, struct trace_kept *kept)
{
	size_t n = unpack_count(&kept->unpack, sizeof(struct hash));
	for (size_t i = 0; i < n; i++) {
		struct then_unit then;
		const char *path = unpack_text(&kept->unpack);
		if (!unpack_copy(&kept->unpack, &then.key, sizeof(then.key)) ||
			!unit_named(trace, path, &then.unit))
			return false;
		vec_push(trace->arena, &kept->units, then);
	}
	return true;
}

static const struct hash *key_now(const struct trace *trace, size_t unit)
{
	return &trace->whole->units.at[unit].brief.key;
}

bool trace_moves(const struct trace *trace, const struct trace_kept *kept, unsigned own,
	struct moves *moves)
{
	vec_each(then, &kept->units) {
		unsigned sides = then->unit == trace->unit ? own : ALL_SIDES;
		if (!moves_add(moves, &then->key, key_now(trace, then->unit), sides))
			return false;
	}
	return true;
}

bool trace_moves_good(const struct trace *trace, struct moves *moves)
{
	return moves_agree(moves) && !lines_used(&trace->whole->program, moves);
}

static bool any_moved(const struct trace *trace, const struct trace_kept *kept)
{
	vec_each(then, &kept->units)
		if (memcmp(&then->key, key_now(trace, then->unit), sizeof(then->key)))
			return true;
	return false;
}

bool trace_results(struct arena *arena, struct unpack *unpack, struct moves *moves,
	struct results *results)
{
	size_t size, flags;
	const char *at = unpack_bytes(unpack, &size);
	if (unpack->damaged)
		return false;
	if (moves)
		return transfer_read_places(arena, at, size, results, moves_place, moves) &&
		       moves_quotes(moves, unpack, results) && moves_found(moves);
	unpack_bytes(unpack, &flags);
	return transfer_read(arena, at, size, results);
}

bool trace_part(struct arena *arena, struct unpack *unpack, struct part *part)
{
	part->mangled = unpack_text(unpack);
	part->known = unpack_number(unpack);
	if (!unpack_copy(unpack, &part->code, sizeof(part->code)))
		return false;
	size_t n = unpack_count(unpack, 2 * sizeof(uint64_t));
	for (size_t i = 0; i < n; i++) {
		struct source_line line = { .file = unpack_text(unpack) };
		line.line = (unsigned)unpack_number(unpack);
		vec_push(arena, &part->lines, line);
	}
	return !unpack->damaged;
}

static bool all_take(struct cache *cache, struct trace *trace, struct trace_kept *kept,
	struct results *results)
{
	struct moves *moves = any_moved(trace, kept) ? moves_new(trace->arena, cache) : NULL;
	struct results found = { 0 };
	if (moves && !(trace_moves(trace, kept, ALL_SIDES, moves) && trace_moves_good(trace, moves)))
		return false;
	if (!trace_results(trace->arena, &kept->unpack, moves, &found))
		return false;
	size_t n = unpack_count(&kept->unpack, sizeof(struct hash));
	for (size_t i = 0; i < n; i++) {
		struct part part = { 0 };
		if (!trace_part(trace->arena, &kept->unpack, &part) ||
			!trace_results(trace->arena, &kept->unpack, moves, &part.results))
			return false;
		part_append(trace->arena, &part, &found);
	}
	if (!kept->unpack.damaged)
		results_append(trace->arena, &found, results);
	return !kept->unpack.damaged;
}

/* Reads what is kept; *all: the device code is what it was. */
static struct trace_kept *kept_read(
	struct cache *cache, struct trace *trace, const byte_list *value, bool *all)
{
	struct trace_kept *kept = arena_alloc(trace->arena, sizeof(*kept));
	struct hash device;
	kept->unpack = (struct unpack){ value->at, value->at + value->n, false };
	if (!unpack_limit(cache, &kept->unpack, &kept->limited))
		return NULL;
	text_list symbols = trace_texts(trace->arena, &kept->unpack);
	if (!unpack_copy(&kept->unpack, &device, sizeof(device)))
		return NULL;
	struct hash is = device_digest(trace, &symbols);
	*all = !memcmp(&is, &device, sizeof(is));
	if (!steps_hold(trace, &kept->unpack) || !units_read(trace, kept))
		return NULL;
	size_t size;
	const char *asked = unpack_bytes(&kept->unpack, &size);
	kept->asked = (struct unpack){ asked, asked + size, false };
	return kept->unpack.damaged ? NULL : kept;
}

/* What is kept for the device code at hand, or for that of the last time. */
static bool value_find(struct cache *cache, struct trace *trace, byte_list *value)
{
	struct hash key = trace_key(cache, trace, device_side(trace)), device;
	if (cache_get(cache, trace->arena, &key, value))
		return true;
	key = last_key(cache, trace);
	if (!cache_get(cache, trace->arena, &key, value))
		return false;
	struct unpack unpack = { value->at, value->at + value->n, false };
	if (!unpack_copy(&unpack, &device, sizeof(device)))
		return false;
	key = trace_key(cache, trace, &device);
	return cache_get(cache, trace->arena, &key, value);
}

static bool trace_read(struct cache *cache, struct trace *trace, struct results *results,
	unsigned *limited)
{
	byte_list value = { 0 };
	bool all = false;
	if (!value_find(cache, trace, &value))
		return false;
	struct trace_kept *kept = kept_read(cache, trace, &value, &all);
	if (!kept)
		return false;
	*limited = kept->limited;
	if (!all)
		trace->kept = kept;
	return all && all_take(cache, trace, kept, results);
}

bool trace_find(struct cache *cache, struct trace *trace, struct results *results, unsigned *limited)
{
	bool found = false;
	if (!cache)
		return false;
	TIMED(cache)
		found = trace_read(cache, trace, results, limited);
	if (!trace->kept) {
		trace->steps.n = 0;
		trace->units.n = 0;
		trace->unknown = false;
	}
	return found;
}
