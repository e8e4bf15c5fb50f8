#include "report/source.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

struct source {
	const char *path;
	VEC(const char *) lines;
};

struct sources {
	struct arena *arena;
	VEC(struct source *) files;
};

struct sources *sources_new(struct arena *arena)
{
	struct sources *sources = arena_alloc(arena, sizeof(*sources));
	sources->arena = arena;
	return sources;
}

static struct source *source_read(struct arena *arena, const char *path)
{
	struct source *source = arena_alloc(arena, sizeof(*source));
	source->path = arena_strdup(arena, path);
	FILE *file = fopen(path, "re");
	if (!file)
		return source;
	char *line = NULL;
	size_t room = 0;
	ssize_t n;
	while ((n = getline(&line, &room, file)) >= 0) {
		while (n > 0 && (line[n - 1] == '\n' || line[n - 1] == '\r'))
			n--;
		vec_push(arena, &source->lines, arena_strndup(arena, line, (size_t)n));
	}
	free(line);
	fclose(file);
	return source;
}

const char *source_line(struct sources *sources, const char *file, unsigned line)
{
	if (!file || !line)
		return NULL;
	struct source *source = NULL;
	vec_each(known, &sources->files)
		if (!strcmp((*known)->path, file))
			source = *known;
	if (!source) {
		source = source_read(sources->arena, file);
		vec_push(sources->arena, &sources->files, source);
	}
	return line <= source->lines.n ? source->lines.at[line - 1] : NULL;
}

const char *source_trimmed(struct sources *sources, const char *file, unsigned line)
{
	const char *text = source_line(sources, file, line);
	if (!text)
		return NULL;
	while (isspace((unsigned char)*text))
		text++;
	size_t n = strlen(text);
	while (n && isspace((unsigned char)text[n - 1]))
		n--;
	return arena_strndup(sources->arena, text, n);
}
