/*
 * Works on LLVM's own text of the module, as closure.c does: what is not known to be a line of the source enters as it is.
 * Lines stand in the nodes of the debug information alone, whose file is named there or by the scope that they stand in.
 */
#include "ir/moved.h"

#include <ctype.h>
#include <stdlib.h>

#include "ir/debug_nodes.h"
#include "ir/node_order.h"

enum { MACRO_LINES = 40 }; /* of a call */

struct edit { /* digits for which a number stands */
	const char *at;
	uint64_t number;
};

struct text {
	struct arena *arena;
	const char *at;
	struct debug_nodes nodes;
	struct node_order order;
	VEC(bool) offsets; /* by number + 1: nodes that tell where inline assembly stands in the file's bytes */
	VEC(bool) ending; /* by number: attributes of functions that do not return */
	text_list elsewhere; /* functions whose body is here, but which another unit defines */
	loc_list *lines;
	told_list told;
	struct hasher *hasher;
	VEC(struct edit) edits; /* of the line that is put in */
};

int line_compare(const void *a, const void *b)
{
	const struct loc *x = a, *y = b;
	int order = strcmp(x->file, y->file);
	return order ? order : (x->line > y->line) - (x->line < y->line);
}

static bool is_line(const char *name, size_t length)
{
	return debug_field_is(name, length, "line") || debug_field_is(name, length, "scopeLine");
}

/* "attributes #5 = { noreturn ... }" */
static void attributes_read(struct text *text, const char *line)
{
	size_t number = strtoul(line + strcspn(line, "0123456789"), NULL, 10);
	while (text->ending.n <= number)
		vec_push(text->arena, &text->ending, false);
	text->ending.at[number] = text_within(line, " noreturn") != NULL;
}

static void offset_add(struct text *text, unsigned number)
{
	while (text->offsets.n <= number)
		vec_push(text->arena, &text->offsets, false);
	text->offsets.at[number] = true;
}

static void instruction_read(struct text *text, const char *line)
{
	const char *at = text_within(line, "!srcloc !");
	if (at)
		offset_add(text, debug_reference(at + 8));
}

/* "define available_externally ... @name(..." */
static void definition_read(struct text *text, const char *line)
{
	const char *name = text_within(line, "@");
	if (name)
		vec_push(text->arena, &text->elsewhere,
			arena_strndup(text->arena, name + 1, strcspn(name + 1, "(\n")));
}

static bool is_elsewhere(const struct text *text, const char *name)
{
	vec_each(known, &text->elsewhere)
		if (!strcmp(*known, name))
			return true;
	return false;
}

static void text_read(struct text *text)
{
	debug_nodes_read(&text->nodes, text->at);
	node_order_read(&text->order, text->at);
	for (const char *line = text->at; *line; line = text_line_end(line), line += *line == '\n') {
		if (text_starts(line, "attributes #"))
			attributes_read(text, line);
		else if (text_starts(line, "define available_externally "))
			definition_read(text, line);
		else if (text_starts(line, "  "))
			instruction_read(text, line);
	}
}

static void line_add(struct text *text, unsigned number, unsigned line)
{
	struct loc loc = { .file = debug_path(&text->nodes, number), .line = line };
	if (loc.file && line)
		vec_push(text->arena, text->lines, loc);
}

typedef void field_fn(struct text *text, unsigned number, const char *value);

static void each_line(struct text *text, const char *fields, unsigned number, field_fn *take)
{
	const char *name;
	size_t length;
	for (const char *at = fields; (at = debug_next_field(at, &name, &length));)
		if (is_line(name, length))
			take(text, number, at);
}

static void field_list(struct text *text, unsigned number, const char *value)
{
	line_add(text, number, (unsigned)strtoul(value, NULL, 10));
}

static void lines_fill(struct text *text)
{
	unsigned number;
	vec_each(line, &text->order.reached) {
		const char *fields = debug_fields(*line, &number);
		if (fields)
			each_line(text, fields, number, field_list);
	}
	loc_list *lines = text->lines;
	if (lines->n)
		qsort(lines->at, lines->n, sizeof(*lines->at), line_compare);
	size_t n = 0;
	vec_each(loc, lines)
		if (!n || line_compare(&lines->at[n - 1], loc))
			lines->at[n++] = *loc;
	lines->n = n;
}

/* Lets a number stand for the digits at a place of the line. */
static void number_put(struct text *text, const char *at, uint64_t number)
{
	struct edit edit = { at, number };
	size_t i = text->edits.n;
	vec_push(text->arena, &text->edits, edit);
	for (; i && text->edits.at[i - 1].at > at; i--)
		text->edits.at[i] = text->edits.at[i - 1];
	text->edits.at[i] = edit;
}

static void edited_put(struct text *text, const char *at, const char *end)
{
	vec_each(edit, &text->edits) {
		hasher_add(text->hasher, at, (size_t)(edit->at - at));
		hasher_add(text->hasher, &edit->number, sizeof(edit->number));
		at = edit->at + strspn(edit->at, "0123456789");
	}
	hasher_add(text->hasher, at, (size_t)(end - at));
}

static void field_put(struct text *text, unsigned number, const char *value)
{
	struct loc wanted = { .file = debug_path(&text->nodes, number),
		.line = (unsigned)strtoul(value, NULL, 10) };
	const struct loc *found =
		wanted.file && wanted.line ? bsearch(&wanted, text->lines->at, text->lines->n,
						     sizeof(wanted), line_compare)
					   : NULL;
	if (found)
		number_put(text, value, (uint64_t)(found - text->lines->at));
}

