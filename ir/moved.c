/*
 * Works on LLVM's own text of the module, as closure.c does: what is not known to be a line of the source enters as it is.
 * Lines stand in the nodes of the debug information alone, whose file is named there or by the scope that they stand in.
 */
#include "ir/moved.h"

#include <ctype.h>
#include <stdlib.h>

enum { SCOPES = 64, MACRO_LINES = 40 }; /* of nested scopes; of a call of a macro */

struct node { /* of metadata */
	unsigned scope, file; /* numbers + 1 of nodes; 0: none */
	unsigned line;
	const char *path; /* of a file */
	bool offset;	  /* it tells where inline assembly stands in the file's bytes */
};

struct text {
	struct arena *arena;
	const char *at;
	VEC(struct node) nodes;
	VEC(bool) ending; /* by number: attributes of functions that do not return */
	text_list elsewhere; /* functions whose body is here, but which another unit defines */
	loc_list *lines;
	told_list told;
	struct hasher *hasher;
	const char *hashed; /* how far the text has been put in */
};

int line_compare(const void *a, const void *b)
{
	const struct loc *x = a, *y = b;
	int order = strcmp(x->file, y->file);
	return order ? order : (x->line > y->line) - (x->line < y->line);
}

static bool starts(const char *at, const char *word)
{
	return !strncmp(at, word, strlen(word));
}

static const char *line_end(const char *at)
{
	const char *end = strchr(at, '\n');
	return end ? end : at + strlen(at);
}

static const char *within(const char *line, const char *word)
{
	return memmem(line, (size_t)(line_end(line) - line), word, strlen(word));
}

static struct node *node_at(struct text *text, size_t number)
{
	struct node none = { 0 };
	while (text->nodes.n <= number)
		vec_push(text->arena, &text->nodes, none);
	return &text->nodes.at[number];
}

/* A number behind a mark, + 1; 0 where there is none. */
static unsigned reference(const char *at)
{
	return *at == '!' && isdigit((unsigned char)at[1]) ? (unsigned)strtoul(at + 1, NULL, 10) + 1
							   : 0;
}

/* Is a debug node defined in a line; its number, and where its fields begin. */
static const char *node_fields(const char *line, unsigned *number)
{
	*number = reference(line);
	if (!*number)
		return NULL;
	const char *at = line + 1 + strspn(line + 1, "0123456789");
	at += starts(at, " = ") ? 3 : 0;
	at += starts(at, "distinct ") ? 9 : 0;
	return starts(at, "!DI") ? at + strcspn(at, "(\n") : NULL;
}

/* The next "name: value" of a node; NULL: none. Values that are strings are not looked into. */
static const char *next_field(const char *at, const char **name, size_t *length)
{
	for (; *at && *at != '\n'; at++) {
		if (*at == '"')
			at = strchr(at + 1, '"');
		if (!at)
			return NULL;
		if (!isalpha((unsigned char)*at) || !strchr("( ", at[-1]))
			continue;
		*length = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
		*name = at;
		at += *length;
		if (starts(at, ": "))
			return at + 2;
		at--;
	}
	return NULL;
}

static bool is_named(const char *name, size_t length, const char *word)
{
	return length == strlen(word) && !strncmp(name, word, length);
}

static bool is_line(const char *name, size_t length)
{
	return is_named(name, length, "line") || is_named(name, length, "scopeLine");
}

static void node_read(struct text *text, const char *fields, unsigned number)
{
	struct node *node = node_at(text, number);
	const char *name;
	size_t length;
	for (const char *at = fields; (at = next_field(at, &name, &length));) {
		if (is_named(name, length, "scope"))
			node->scope = reference(at);
		else if (is_named(name, length, "file"))
			node->file = reference(at);
		else if (is_named(name, length, "line"))
			node->line = (unsigned)strtoul(at, NULL, 10);
		else if (is_named(name, length, "filename") && *at == '"')
			node->path = arena_strndup(text->arena, at + 1, strcspn(at + 1, "\""));
	}
}

/* "attributes #5 = { noreturn ... }" */
static void attributes_read(struct text *text, const char *line)
{
	size_t number = strtoul(line + strcspn(line, "0123456789"), NULL, 10);
	while (text->ending.n <= number)
		vec_push(text->arena, &text->ending, false);
	text->ending.at[number] = within(line, " noreturn") != NULL;
}

static void instruction_read(struct text *text, const char *line)
{
	const char *at = within(line, "!srcloc !");
	if (at)
		node_at(text, reference(at + 8))->offset = true;
}

