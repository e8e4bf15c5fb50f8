#include "frontend/depends.h"

#include <ctype.h>
#include <string.h>

#include "frontend/child.h"
#include "frontend/command.h"
#include "frontend/paths.h"

/* The command for one side, made to list what it reads instead of compiling. */
static char **command(
	struct arena *arena, const struct compiler *compiler, enum side side, const char *source)
{
	static char list[] = "-M", missing_too[] = "-MG";
	char **words = command_compile(arena, compiler, side, source, NULL);
	for (char **word = words; *word; word++) {
		if (!strcmp(*word, "-emit-llvm"))
			*word = list;
		else if (!strcmp(*word, "-c"))
			*word = missing_too;
	}
	return words;
}

static void take_path(
	struct arena *arena, const struct compiler *compiler, const char *path, text_list *paths)
{
	const char *place = path_join(arena, compiler->folder, path);
	vec_push(
		arena, paths, path_exists(place) ? path_real(arena, NULL, place) : path_name(path));
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
				take_path(
					arena, compiler, arena_strndup(arena, path, length), paths);
			length = 0;
		}
		if (!*at)
			return;
	}
}

bool depends(
	struct arena *arena, const struct compiler *compiler, const char *source, text_list *paths)
{
	struct child sides[SIDES];
	bool good = true;
	for (int side = 0; side < SIDES; side++)
		child_start(&sides[side], compiler->folder,
			command(arena, compiler, (enum side)side, source));
	children_finish(arena, sides, SIDES);
	for (int side = 0; side < SIDES; side++) {
		read_rule(arena, compiler, child_text(arena, &sides[side], 0), paths);
		good &= child_succeeded(&sides[side]);
	}
	return good;
}
