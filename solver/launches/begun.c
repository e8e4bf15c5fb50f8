#include "solver/launches/before.h"

#include <string.h>

#include "expr/linear.h"
#include "expr/place.h"

/* What lies in memory when a launch begins (struct host_preset), as the kernel's terms ask for it (struct begun). */

struct begun_leaf {
	const struct object *object;
	unsigned way, slot;
	enum { BEGUN_SURELY, BEGUN_MAYBE, BEGUN_BELOW, BEGUN_KNOWN, BEGUN_WORD } asked;
};

static bool leaf_find(const struct object *object, const struct symbol *sym, struct begun_leaf *leaf)
{
	for (unsigned way = 0; object->begun && way < BEGUN_WAYS; way++)
		for (unsigned slot = 0; slot < BEGUN_WIDTHS; slot++) {
			const struct begun *begun = &object->begun[way];
			if (sym != begun->surely[slot] && sym != begun->maybe[slot] &&
				sym != begun->below[slot] && sym != begun->known[slot] && sym != begun->word[slot])
				continue;
			*leaf = (struct begun_leaf){ object, way, slot,
				sym == begun->surely[slot]  ? BEGUN_SURELY
				: sym == begun->maybe[slot] ? BEGUN_MAYBE
				: sym == begun->below[slot] ? BEGUN_BELOW
				: sym == begun->known[slot] ? BEGUN_KNOWN
							    : BEGUN_WORD };
			return true;
		}
	return false;
}

/* Is a base the device variable of that linkage name: the kernel's own, or one that the host passes by address. */
static bool is_variable(const struct launch *launch, const struct et *base, const char *name)
{
	if (!base || base->op != ET_SYM || base->sym->kind != SYM_BASE)
		return false;
	const struct object *own = object_of_base(launch->kernel, base->sym);
	const struct host_alloc *alloc = own ? NULL : base->sym->origin;
	if (own)
		return own->kind == OBJECT_GLOBAL && object_is_global(own, name);
	return alloc && alloc->memory == HOST_GLOBAL && !strcmp(alloc->function, name);
}

/* Is the preset one of the object; `place`: where in the memory the object begins. */
static bool is_of(struct launch *launch, const struct host_preset *preset,
	const struct object *object, struct place *place)
{
	struct ets *ets = launch->kernel->ets;
	if (preset->variable && object->kind == OBJECT_GLOBAL) {
		*place = (struct place){ NULL, NULL, et_const(ets, 64, 0) };
		return object_is_global(object, preset->variable);
	}
	if (object->kind != OBJECT_PARAM || !object_place(launch, object, place))
		return false;
	return preset->variable ? is_variable(launch, place->base, preset->variable) : place->base == preset->words.base;
}

/* The object's preset of that number, the last one standing for all further ones; NULL: there are not as many. */
static const struct host_preset *preset_of(struct launch *launch, const struct object *object,
	unsigned way, struct place *place, bool *more)
{
	const struct host_preset *found = NULL;
	unsigned n = 0;
	struct place at;
	*more = false;
	for (size_t i = 0; launch->host && i < launch->host->presets.n; i++) {
		const struct host_preset *preset = &launch->host->presets.at[i];
		if (!is_of(launch, preset, object, &at))
			continue;
		if (n++ == way) {
			found = preset;
			*place = at;
		}
	}
	*more = way == BEGUN_WAYS - 1 && n > BEGUN_WAYS;
	return found;
}

static const struct et *index_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct et *const *pair = data;
	(void)ets;
	return leaf == pair[0] ? pair[1] : NULL;
}

/* The element of the preset that a word is, or its first one; NULL: it is none. */
static const struct et *element_of(struct ets *ets, const struct host_contents *words, unsigned width,
	const struct et *byte)
{
	bool bytes = words->width == 8 && words->stride == 1;
	if (words->width != width && !bytes)
		return NULL;
	return et_element(ets, byte, words->offset, words->stride);
}

static const struct et *at_index(struct ets *ets, const struct host_contents *words,
	const struct et *term, const struct et *index)
{
	const struct et *pair[] = { et_sym(ets, words->index), index };
	return et_map_once(ets, term, index_leaf, pair);
}

/* Does the word lie where the preset is: the whole of it, or else only a part. */
static const struct et *lies_there(struct ets *ets, const struct host_preset *preset, unsigned width,
	const struct et *index, bool part)
{
	const struct host_contents *words = &preset->words;
	const struct et *whole = at_index(ets, words, words->within, index), *some = whole;
	for (unsigned i = 1; words->width != width && i < width / 8; i++) {
		const struct et *byte = et_binary(ets, ET_ADD, ET_NSW, index, et_const(ets, 64, i));
		const struct et *lies = at_index(ets, words, words->within, byte);
		whole = et_and(ets, whole, lies);
		some = et_or(ets, some, lies);
	}
	return et_and(ets, preset->when, part ? et_and(ets, some, et_not(ets, whole)) : whole);
}