/* "define available_externally ... @name(..." */
static void definition_read(struct text *text, const char *line)
{
	const char *name = within(line, "@");
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
	unsigned number;
	for (const char *line = text->at; *line; line = line_end(line), line += *line == '\n') {
		const char *fields = node_fields(line, &number);
		if (fields)
			node_read(text, fields, number);
		else if (starts(line, "attributes #"))
			attributes_read(text, line);
		else if (starts(line, "define available_externally "))
			definition_read(text, line);
		else if (starts(line, "  "))
			instruction_read(text, line);
	}
}

/* The file that a node's lines are of; NULL: not known. */
static const char *path_of(struct text *text, unsigned number)
{
	for (unsigned i = 0; i < SCOPES && number && number < text->nodes.n; i++) {
		const struct node *node = &text->nodes.at[number];
		if (node->file)
			return node->file < text->nodes.n ? text->nodes.at[node->file].path : NULL;
		number = node->scope;
	}
	return NULL;
}

static void line_add(struct text *text, unsigned number, unsigned line)
{
	struct loc loc = { .file = path_of(text, number), .line = line };
	if (loc.file && line)
		vec_push(text->arena, text->lines, loc);
}

typedef void field_fn(struct text *text, unsigned number, const char *value);

static void each_line(struct text *text, const char *fields, unsigned number, field_fn *take)
{
	const char *name;
	size_t length;
	for (const char *at = fields; (at = next_field(at, &name, &length));)
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
	for (const char *line = text->at; *line; line = line_end(line), line += *line == '\n') {
		const char *fields = node_fields(line, &number);
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

/* Puts the text up to a place in, and a number for the digits that stand there. */
static void number_put(struct text *text, const char *at, uint64_t number)
{
	hasher_add(text->hasher, text->hashed, (size_t)(at - text->hashed));
	hasher_add(text->hasher, &number, sizeof(number));
	text->hashed = at + strspn(at, "0123456789");
}

static void field_put(struct text *text, unsigned number, const char *value)
{
	struct loc wanted = { .file = path_of(text, number),
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
	const char *end = line_end(line);
	for (const char *at = line; (at = within(at, ") #")); at++) {
		size_t number = strtoul(at + 3, NULL, 10);
		if (at < end && number < text->ending.n && text->ending.at[number])
			return true;
	}
	return false;
}

/* The line that a call stands in, an invoke's second line included; 0: not known. */
static unsigned line_of(const struct text *text, const char *call)
{
	const char *at = within(call, "!dbg !");
	const char *next = line_end(call);
	if (!at && *next && within(call, "invoke "))
		at = within(next + 1, "!dbg !");
	unsigned number = at ? reference(at + 5) : 0;
	return number && number < text->nodes.n ? text->nodes.at[number].line : 0;
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
	if (!starts(arg, "i32 "))
		return NULL;
	for (arg += 4; islower((unsigned char)*arg);)
		arg += strcspn(arg, " ,)\n"), arg += *arg == ' ';
	return isdigit((unsigned char)*arg) ? arg : NULL;
}

/* Behind "@name(" of a call of a function that is named; NULL: it is none. */
static const char *call_args_at(struct text *text, const char *line, const char **name)
{
	const char *callee = within(line, "@");
	if (!callee || !(within(line, "call ") || within(line, "invoke ")))
		return NULL;
	size_t length = strcspn(callee + 1, "(), \n\"");
	if (callee[1 + length] != '(' || starts(callee, "@llvm."))
		return NULL;
	*name = arena_strndup(text->arena, callee + 1, length);
	return callee + length + 2;
}

static bool names_constant(const char *args)
{
	for (const char *arg = args, *end; *(end = arg_end(arg)); arg = end + 2) {
		const char *global = starts(arg, "ptr ") ? within(arg, "@") : NULL;
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

static void line_put(struct text *text, const char *line)
{
	unsigned number;
	const char *fields = node_fields(line, &number);
	if (fields)
		each_line(text, fields, number, field_put);
	else if (number && number < text->nodes.n && text->nodes.at[number].offset)
		number_put(text, line + strcspn(line, "=\n"), 0), text->hashed = line_end(line);
	else if (starts(line, "  "))
		call_put(text, line);
}

struct hash module_moved_hash(
	struct arena *arena, const struct module *module, struct moved *moved)
{
	struct arena *own = arena_new();
	struct text text = { .arena = own, .at = module_show(own, module),
		.hasher = hasher_new(own) };
	loc_list found = { 0 };
	text.lines = &found;
	text.hashed = text.at;
	text_read(&text);
	lines_fill(&text);
	for (const char *line = text.at; *line; line = line_end(line), line += *line == '\n')
		line_put(&text, line);
	hasher_text(text.hasher, text.hashed);
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
