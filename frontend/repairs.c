#include "frontend/repairs.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "frontend/chevrons.h"
#include "frontend/paths.h"
#include "frontend/percents.h"
#include "frontend/words.h"

/* What clang says of a text that nvcc takes, and how such a text is made one that both take. */
static const struct repair {
	const char *says;
	char *(*repaired)(struct arena *arena, const char *source);
} table[] = { { "expected expression", chevrons_joined },
	{ "invalid % escape in inline assembly string", percents_doubled } };

static const char error_mark[] = ": error: ";

/* The repair for the first error; NULL: there is none. */
static const struct repair *repair_for(const char *diagnostics)
{
	const char *error = strstr(diagnostics, error_mark);
	for (size_t i = 0; error && i < sizeof(table) / sizeof(*table); i++)
		if (!strncmp(error + strlen(error_mark), table[i].says, strlen(table[i].says)))
			return &table[i];
	return NULL;
}

/* FILE out of "FILE:12:3: error: expected expression". */
static const char *blamed_file(struct arena *arena, const char *diagnostics)
{
	const char *line = strstr(diagnostics, error_mark);
	while (line > diagnostics && line[-1] != '\n')
		line--;
	return arena_strndup(arena, line, strcspn(line, ":"));
}

static int file_in_memory(const char *name, const char *text)
{
	int fd = memfd_create(name, 0);
	FILE *file = fd < 0 ? NULL : fdopen(dup(fd), "w");
	if (file) {
		fputs(text, file);
		fclose(file);
	}
	return fd;
}

/* A word of JSON, whose backslashes and quotes are marked. */
static const char *quoted(struct arena *arena, const char *text)
{
	char *out = arena_alloc(arena, 2 * strlen(text) + 3), *to = out;
	*to++ = '"';
	for (; *text; *to++ = *text++)
		if (*text == '"' || *text == '\\')
			*to++ = '\\';
	*to++ = '"';
	*to = '\0';
	return out;
}

/* clang's virtual file system, in its own form. */
static void overlay_write(struct arena *arena, struct repairs *repairs)
{
	const char *roots = "";
	for (size_t i = 0; i < repairs->files.n; i++)
		roots = arena_printf(arena,
			"%s%s{\"name\":%s,\"type\":\"file\",\"external-contents\":\"/proc/self/fd/%d\"}", roots,
			i ? "," : "", quoted(arena, repairs->files.at[i]), repairs->contents.at[i]);
	if (repairs->overlay)
		close(repairs->overlay);
	repairs->overlay = file_in_memory("overlay",
		arena_printf(arena, "{\"version\":0,\"use-external-names\":false,\"roots\":[%s]}\n", roots));
	repairs->path = inputs_path(arena, repairs->overlay);
}

/* The file's place among those that were repaired; their number: it was not. */
static size_t place_of(const struct repairs *repairs, const char *path)
{
	size_t i = 0;
	while (i < repairs->files.n && strcmp(repairs->files.at[i], path) != 0)
		i++;
	return i;
}

static bool repair_file(
	struct arena *arena, struct repairs *repairs, const struct repair *repair, const char *path)
{
	size_t place = place_of(repairs, path);
	bool again = place < repairs->files.n;
	const char *source =
		file_text(arena, again ? inputs_path(arena, repairs->contents.at[place]) : path);
	const char *text = source ? repair->repaired(arena, source) : NULL;
	int fd = text ? file_in_memory("source", text) : -1;
	if (fd < 0)
		return false;
	if (again) {
		close(repairs->contents.at[place]);
		repairs->contents.at[place] = fd;
		return true;
	}
	vec_push(arena, &repairs->files, path);
	vec_push(arena, &repairs->contents, fd);
	return true;
}

bool repairs_make(struct arena *arena, struct repairs *repairs, const struct compiler *compiler,
	const char *diagnostics)
{
	const struct repair *repair = repair_for(diagnostics);
	if (!repair)
		return false;
	const char *folder = compiler->folder ? compiler->folder : path_current(arena);
	const char *path = path_join(arena, folder, blamed_file(arena, diagnostics));
	if (!repair_file(arena, repairs, repair, path))
		return false;
	overlay_write(arena, repairs);
	return true;
}

void repairs_close(struct repairs *repairs)
{
	vec_each(fd, &repairs->contents)
		close(*fd);
	if (repairs->overlay)
		close(repairs->overlay);
	*repairs = (struct repairs){ 0 };
}
