#include "frontend/chevrons.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "frontend/paths.h"
#include "frontend/words.h"

static char *past_blanks(char *at)
{
	return at + strspn(at, " \t");
}

/* Two chevrons and a third one behind blanks begin here: where they end; NULL: they do not. */
static char *apart(char *at)
{
	char *third = past_blanks(at + 2);
	bool are = at[1] == at[0] && third > at + 2 && *third == at[0];
	return are ? third + 1 : NULL;
}

bool chevrons_joined(char *text)
{
	bool found = false;
	for (char *at = text; *at; at++) {
		bool opens = *at == '<';
		char *end = opens || *at == '>' ? apart(at) : NULL;
		if (!end || (opens ? *end == '<' || *end == '=' : *past_blanks(end) != '('))
			continue;
		end[-1] = ' ';
		at[2] = *at;
		found = true;
	}
	return found;
}

/* FILE out of "FILE:12:3: error: expected expression", where that is the first error. */
static const char *blamed_file(struct arena *arena, const char *diagnostics)
{
	static const char wanted[] = ": error: ";
	const char *error = strstr(diagnostics, wanted);
	if (!error || strncmp(error + strlen(wanted), "expected expression", strlen("expected expression")))
		return NULL;
	const char *line = error;
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
static void overlay_write(struct arena *arena, struct chevrons *chevrons)
{
	const char *roots = "";
	for (size_t i = 0; i < chevrons->files.n; i++)
		roots = arena_printf(arena,
			"%s%s{\"name\":%s,\"type\":\"file\",\"external-contents\":\"/proc/self/fd/%d\"}", roots,
			i ? "," : "", quoted(arena, chevrons->files.at[i]), chevrons->contents.at[i]);
	if (chevrons->overlay)
		close(chevrons->overlay);
	chevrons->overlay = file_in_memory("overlay",
		arena_printf(arena, "{\"version\":0,\"use-external-names\":false,\"roots\":[%s]}\n", roots));
	chevrons->path = inputs_path(arena, chevrons->overlay);
}

static bool is_joined(const struct chevrons *chevrons, const char *path)
{
	vec_each(file, &chevrons->files)
		if (!strcmp(*file, path))
			return true;
	return false;
}

bool chevrons_join(struct arena *arena, struct chevrons *chevrons, const struct compiler *compiler,
	const char *diagnostics)
{
	const char *name = blamed_file(arena, diagnostics);
	if (!name)
		return false;
	const char *folder = compiler->folder ? compiler->folder : path_current(arena);
	const char *path = path_join(arena, folder, name);
	char *text = is_joined(chevrons, path) ? NULL : file_text(arena, path);
	if (!text || !chevrons_joined(text))
		return false;
	int fd = file_in_memory("source", text);
	if (fd < 0)
		return false;
	vec_push(arena, &chevrons->files, path);
	vec_push(arena, &chevrons->contents, fd);
	overlay_write(arena, chevrons);
	return true;
}

void chevrons_close(struct chevrons *chevrons)
{
	vec_each(fd, &chevrons->contents)
		close(*fd);
	if (chevrons->overlay)
		close(chevrons->overlay);
	*chevrons = (struct chevrons){ 0 };
}
