#include <string.h>

#include "solver/witnesses/enacted.h"

/*
 * What lies in memory when a run begins. What the host computes is no arbitrary number: memory that other kernels write, or of
 * which the host's contents say more than a range, is not known.
 */

enum { SALT = 1 << 20 };

static uint64_t mixed(uint64_t a, uint64_t b)
{
	uint64_t m = (a + 1) * 0x9e3779b97f4a7c15u ^ (b + 7) * 0xc2b2ae3d27d4eb4fu;
	m ^= m >> 29;
	m *= 0xbf58476d1ce4e5b9u;
	return m ^ m >> 32;
}

static uint64_t within_bounds(const struct symbol *sym, uint64_t value)
{
	uint64_t size = (uint64_t)sym->hi - (uint64_t)sym->lo + 1;
	return sym->bounded ? (uint64_t)sym->lo + (size ? value % size : value) : value;
}

bool enacted_given(void *data, const struct et *leaf, const uint64_t *args, uint64_t *value)
{
	const struct enacted *run = data;
	const struct symbol *sym = leaf->sym;
	const struct model_value *found = model_find(&run->sizes, leaf, args);
	bool input = sym->kind == SYM_HOST || sym->kind == SYM_PARAM || sym->kind == SYM_LOOP || sym->builtin >= BUILTIN_NTID;
	if (found) {
		*value = found->value;
		return !is_approximation(leaf);
	}
	if (!input || sym->computed)
		return false;
	*value = leaf->nargs ? mixed(args[0], run->input) & mask_bits(leaf->width > 1 ? leaf->width - 1 : 1) : 0;
	*value = within_bounds(sym, *value) & mask_bits(leaf->width);
	return true;
}

static const struct object *object_behind(const struct enacted *run, const struct symbol *base)
{
	return object_of_base(run->kernel, base);
}

static bool is_behind(const struct enacted *run, const struct et *pointer, const struct symbol *base)
{
	struct ets *ets = run->kernel->ets;
	return pointer->width == 64 && et_mentions(run->arena, pointer, et_sym(ets, base));
}

/* May a launch write there. */
static bool may_write(const struct enacted *run, const struct host_launch *other, const struct symbol *base)
{
	run->check->result->entangled = true;
	if (!other->args_known)
		return true;
	for (unsigned a = 0; a < other->args.n; a++)
		vec_each(piece, &other->args.at[a].pieces)
			if (is_behind(run, piece->value, base) &&
				(!other->kernel || !enact_spares(run->kernel, other->kernel, a, piece->offset)))
				return true;
	return false;
}

/* Has a launch been run before, or comes it later, where those before are run. */
static bool is_accounted_for(const struct enacted *run, const struct host_launch *other)
{
	if (!run->chained || other > run->launch->host || strcmp(other->function, run->launch->host->function))
		return run->chained;
	vec_each(stage, &run->stages)
		if (stage->host == other)
			return true;
	return false;
}

/* May another launch write there, of which it is not known what. */
static bool others_write(const struct enacted *run, const struct symbol *base)
{
	const struct host *host = run->check->host;
	for (size_t i = 0; host && i < host->launches.n; i++) {
		const struct host_launch *other = &host->launches.at[i];
		if (other != run->launch->host && !is_accounted_for(run, other) && may_write(run, other, base))
			return true;
	}
	return false;
}

/* Does the host leave zeros there before the launch: 1; something else, or that perhaps: -1; 0: it says nothing. */
static int preset_of(const struct host_launch *host, const struct symbol *base)
{
	int zeros = 0;
	for (size_t i = 0; host && i < host->presets.n; i++) {
		const struct host_preset *preset = &host->presets.at[i];
		const struct et *value = preset->words.value;
		if (preset->variable || !preset->words.base || preset->words.base->sym != base)
			continue;
		if (!value && !preset->surely)
			continue;
		if (!value || !et_is_const(value) || value->value)
			return -1;
		zeros |= preset->surely;
	}
	return zeros;
}