/* `unknown` stands for a word of which the preset is only a part. */
static const struct et *word_of(struct ets *ets, const struct host_preset *preset, unsigned width,
	const struct et *index, const struct et *unknown)
{
	const struct host_contents *words = &preset->words;
	if (words->width == width)
		return at_index(ets, words, words->value, index);
	const struct et *same = et_binary(ets, ET_MUL, 0, et_cast(ets, ET_ZEXT, width, words->value),
		et_const(ets, width, UINT64_C(0x0101010101010101) >> (64 - width)));
	return et_ite(ets, lies_there(ets, preset, width, index, true), unknown, same);
}

static void found_visit(void *data, const struct et *et)
{
	bool *found = data;
	*found |= et->op == ET_APP;
}

/*
 * Is the word a number below zero, or so near the last one that many additions bring it there, that no memory decides, where it lies
 * in the preset as a whole; or is one of its bytes such a number, or may it be one by how a kernel computes it.
 */
static const struct et *is_below(struct ets *ets, const struct host_preset *preset, unsigned width,
	const struct et *index)
{
	const struct et *value = preset->words.value;
	bool found = false;
	if (preset->below)
		return index ? lies_there(ets, preset, width, index, false) : preset->when;
	if (!index || !value)
		return et_bool(ets, false);
	et_once(ets_arena(ets), value, found_visit, &found);
	if (found)
		return et_bool(ets, false);
	const struct et *word = word_of(ets, preset, width, index, et_const(ets, width, 0));
	const struct et *below = et_and(ets, lies_there(ets, preset, width, index, false),
		et_binary(ets, ET_ULE, 0, et_const(ets, width, UINT64_C(1) << (width - 2)), word));
	const struct et *part = et_and(ets, lies_there(ets, preset, width, index, true),
		et_binary(ets, ET_SLT, 0, value, et_const(ets, value->width, 0)));
	return et_or(ets, below, part);
}

const struct et *begun_term(struct launch *launch, const struct et *leaf)
{
	static const unsigned widths[BEGUN_WIDTHS] = { 8, 16, 32, 64 };
	struct ets *ets = launch->kernel->ets;
	struct begun_leaf asked;
	struct place place;
	bool found = false, more;
	vec_each(object, &launch->kernel->objects)
		if (leaf_find(*object, leaf->sym, &asked)) {
			found = true;
			break;
		}
	if (!found)
		return NULL;
	const struct host_preset *preset = preset_of(launch, asked.object, asked.way, &place, &more);
	unsigned width = widths[asked.slot];
	if (!preset) {
		launch->unset |= asked.asked == BEGUN_SURELY && asked.way == 0;
		return asked.asked == BEGUN_WORD ? et_const(ets, width, 0) : et_bool(ets, false);
	}
	const struct host_contents *words = &preset->words;
	const struct et *byte = et_binary(ets, ET_ADD, ET_NSW, place.offset, leaf->arg[0]);
	const struct et *index = more ? NULL : element_of(ets, words, width, byte);
	if (asked.asked == BEGUN_WORD)
		return index && words->value ? word_of(ets, preset, width, index, leaf) : NULL;
	if (asked.asked == BEGUN_KNOWN)
		return index && words->value ? et_not(ets, lies_there(ets, preset, width, index, true)) : et_bool(ets, false);
	if (asked.asked == BEGUN_BELOW)
		return is_below(ets, preset, width, index);
	bool surely = preset->surely && index;
	launch->unset |= asked.asked == BEGUN_SURELY && asked.way == 0 && !surely;
	if (asked.asked == BEGUN_SURELY)
		return surely ? lies_there(ets, preset, width, index, false) : et_bool(ets, false);
	const struct et *part = index ? lies_there(ets, preset, width, index, true) : preset->when;
	return surely || !index ? part
				: et_or(ets, part, lies_there(ets, preset, width, index, false));
}

const struct host_preset *begun_preset_after(
	struct launch *launch, const struct object *object, const struct host_preset *last)
{
	struct place place;
	for (size_t i = 0; launch->host && i < launch->host->presets.n; i++) {
		const struct host_preset *preset = &launch->host->presets.at[i];
		if ((!last || preset > last) && preset->surely && is_of(launch, preset, object, &place))
			return preset;
	}
	return NULL;
}
