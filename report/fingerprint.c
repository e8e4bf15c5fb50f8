#include "report/fingerprint.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/strmap.h"
#include "base/vec.h"

/* A rolling polynomial hash: every line's is that of the window that begins with it. */
enum { WINDOW = 100, FACTOR = 37, END = 65535 };

struct printed {
	const char *path;
	VEC(const char *) lines;
};

struct fingerprints {
	struct arena *arena;
	VEC(struct printed *) files;
};

struct window {
	struct arena *arena;
	struct printed *out;
	struct strmap *counts; /* hash -> unsigned */
	uint16_t units[WINDOW];
	unsigned lines[WINDOW]; /* that begin with the unit; 0: none does */
	unsigned at, line;
	uint64_t hash, first; /* first: FACTOR to the power of WINDOW */
	bool starts, returned; /* a line starts here; the last unit was a carriage return */
};

struct fingerprints *fingerprints_new(struct arena *arena)
{
	struct fingerprints *prints = arena_alloc(arena, sizeof(*prints));
	prints->arena = arena;
	return prints;
}

static void line_done(struct window *w)
{
	const char *hash = arena_printf(w->arena, "%" PRIx64, w->hash);
	unsigned *count = strmap_get(w->counts, hash);
	if (!w->lines[w->at])
		return;
	if (!count) {
		count = arena_alloc(w->arena, sizeof(*count));
		strmap_set(w->counts, hash, count);
	}
	vec_push(w->arena, &w->out->lines, arena_printf(w->arena, "%s:%u", hash, ++*count));
	w->lines[w->at] = 0;
}

static void window_push(struct window *w, uint16_t unit)
{
	w->hash = FACTOR * w->hash + unit - w->first * w->units[w->at];
	w->units[w->at] = unit;
	w->at = (w->at + 1) % WINDOW;
}

static void unit_take(struct window *w, uint16_t unit)
{
	bool feed = unit == '\n' && w->returned;
	w->returned = unit == '\r';
	if (unit == ' ' || unit == '\t' || feed)
		return;
	if (unit == '\r')
		unit = '\n';
	line_done(w);
	if (w->starts)
		w->lines[w->at] = ++w->line;
	w->starts = unit == '\n';
	window_push(w, unit);
}

/* One character of UTF-8, as UTF-16; a byte that is none stands for itself. Returns how many bytes it has. */
static size_t character_take(struct window *w, const unsigned char *text, size_t left)
{
	size_t n = *text < 0xc0 ? 1 : *text < 0xe0 ? 2 : *text < 0xf0 ? 3 : 4;
	uint32_t value = n == 1 ? *text : *text & (0x7fu >> n);
	if (n > left)
		n = 1;
	for (size_t i = 1; i < n; i++)
		value = value << 6 | (text[i] & 0x3f);
	if (value >= 0x10000) {
		unit_take(w, (uint16_t)(0xd800 + ((value - 0x10000) >> 10 & 0x3ff)));
		value = 0xdc00 + (value & 0x3ff);
	}
	unit_take(w, (uint16_t)value);
	return n;
}

static void file_take(struct window *w, FILE *file)
{
	VEC(unsigned char) text = { 0 };
	int c;
	while ((c = getc(file)) != EOF)
		vec_push(w->arena, &text, (unsigned char)c);
	for (size_t i = 0; i < text.n;)
		i += character_take(w, text.at + i, text.n - i);
	unit_take(w, END);
	for (unsigned i = 0; i < WINDOW; i++) {
		line_done(w);
		window_push(w, 0);
	}
}

static struct printed *file_print(struct arena *arena, const char *path)
{
	struct printed *printed = arena_alloc(arena, sizeof(*printed));
	struct window w = { .arena = arena, .out = printed, .counts = strmap_new(arena),
		.first = 1, .starts = true };
	printed->path = path;
	for (unsigned i = 0; i < WINDOW; i++)
		w.first *= FACTOR;
	FILE *file = fopen(path, "re");
	if (!file)
		return printed;
	file_take(&w, file);
	fclose(file);
	return printed;
}

const char *fingerprint_of(struct fingerprints *prints, const char *file, unsigned line)
{
	struct printed *of = NULL;
	if (!file || !line)
		return NULL;
	vec_each(known, &prints->files)
		if (!strcmp((*known)->path, file))
			of = *known;
	if (!of) {
		of = file_print(prints->arena, file);
		vec_push(prints->arena, &prints->files, of);
	}
	return line <= of->lines.n ? of->lines.at[line - 1] : NULL;
}