static struct enacted_memory memory_new(const struct enacted *run, const struct symbol *base)
{
	const struct object *object = object_behind(run, base);
	const struct host_launch *host = run->launch->host;
	struct enacted_memory memory = { .base = base };
	int preset = preset_of(host, base);
	memory.zeros = preset > 0;
	memory.counter = memory.zeros || enact_is_counter(run->kernel, base, run->launch->map);
	for (size_t i = 0; host && i < host->contents.n; i++)
		memory.filled |= host->contents.at[i].base->sym == base;
	for (size_t i = 0; host && i < host->refilled.n; i++)
		memory.refilled |= is_behind(run, host->refilled.at[i], base);
	memory.unknown = (preset < 0 && !memory.filled) || (object && object->kind == OBJECT_GLOBAL && !memory.counter) ||
			 (!preset && others_write(run, base));
	return memory;
}

static struct enacted_memory *memory_of(struct enacted *run, const struct symbol *base)
{
	vec_each(memory, &run->known)
		if (memory->base == base)
			return memory;
	struct enacted_memory memory = memory_new(run, base);
	vec_push(run->arena, &run->known, memory);
	return &run->known.at[run->known.n - 1];
}

struct filling {
	struct enacted *run;
	const struct host_contents *contents;
	uint64_t index;
};

static bool filling_leaf(void *data, const struct et *leaf, const uint64_t *args, uint64_t *value)
{
	const struct filling *filling = data;
	if (leaf->sym != filling->contents->index)
		return enacted_given(filling->run, leaf, args, value);
	*value = filling->index;
	return true;
}

static bool evaluated(struct filling *filling, const struct et *term, uint64_t *value)
{
	return term && et_eval(filling->run->arena, term, filling_leaf, filling, value);
}

/* An element that the host has put there; false: it is not known. */
static bool filled(struct enacted *run, const struct symbol *base, uint64_t offset, unsigned size, uint64_t *value)
{
	const struct host_launch *host = run->launch->host;
	for (size_t i = 0; i < host->contents.n; i++) {
		const struct host_contents *contents = &host->contents.at[i];
		struct filling filling = { run, contents, contents->stride ? (offset - contents->offset) / contents->stride : 0 };
		uint64_t inside, least, most;
		if (contents->base->sym != base)
			continue;
		bool here = contents->width == 8 * size && contents->stride &&
			    filling.index * contents->stride + contents->offset == offset;
		if (!here || contents->step || contents->apart)
			return false;
		if (!evaluated(&filling, contents->within, &inside) || !inside)
			return false;
		if (contents->value)
			return contents->computed && evaluated(&filling, contents->value, value);
		if (!evaluated(&filling, contents->least, &least) || !evaluated(&filling, contents->most, &most) || most < least)
			return false;
		*value = least + mixed(filling.index, run->input) % (most - least + 1);
		return true;
	}
	return false;
}

static uint64_t input_of(const struct enacted *run, uint64_t element)
{
	static const uint64_t sizes[ENACTED_INPUTS] = { 1, 2, 4, 3, 16, 1 << 16, 2, 4 };
	uint64_t size = sizes[run->input];
	return size == 1 ? 1 : mixed(element, run->input) % size;
}

static void as_float(uint64_t *value, unsigned size)
{
	float single = (float)*value;
	double number = (double)*value;
	*value = 0;
	if (size == 4)
		memcpy(value, &single, sizeof(single));
	else
		memcpy(value, &number, sizeof(number));
}

/* Where nothing says that all counters begin alike, one of them alone is known to begin somewhere. */
static enum enact_begin counter_begin(struct enacted_memory *memory, uint64_t offset)
{
	bool known = memory->zeros || !memory->begun || memory->first == offset;
	if (!memory->begun)
		memory->first = offset;
	memory->begun = true;
	return known ? ENACT_GIVEN : ENACT_UNKNOWN_CONTENTS;
}

/*
 * What launches before have left there, or found; false: they have not been there. Blocks of theirs that are not run are taken to write
 * where none that is run has been.
 */
