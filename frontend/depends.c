#include "frontend/depends.h"

#include <ctype.h>
#include <string.h>

#include "frontend/child.h"
#include "frontend/paths.h"

/* The command for one side, made to list what it reads instead of compiling. */
static char **command(
	struct arena *arena, const struct compiler *compiler, const char *side, const char *source)
{
	text_list words = compile_command(arena, compiler, side, source);
	char **argv = arena_alloc(arena, (words.n + 1) * sizeof(*argv));
	for (size_t i = 0; i < words.n; i++) {
		const char *word = words.at[i];
		if (!strcmp(word, "-emit-llvm"))
			word = "-M";
		else if (!strcmp(word, "-c"))
			word = "-MG";
		argv[i] = arena_strdup(arena, word);
	}
	return argv;
}

static void take_path(
	struct arena *arena, const struct compiler *compiler, const char *path, text_list *paths)
{
	const char *place = path_join(arena, compiler->folder, path);
	vec_push(arena, paths, path_exists(place) ? path_real(arena, NULL, place) : path_name(path));
}

/* Reads a rule of make, "x.o: a.cu b\ c.h \<end of line>": blanks, # and $ are escaped. */
static void read_rule(
	struct arena *arena, const struct compiler *compiler, const char *rule, text_list *paths)
{
	const char *at = strstr(rule, ": ");
	char *path = arena_alloc(arena, strlen(rule) + 1);
	size_t length = 0;
	for (at = at ? at + 1 : rule + strlen(rule);; at++) {
		bool escape = *at == '\\' && at[1] && strchr(" #\\", at[1]);
		if ((*at == '$' && at[1] == '$') || escape) {
			path[length++] = *++at;
		} else if (*at && !isspace((unsigned char)*at) && !(*at == '\\' && at[1] == '\n')) {
			path[length++] = *at;
		} else {
			if (length)
				take_path(arena, compiler, arena_strndup(arena, path, length),
					paths);
			length = 0;
		}
		if (!*at)
			return;
	}
}

bool depends(struct arena *arena, const struct compiler *compiler, const char *source,
	text_list *paths)
{
	struct child sides[2];
	child_start(&sides[0], compiler->folder, command(arena, compiler, "device", source));
	child_start(&sides[1], compiler->folder, command(arena, compiler, "host", source));
	children_finish(arena, sides, 2);
	for (int side = 0; side < 2; side++)
		read_rule(arena, compiler, child_text(arena, &sides[side], 0), paths);
	return child_succeeded(&sides[0]) && child_succeeded(&sides[1]);
}
