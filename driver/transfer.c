/*
 * One function per struct serves both directions: it either appends the fields
 * to the bytes or fills them from there, so writer and reader cannot differ.
 */
#include "driver/transfer.h"

#include <stdlib.h>

struct mapped { /* a line, before and after */
	unsigned from, to;
};

struct transfer {
	struct arena *arena;
	byte_list *out; /* NULL: reading */
	const char *at, *end;
	bool damaged;
	place_map_fn *map; /* NULL: places stay as they are */
	void *map_data;
	VEC(struct mapped) near; /* the places of what a text belongs to */
};

static void raw(struct transfer *t, void *data, size_t n)
{
	if (t->out) {
		for (size_t i = 0; i < n; i++)
			vec_push(t->arena, t->out, ((const char *)data)[i]);
	} else if (!t->damaged && (size_t)(t->end - t->at) >= n) {
		memcpy(data, t->at, n);
		t->at += n;
	} else {
		t->damaged = true;
	}
}

/* A count of elements that each take at least one byte; 0 when damaged. */
static void length(struct transfer *t, size_t *n)
{
	raw(t, n, sizeof(*n));
	if (!t->out && (t->damaged || *n > (size_t)(t->end - t->at))) {
		t->damaged = true;
		*n = 0;
	}
}

static void text(struct transfer *t, const char **string)
{
	size_t n = t->out && *string ? strlen(*string) + 1 : 0;
	length(t, &n);
	if (t->out) {
		for (size_t i = 0; i < n; i++)
			vec_push(t->arena, t->out, (*string)[i]);
	} else {
		*string = n ? arena_strndup(t->arena, t->at, n) : NULL;
		t->at += n;
	}
}

#define SCALAR(t, field) raw(t, &(field), sizeof(field))

/* Runs `each(t, &element)` for all elements of a vec, making them when reading. */
#define LIST(t, vec, each)                                                                         \
	do {                                                                                       \
		size_t n_ = (vec)->n;                                                              \
		length(t, &n_);                                                                    \
		if (!(t)->out) {                                                                   \
			(vec)->at = arena_alloc((t)->arena, n_ * sizeof(*(vec)->at));              \
			(vec)->n = (vec)->room = n_;                                               \
		}                                                                                  \
		for (size_t i_ = 0; i_ < n_; i_++)                                                 \
			each(t, &(vec)->at[i_]);                                                   \
	} while (0)

static void map_loc(struct transfer *t, struct loc *l)
{
	struct mapped mapped = { .from = l->line };
	t->map(t->map_data, l);
	mapped.to = l->line;
	vec_push(t->arena, &t->near, mapped);
}

static void loc(struct transfer *t, struct loc *l)
{
	struct loc passed = *l;
	if (t->map && t->out)
		map_loc(t, &passed);
	text(t, &passed.file);
	SCALAR(t, passed.line);
	SCALAR(t, passed.column);
	if (t->out)
		return;
	if (t->map && !t->damaged)
		map_loc(t, &passed);
	*l = passed;
}

/* A line that a text names without its file: it is that of a place of what the text belongs to, or the same in all files. */
static unsigned map_line(struct transfer *t, unsigned line)
{
	struct loc place = { .line = line };
	vec_each(mapped, &t->near)
		if (mapped->from == line)
			return mapped->to;
	t->map(t->map_data, &place);
	return place.line;
}

/* The text with every number after "line " changed as places are. */
static const char *map_lines(struct transfer *t, const char *string)
{
	static const char word[] = "line ";
	const char *mapped = "";
	for (const char *at; (at = strstr(string, word));) {
		char *end;
		at += strlen(word);
		unsigned line = (unsigned)strtoul(at, &end, 10);
		mapped = arena_printf(t->arena, "%s%.*s", mapped, (int)(at - string), string);
		string = at;
		if (end == at)
			continue;
		mapped = arena_printf(t->arena, "%s%u", mapped, map_line(t, line));
		string = end;
	}
	return arena_printf(t->arena, "%s%s", mapped, string);
}

/* A text of hgrd's own, which may name lines as in "the lock taken at line 12". */
static void sentence(struct transfer *t, const char **string)
{
	const char *passed = *string;
	if (t->map && t->out && passed)
		passed = map_lines(t, passed);
	text(t, &passed);
	if (t->out)
		return;
	*string = t->map && passed && !t->damaged ? map_lines(t, passed) : passed;
}