static bool left_before(struct enacted *run, const struct symbol *base, uint64_t offset, unsigned size,
	struct enact_left *left)
{
	bool others = false;
	for (size_t i = run->stages.n; i-- > 0;) {
		const struct enacted_stage *stage = &run->stages.at[i];
		if (stage->host >= run->launch->host || stage->skipped)
			continue;
		if (stage->ended && enact_left(stage->machine, base, offset, size, left))
			return true;
		bool writes = (!stage->ended || stage->partial) && may_write(run, stage->host, base);
		others |= writes;
		if (writes && !stage->ended)
			break;
	}
	*left = (struct enact_left){ 0 };
	return others;
}

/* The number of the memory among all that was met. */
static uint64_t number_of(struct enacted *run, const struct symbol *base)
{
	for (size_t i = 0; i < run->bases.n; i++)
		if (run->bases.at[i] == base)
			return i;
	vec_push(run->arena, &run->bases, base);
	return run->bases.n - 1;
}

/* The last launch before that may have written there, if it has been run whole. */
static struct enacted_stage *writer_before(struct enacted *run, const struct symbol *base)
{
	for (size_t i = run->stages.n; i-- > 0;) {
		struct enacted_stage *stage = &run->stages.at[i];
		if (stage->host < run->launch->host && !stage->skipped && may_write(run, stage->host, base))
			return stage->ended && !stage->partial ? stage : NULL;
	}
	return NULL;
}

/* Where the launches before have not been lies what they would have found. */
static enum enact_begin begin_before(struct enacted *run, struct enacted_stage *stage, const struct symbol *base, uint64_t offset,
	unsigned size, bool floating, uint64_t *value)
{
	struct enacted there = *run;
	there.kernel = stage->kernel;
	there.launch = stage->launch;
	there.known = stage->known;
	const struct enacted_memory *memory = memory_of(&there, base);
	enum enact_begin begin = memory->counter && !memory->zeros ? ENACT_UNKNOWN_CONTENTS
								   : enacted_begin(&there, base, offset, size, floating, value);
	stage->known = there.known;
	run->chosen |= there.chosen;
	run->bases = there.bases;
	return begin;
}

enum enact_begin enacted_begin(void *data, const struct symbol *base, uint64_t offset, unsigned size, bool floating, uint64_t *value)
{
	struct enacted *run = data;
	struct enacted_memory *memory = memory_of(run, base);
	struct enact_left left;
	*value = 0;
	if (!memory->zeros && !memory->filled && left_before(run, base, offset, size, &left)) {
		*value = left.value;
		return left.known && !memory->refilled ? ENACT_GIVEN : ENACT_UNKNOWN_CONTENTS;
	}
	struct enacted_stage *stage = memory->zeros || memory->filled || memory->refilled ? NULL : writer_before(run, base);
	if (stage)
		return begin_before(run, stage, base, offset, size, floating, value);
	if (memory->unknown)
		return ENACT_UNKNOWN_CONTENTS;
	if (memory->filled)
		return filled(run, base, offset, size, value) ? ENACT_CHOSEN : ENACT_UNKNOWN_CONTENTS;
	run->chosen = true;
	if (memory->counter)
		return counter_begin(memory, offset);
	memory->read = true;
	*value = input_of(run, offset / size + SALT * number_of(run, base));
	if (floating)
		as_float(value, size);
	return ENACT_CHOSEN;
}

uint64_t enacted_size(void *data, const struct symbol *base)
{
	struct enacted *run = data;
	const struct host_alloc *alloc = base->kind == SYM_BASE ? base->origin : NULL;
	uint64_t size;
	if (!alloc || object_behind(run, base) || !alloc->size ||
		!et_eval(run->arena, alloc->size, enacted_given, run, &size))
		return UINT64_MAX;
	return size;
}

const char *enacted_names(const struct enacted *run)
{
	const char *text = NULL;
	vec_each(memory, &run->known)
		if (memory->read)
			text = arena_printf(run->check->run, "%s%s'%s'", text ? text : "", text ? ", " : "", memory->base->name);
	return text;
}
