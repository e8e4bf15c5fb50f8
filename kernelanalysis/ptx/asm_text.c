#include "kernelanalysis/ptx/asm_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Statements of inline PTX: an optional guard, an opcode of dotted parts, operands. */

static const char *skip_blank(const char *p)
{
	for (;;) {
		while (*p && isspace((unsigned char)*p))
			p++;
		if (!strncmp(p, "//", 2))
			p += strcspn(p, "\n");
		else
			return p;
	}
}

static const char *trimmed(struct arena *arena, const char *from, const char *to)
{
	while (from < to && isspace((unsigned char)*from))
		from++;
	while (to > from && isspace((unsigned char)to[-1]))
		to--;
	return arena_strndup(arena, from, (size_t)(to - from));
}

/* The end of the statement: a semicolon or newline's end outside brackets. */
static const char *statement_end(const char *p)
{
	while (*p && *p != ';')
		p++;
	return p;
}

static bool split_opcode(struct arena *arena, const char **at, struct ptx_statement *statement)
{
	const char *p = *at;
	for (;;) {
		size_t length = strcspn(p, ". \t\n;:");
		if (statement->parts + 1 >= PTX_PARTS || !length)
			return false;
		statement->part[statement->parts++] = arena_strndup(arena, p, length);
		p += length;
		bool shared = length == strlen("shared") && !strncmp(p - length, "shared", length);
		if (shared && !strncmp(p, "::cluster", 9)) {
			statement->part[statement->parts++] = "shared_cluster";
			p += 9;
		} else if (shared && !strncmp(p, "::cta", 5)) {
			p += 5;
		}
		if (p[0] == ':' && p[1] == ':') {
			p += 2;
			continue;
		}
		if (*p != '.')
			break;
		p++;
	}
	*at = p;
	return *p != ':';
}

static bool split_operands(
	struct arena *arena, const char *p, const char *end, struct ptx_statement *statement)
{
	int depth = 0;
	const char *from = p;
	for (; p <= end; p++) {
		if (p < end && (*p == '[' || *p == '{'))
			depth++;
		if (p < end && (*p == ']' || *p == '}'))
			depth--;
		if (p < end && (*p != ',' || depth > 0))
			continue;
		const char *text = trimmed(arena, from, p);
		if (*text || p < end) {
			if (statement->operands == PTX_OPERANDS)
				return false;
			statement->operand[statement->operands++] = text;
		}
		from = p + 1;
	}
	return depth == 0;
}

/* The name of a label that begins here, its end in *at; NULL: there is none. */
static const char *label(struct arena *arena, const char **at)
{
	size_t length = strcspn(*at, " \t\n;");
	if (length < 2 || (*at)[length - 1] != ':')
		return NULL;
	const char *name = arena_strndup(arena, *at, length - 1);
	*at += length;
	return name;
}

static bool is_declaration(const char *p)
{
	return !strncmp(p, ".reg", 4) || !strncmp(p, ".pragma", 7);
}

bool ptx_statements(struct arena *arena, const char *text, ptx_list *list)
{
	for (const char *p = skip_blank(text); *p; p = skip_blank(p)) {
		if (*p == '{' || *p == '}' || *p == ';') {
			p++;
			continue;
		}
		struct ptx_statement statement = { 0 };
		const char *end = statement_end(p);
		if (*p == '.') {
			if (!is_declaration(p))
				return false;
			p = end;
			continue;
		}
		statement.label = label(arena, &p);
		if (statement.label) {
			vec_push(arena, list, statement);
			continue;
		}
		if (*p == '@') {
			size_t length = strcspn(p, " \t\n;");
			statement.guarded = true;
			statement.guard = arena_strndup(arena, p + 1, length - 1);
			p = skip_blank(p + length);
		}
		if (!split_opcode(arena, &p, &statement) ||
			!split_operands(arena, p, end, &statement))
			return false;
		vec_push(arena, list, statement);
		p = end;
	}
	return true;
}

bool ptx_has(const struct ptx_statement *statement, const char *part)
{
	for (unsigned i = 1; i < statement->parts; i++)
		if (!strcmp(statement->part[i], part))
			return true;
	return false;
}

bool ptx_type(const struct ptx_statement *statement, unsigned *bits, char *letter)
{
	for (unsigned i = statement->parts - 1; i > 0; i--) {
		const char *part = statement->part[i];
		if (!strchr("usbf", *part) || !isdigit((unsigned char)part[1]))
			continue;
		char *end;
		unsigned long value = strtoul(part + 1, &end, 10);
		if (!strcmp(end, "x2"))
			value *= 2;
		else if (*end)
			continue;
		*bits = (unsigned)value;
		*letter = *part;
		return value == 8 || value == 16 || value == 32 || value == 64 || value == 128;
	}
	return false;
}