static void frame(struct transfer *t, struct frame *f)
{
	text(t, &f->function);
	loc(t, &f->loc);
}

static void access(struct transfer *t, struct race_access *a)
{
	loc(t, &a->loc);
	SCALAR(t, a->type);
	text(t, &a->text);
	LIST(t, &a->stack, frame);
}

static void param(struct transfer *t, struct witness_param *p)
{
	text(t, &p->name);
	SCALAR(t, p->value);
	SCALAR(t, p->is_unsigned);
}

static void witness(struct transfer *t, struct witness *w)
{
	SCALAR(t, w->grid_dim);
	SCALAR(t, w->block_dim);
	LIST(t, &w->params, param);
	SCALAR(t, w->thread);
	SCALAR(t, w->offset);
}

static void race(struct transfer *t, struct race *r)
{
	SCALAR(t, r->kind);
	SCALAR(t, r->space);
	SCALAR(t, r->severity);
	text(t, &r->object);
	t->near.n = 0;
	access(t, &r->access[0]);
	access(t, &r->access[1]);
	sentence(t, &r->cause);
	witness(t, &r->witness);
}

static void fact(struct transfer *t, struct fact *f)
{
	SCALAR(t, f->kind);
	text(t, &f->text);
	loc(t, &f->loc);
}

static void undecided(struct transfer *t, struct undecided *u)
{
	t->near.n = 0;
	loc(t, &u->loc);
	sentence(t, &u->reason);
}

static void launch(struct transfer *t, struct launch_result *l)
{
	loc(t, &l->loc);
	for (int axis = 0; axis < 3; axis++) {
		text(t, &l->grid[axis]);
		text(t, &l->block[axis]);
	}
	text(t, &l->archs);
	SCALAR(t, l->verdict);
	SCALAR(t, l->seconds);
	LIST(t, &l->races, race);
	LIST(t, &l->facts, fact);
	SCALAR(t, l->assumptions);
	LIST(t, &l->undecided, undecided);
	SCALAR(t, l->begun);
	SCALAR(t, l->unsearched);
}

static void kernel(struct transfer *t, struct kernel_result *k)
{
	text(t, &k->name);
	text(t, &k->mangled);
	loc(t, &k->loc);
	LIST(t, &k->params, text);
	LIST(t, &k->launches, launch);
}

static void finding(struct transfer *t, struct finding *f)
{
	text(t, &f->rule);
	SCALAR(t, f->severity);
	t->near.n = 0;
	loc(t, &f->loc);
	sentence(t, &f->message);
}

static void file_error(struct transfer *t, struct file_error *e)
{
	text(t, &e->file);
	text(t, &e->message);
	SCALAR(t, e->cause);
}

static void all(struct transfer *t, struct results *r)
{
	LIST(t, &r->kernels, kernel);
	LIST(t, &r->findings, finding);
	LIST(t, &r->errors, file_error);
	LIST(t, &r->notes, text);
	SCALAR(t, r->seconds);
	SCALAR(t, r->system_launches);
}

void transfer_write_places(struct arena *arena, const struct results *results, byte_list *bytes,
	place_map_fn *map, void *data)
{
	struct transfer t = { .arena = arena, .out = bytes, .map = map, .map_data = data };
	struct results copy = *results;
	all(&t, &copy);
}

void transfer_write(struct arena *arena, const struct results *results, byte_list *bytes)
{
	transfer_write_places(arena, results, bytes, NULL, NULL);
}

bool transfer_read_places(struct arena *arena, const char *bytes, size_t size,
	struct results *results, place_map_fn *map, void *data)
{
	struct transfer t = { .arena = arena, .at = bytes, .end = bytes + size, .map = map,
		.map_data = data };
	struct results read = { 0 };
	all(&t, &read);
	if (t.damaged || t.at != t.end)
		return false;
	vec_each(it, &read.kernels)
		vec_push(arena, &results->kernels, *it);
	vec_each(it, &read.findings)
		vec_push(arena, &results->findings, *it);
	vec_each(it, &read.errors)
		vec_push(arena, &results->errors, *it);
	vec_each(it, &read.notes)
		vec_push(arena, &results->notes, *it);
	results->seconds += read.seconds;
	results->system_launches += read.system_launches;
	return true;
}

bool transfer_read(struct arena *arena, const char *bytes, size_t size, struct results *results)
{
	return transfer_read_places(arena, bytes, size, results, NULL, NULL);
}
