#include "ir/debug_nodes.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

enum { SCOPES = 64 }; /* nested ones */

bool text_starts(const char *at, const char *word)
{
	return !strncmp(at, word, strlen(word));
}

const char *text_line_end(const char *at)
{
	const char *end = strchr(at, '\n');
	return end ? end : at + strlen(at);
}

const char *text_within(const char *line, const char *word)
{
	return memmem(line, (size_t)(text_line_end(line) - line), word, strlen(word));
}

unsigned debug_reference(const char *at)
{
	return *at == '!' && isdigit((unsigned char)at[1]) ? (unsigned)strtoul(at + 1, NULL, 10) + 1
							   : 0;
}

const char *debug_fields(const char *line, unsigned *number)
{
	*number = debug_reference(line);
	if (!*number)
		return NULL;
	const char *at = line + 1 + strspn(line + 1, "0123456789");
	at += text_starts(at, " = ") ? 3 : 0;
	at += text_starts(at, "distinct ") ? 9 : 0;
	return text_starts(at, "!DI") ? at + strcspn(at, "(\n") : NULL;
}

const char *debug_next_field(const char *at, const char **name, size_t *length)
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
		if (text_starts(at, ": "))
			return at + 2;
		at--;
	}
	return NULL;
}

bool debug_field_is(const char *name, size_t length, const char *word)
{
	return length == strlen(word) && !strncmp(name, word, length);
}

static const struct debug_node *node_at(const struct debug_nodes *nodes, unsigned number)
{
	static const struct debug_node none;
	return number < nodes->all.n ? &nodes->all.at[number] : &none;
}

static void node_read(struct debug_nodes *nodes, const char *fields, unsigned number)
{
	struct debug_node node = { 0 };
	const char *name;
	size_t length;
	while (nodes->all.n <= number)
		vec_push(nodes->arena, &nodes->all, node);
	for (const char *at = fields; (at = debug_next_field(at, &name, &length));) {
		if (debug_field_is(name, length, "scope"))
			node.scope = debug_reference(at);
		else if (debug_field_is(name, length, "file"))
			node.file = debug_reference(at);
		else if (debug_field_is(name, length, "line"))
			node.line = (unsigned)strtoul(at, NULL, 10);
		else if (debug_field_is(name, length, "filename") && *at == '"')
			node.path = arena_strndup(nodes->arena, at + 1, strcspn(at + 1, "\""));
	}
	nodes->all.at[number] = node;
}

/* "#dbg_declare(ptr %n.addr, !12, !DIExpression(), !34)" */
static void record_read(struct debug_nodes *nodes, const char *record)
{
	const char *variable = text_within(record, ", !"), *place = variable;
	for (const char *next = variable; next; next = text_within(next + 1, ", !"))
		place = next;
	if (!variable)
		return;
	struct debug_record read = { debug_reference(variable + 2), debug_reference(place + 2) };
	vec_push(nodes->arena, &nodes->records, read);
}

/*
 * Where a member of a class template is instantiated, its parameters stand in the lines of the class, but in the scope of the
 * definition, which may be in another file.
 */
static void places_settle(struct debug_nodes *nodes)
{
	vec_each(record, &nodes->records) {
		const struct debug_node *variable = node_at(nodes, record->variable);
		if (variable->line && variable->line == node_at(nodes, record->place)->line)
			nodes->all.at[record->place].file = variable->file;
	}
}

void debug_nodes_read(struct debug_nodes *nodes, const char *text)
{
	unsigned number;
	for (const char *line = text; *line; line = text_line_end(line), line += *line == '\n') {
		const char *fields = debug_fields(line, &number);
		if (fields)
			node_read(nodes, fields, number);
		else if (text_starts(line, "    #dbg_"))
			record_read(nodes, line);
	}
	places_settle(nodes);
}

const char *debug_path(const struct debug_nodes *nodes, unsigned number)
{
	for (unsigned i = 0; i < SCOPES && number; i++) {
		const struct debug_node *node = node_at(nodes, number);
		if (node->file)
			return node_at(nodes, node->file)->path;
		number = node->scope;
	}
	return NULL;
}

unsigned debug_line(const struct debug_nodes *nodes, unsigned number)
{
	return node_at(nodes, number)->line;
}
