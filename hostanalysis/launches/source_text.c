#include "hostanalysis/pass.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Lines of the user's files, for the texts of facts. Files are read once. */

struct source {
	char *bytes; /* NULL: cannot be read */
	size_t size;
};

static struct source *source_of(struct host_pass *pass, const char *file)
{
	for (size_t i = 0; i < pass->source_names.n; i++)
		if (!strcmp(pass->source_names.at[i], file))
			return pass->sources.at[i];
	struct source *source = arena_alloc(pass->arena, sizeof(*source));
	FILE *stream = fopen(file, "rb");
	if (stream) {
		size_t room = 1 << 16, n;
		char *bytes = arena_alloc(pass->arena, room);
		while ((n = fread(bytes + source->size, 1, room - source->size, stream))) {
			source->size += n;
			if (source->size == room) {
				char *grown = arena_alloc(pass->arena, 2 * room);
				memcpy(grown, bytes, room);
				bytes = grown;
				room *= 2;
			}
		}
		source->bytes = bytes;
		fclose(stream);
	}
	vec_push(pass->arena, &pass->source_names, file);
	vec_push(pass->arena, &pass->sources, source);
	return source;
}

const char *host_source_line(struct host_pass *pass, struct loc loc)
{
	if (!pass->options->texts || !loc.file || !loc.line)
		return NULL;
	struct source *source = source_of(pass, loc.file);
	if (!source->bytes)
		return NULL;
	const char *at = source->bytes, *end = source->bytes + source->size;
	for (unsigned line = 1; line < loc.line; line++) {
		at = memchr(at, '\n', (size_t)(end - at));
		if (!at)
			return NULL;
		at++;
	}
	const char *stop = memchr(at, '\n', (size_t)(end - at));
	stop = stop ? stop : end;
	while (at < stop && isspace((unsigned char)*at))
		at++;
	while (at < stop && isspace((unsigned char)stop[-1]))
		stop--;
	return at < stop ? arena_strndup(pass->arena, at, (size_t)(stop - at)) : NULL;
}