/* Does a call, by the attributes behind its arguments, not return. */
static bool is_ending(const struct text *text, const char *line)
{
	const char *end = text_line_end(line);
	for (const char *at = line; (at = text_within(at, ") #")); at++) {
		size_t number = strtoul(at + 3, NULL, 10);
		if (at < end && number < text->ending.n && text->ending.at[number])
			return true;
	}
	return false;
}

/* The line that a call stands in, an invoke's second line included; 0: not known. */
static unsigned line_of(const struct text *text, const char *call)
{
	const char *at = text_within(call, "!dbg !");
	const char *next = text_line_end(call);
	if (!at && *next && text_within(call, "invoke "))
		at = text_within(next + 1, "!dbg !");
	unsigned number = at ? debug_reference(at + 5) : 0;
	return debug_line(&text->nodes, number);
}

static void told_add(struct text *text, const char *name, unsigned arg, bool ends)
{
	struct told told = { name, arg, ends };
	vec_each(known, &text->told)
		if (!strcmp(known->name, name) && known->arg == arg && known->ends == ends)
			return;
	vec_push(text->arena, &text->told, told);
}

/* The end of an argument: the comma or the parenthesis behind it. */
static const char *arg_end(const char *at)
{
	for (unsigned depth = 0; *at && *at != '\n'; at++) {
		if (*at == '"' && !(at = strchr(at + 1, '"')))
			return "";
		if (!depth && (*at == ',' || *at == ')'))
			return at;
		depth += (*at == '(' || *at == '{' || *at == '[' || *at == '<');
		depth -= (*at == ')' || *at == '}' || *at == ']' || *at == '>');
	}
	return at;
}

/* The digits of an argument that is a number of 32 bits; NULL: it is none. */
static const char *arg_number(const char *arg)
{
	if (!text_starts(arg, "i32 "))
		return NULL;
	for (arg += 4; islower((unsigned char)*arg);)
		arg += strcspn(arg, " ,)\n"), arg += *arg == ' ';
	return isdigit((unsigned char)*arg) ? arg : NULL;
}

/* Behind "@name(" of a call of a function that is named; NULL: it is none. */
static const char *call_args_at(struct text *text, const char *line, const char **name)
{
	const char *callee = text_within(line, "@");
	if (!callee || !(text_within(line, "call ") || text_within(line, "invoke ")))
		return NULL;
	size_t length = strcspn(callee + 1, "(), \n\"");
	if (callee[1 + length] != '(' || text_starts(callee, "@llvm."))
		return NULL;
	*name = arena_strndup(text->arena, callee + 1, length);
	return callee + length + 2;
}

static bool names_constant(const char *args)
{
	for (const char *arg = args, *end; *(end = arg_end(arg)); arg = end + 2) {
		const char *global = text_starts(arg, "ptr ") ? text_within(arg, "@") : NULL;
		if (global && global < end)
			return true;
		if (*end == ')')
			break;
	}
	return false;
}

/* Arguments that are the line of their call, or one of the next where a macro's call ends. */
static void call_put(struct text *text, const char *line)
{
	const char *name = NULL, *args = call_args_at(text, line, &name);
	unsigned place = args ? line_of(text, line) : 0, number = 0;
	bool ends = place && is_ending(text, line);
	if (!place || !(ends || (names_constant(args) && !is_elsewhere(text, name))))
		return;
	for (const char *arg = args, *end; *(end = arg_end(arg)); arg = end + 2, number++) {
		const char *digits = arg_number(arg);
		unsigned long value = digits ? strtoul(digits, NULL, 10) : 0;
		if (digits && value >= place && value - place < MACRO_LINES) {
			number_put(text, digits, value - place);
			told_add(text, name, number, ends);
		}
		if (*end == ')')
			break;
	}
}

/* A part of a line with its nodes by their order. */
static void part_put(struct text *text, const char *from, const char *end)
{
	for (const char *at = from; (at = node_next(at, end)); at++)
		number_put(text, at + 1, node_place(&text->order, debug_reference(at)));
	edited_put(text, from, end);
}

static void line_put(struct text *text, const char *line)
{
	text->edits.n = 0;
	if (text_starts(line, "  "))
		call_put(text, line);
	part_put(text, line, text_line_end(line));
}

static void node_put(struct text *text, const char *line)
{
	unsigned number;
	const char *fields = debug_fields(line, &number);
	const char *from = line + strcspn(line, "=\n");
	place_list members = { 0 };
	text->edits.n = 0;
	if (number < text->offsets.n && text->offsets.at[number])
		return;
	if (node_members(&text->order, number, &members)) {
		hasher_add(text->hasher, members.at, members.n * sizeof(*members.at));
		return;
	}
	if (fields)
		each_line(text, fields, number, field_put);
	part_put(text, from, node_end(line));
}

struct hash module_moved_hash(
	struct arena *arena, const struct module *module, struct moved *moved)
{
	struct arena *own = arena_new();
	struct text text = { .arena = own, .at = module_show(own, module),
		.nodes = { .arena = own }, .order = { .arena = own }, .hasher = hasher_new(own) };
	loc_list found = { 0 };
	text.lines = &found;
	text_read(&text);
	lines_fill(&text);
	for (const char *line = text.at; *line; line = text_line_end(line), line += *line == '\n')
		if (!debug_reference(line))
			line_put(&text, line);
	vec_each(line, &text.order.reached)
		node_put(&text, *line);
	struct hash hash = hasher_end(text.hasher);
	vec_each(loc, &found) {
		struct loc copy = { .file = arena_strdup(arena, loc->file), .line = loc->line };
		vec_push(arena, &moved->lines, copy);
	}
	vec_each(told, &text.told) {
		struct told copy = { arena_strdup(arena, told->name), told->arg, told->ends };
		vec_push(arena, &moved->told, copy);
	}
	arena_free(own);
	return hash;
}
