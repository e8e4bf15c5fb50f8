#include "hostanalysis/program/index.h"

#include <stdlib.h>
#include <string.h>

/*
 * One entry a line: a letter, its numbers, its name. c, a, k, v, r and p belong to the
 * function (f) before them, l, n, m, b, s, w, j, o and z to the class (C). The last line is ".".
 */

static void list_write(FILE *file, char letter, const text_list *list)
{
	vec_each(name, list)
		fprintf(file, "%c 0 0 0 %s\n", letter, *name);
}

static void class_write(FILE *file, const struct class_entry *entry)
{
	fprintf(file, "C 0 0 0 %s\nn 0 0 0 %s\n", entry->name, entry->shown);
	fprintf(file, "l %u 0 0 %s\n", entry->loc.line, entry->loc.file);
	vec_each(member, &entry->members)
		fprintf(file, "m %u %u %u %s\n", member->offset, member->width,
			(unsigned)member->is_unsigned, member->name);
	list_write(file, 'b', &entry->bases);
	list_write(file, 's', &entry->setters);
	list_write(file, 'w', &entry->writers);
	list_write(file, 'j', &entry->joined);
	if (entry->blank)
		fprintf(file, "z 0 0 0 %s\n", entry->name);
	if (entry->open)
		fprintf(file, "o 0 0 0 %s\n", entry->open);
}

void index_write(const struct unit_index *index, FILE *file)
{
	vec_each(function, &index->functions) {
		fprintf(file, "f %u %u %u %s\n", (unsigned)function->kind, function->size,
			(unsigned)function->interest, function->name);
		list_write(file, 'c', &function->calls);
		list_write(file, 'a', &function->twice);
		list_write(file, 'k', &function->kernels);
		list_write(file, 'v', &function->variables);
		list_write(file, 'r', &function->members);
		vec_each(pass, &function->passes)
			fprintf(file, "p %u %u 0 %s\n", pass->param, pass->arg, pass->callee);
	}
	vec_each(entry, &index->classes)
		class_write(file, *entry);
	vec_each(variable, &index->variables)
		fprintf(file, "g %u %u %u %s\n", (unsigned)variable->kind,
			(unsigned)variable->defined, (unsigned)variable->changed, variable->name);
	list_write(file, 't', &index->taken);
	list_write(file, 'K', &index->kernels);
	list_write(file, 'D', &index->device_defined);
	fputs(".\n", file);
}

struct line {
	char letter;
	unsigned number[3];
	const char *name;
};

static bool function_line(struct arena *arena, const struct line *line, struct unit_index *index)
{
	struct index_function *last =
		index->functions.n ? &index->functions.at[index->functions.n - 1] : NULL;
	if (line->letter == 'f') {
		struct index_function function = { .name = line->name,
			.kind = (enum index_kind)line->number[0], .size = line->number[1],
			.interest = line->number[2] };
		vec_push(arena, &index->functions, function);
		return function.kind <= INDEX_WEAK;
	}
	if (!last)
		return false;
	if (line->letter == 'c')
		vec_push(arena, &last->calls, line->name);
	else if (line->letter == 'a')
		vec_push(arena, &last->twice, line->name);
	else if (line->letter == 'k')
		vec_push(arena, &last->kernels, line->name);
	else if (line->letter == 'r')
		vec_push(arena, &last->members, line->name);
	else if (line->letter == 'p')
		vec_push(arena, &last->passes,
			((struct index_pass){ line->name, line->number[0], line->number[1] }));
	else
		vec_push(arena, &last->variables, line->name);
	return true;
}

static bool class_line(struct arena *arena, const struct line *line, struct unit_index *index)
{
	struct class_entry *last =
		index->classes.n ? index->classes.at[index->classes.n - 1] : NULL;
	if (line->letter == 'C') {
		last = arena_alloc(arena, sizeof(*last));
		last->name = last->shown = line->name;
		vec_push(arena, &index->classes, last);
		return true;
	}
	struct class_member member = { line->number[0], line->number[1], line->number[2],
		line->name };
	if (!last)
		return false;
	switch (line->letter) {
	case 'l':
		last->loc = (struct loc){ line->name, line->number[0], 1 };
		return true;
	case 'n':
		last->shown = line->name;
		return true;
	case 'm':
		vec_push(arena, &last->members, member);
		return last->members.n <= CLASS_MEMBERS;
	case 'b':
		vec_push(arena, &last->bases, line->name);
		return true;
	case 's':
		vec_push(arena, &last->setters, line->name);
		return true;
	case 'w':
		vec_push(arena, &last->writers, line->name);
		return true;
	case 'j':
		vec_push(arena, &last->joined, line->name);
		return true;
	case 'z':
		last->blank = true;
		return true;
	default:
		last->open = line->name;
		return true;
	}
}

static bool line_take(struct arena *arena, const struct line *line, struct unit_index *index)
{
	switch (line->letter) {
	case 'f':
	case 'c':
	case 'a':
	case 'k':
	case 'v':
	case 'r':
	case 'p':
		return function_line(arena, line, index);
	case 'g': {
		struct index_variable variable = { line->name, (enum index_kind)line->number[0],
			line->number[1], line->number[2] };
		vec_push(arena, &index->variables, variable);
		return variable.kind <= INDEX_WEAK;
	}
	case 't':
		vec_push(arena, &index->taken, line->name);
		return true;
	case 'K':
		vec_push(arena, &index->kernels, line->name);
		return true;
	case 'D':
		vec_push(arena, &index->device_defined, line->name);
		return true;
	case 'C':
	case 'l':
	case 'n':
	case 'm':
	case 'b':
	case 's':
	case 'j':
	case 'w':
	case 'o':
	case 'z':
		return class_line(arena, line, index);
	default:
		return false;
	}
}

static bool line_parse(struct arena *arena, char *text, size_t length, struct line *line)
{
	char *at = text + 1;
	if (length < 8 || text[length - 1] != '\n')
		return false;
	text[length - 1] = '\0';
	line->letter = text[0];
	for (unsigned i = 0; i < 3; i++)
		line->number[i] = (unsigned)strtoul(at, &at, 10);
	if (*at != ' ' || !at[1])
		return false;
	line->name = arena_strdup(arena, at + 1);
	return true;
}

bool index_read(struct arena *arena, FILE *file, struct unit_index *index)
{
	char *text = NULL;
	size_t room = 0;
	bool good = true, ended = false;
	while (good && !ended) {
		struct line line;
		ssize_t length = getline(&text, &room, file);
		if (length < 0)
			good = false;
		else if (!strcmp(text, ".\n"))
			ended = true;
		else
			good = line_parse(arena, text, (size_t)length, &line) &&
			       line_take(arena, &line, index);
	}
	free(text);
	return good;
}
