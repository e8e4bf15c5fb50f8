#include "frontend/depends.h"

#include <string.h>

#include "frontend/child.h"
#include "frontend/paths.h"

/*
 * The command for one side, made to list what it reads, and where it looks, instead of compiling. Every run of
 * clang is told "-Xclang -disable-llvm-passes", of which there is no need here.
 */
static char **command(
	struct arena *arena, const struct compiler *compiler, enum side side, const char *source)
{
	static char list[] = "-M", missing_too[] = "-MG", tell[] = "-v";
	char **words = command_compile(arena, compiler, side, source, NULL, -1);
	for (char **word = words; *word; word++) {
		if (!strcmp(*word, "-emit-llvm"))
			*word = list;
		else if (!strcmp(*word, "-c"))
			*word = missing_too;
		else if (!strcmp(*word, "-disable-llvm-passes"))
			*word = tell;
	}
	return words;
}

void dependencies_ask(struct arena *arena, const struct compiler *compiler, const char *source,
	struct dependencies sides[SIDES])
{
	struct child children[SIDES] = { { .pid = -1, .fd = { -1, -1 } } };
	const int first = compiler->host_only ? SIDE_HOST : SIDE_DEVICE;
	for (int side = first; side < SIDES; side++)
		child_start(&children[side], compiler->folder,
			command(arena, compiler, (enum side)side, source));
	children_finish(arena, children, SIDES);
	for (int side = 0; side < SIDES; side++)
		sides[side] = (struct dependencies){
			.rule = arena_strdup(arena, child_text(arena, &children[side], 0)),
			.printed = child_text(arena, &children[side], 1),
			.good = side < first || child_succeeded(&children[side]),
		};
}

bool depends(
	struct arena *arena, const struct compiler *compiler, const char *source, text_list *paths)
{
	struct dependencies sides[SIDES];
	bool good = true;
	dependencies_ask(arena, compiler, source, sides);
	for (int side = 0; side < SIDES; side++) {
		text_list files = { 0 };
		rule_files(arena, sides[side].rule, &files);
		vec_each(file, &files) {
			const char *place = path_join(arena, compiler->folder, *file);
			vec_push(arena, paths, path_exists(place) ? path_real(arena, NULL, place)
								  : path_name(*file));
		}
		good &= sides[side].good;
	}
	return good;
}
