#include "frontend/preprocess.h"

#include <string.h>

#include "frontend/child.h"
#include "frontend/command.h"
#include "frontend/toolkit.h"

/* The command for the device side, made to preprocess instead of compiling. */
static char **command(struct arena *arena, const struct compiler *compiler, const char *source)
{
	static char preprocess_only[] = "-E", quiet[] = "-w";
	char **words = command_compile(arena, compiler, SIDE_DEVICE, source, NULL, -1);
	for (char **word = words; *word; word++) {
		if (!strcmp(*word, "-emit-llvm"))
			*word = preprocess_only;
		else if (!strcmp(*word, "-c") || !strcmp(*word, "-disable-llvm-passes"))
			*word = quiet;
	}
	return words;
}

static void file_add(struct arena *arena, text_list *files, const char *name)
{
	vec_each(known, files)
		if (!strcmp(*known, name))
			return;
	vec_push(arena, files, name);
}

/*
 * # 12 "src/a.cuh" 1 3: where the lines that follow come from, and a 3 where that is a system header. False: it is no
 * such line.
 */
static bool marker_read(
	struct arena *arena, const char *line, const char *end, bool *system, text_list *files)
{
	const char *name = memchr(line, '"', (size_t)(end - line));
	if (line[0] != '#' || line[1] != ' ' || !name)
		return false;
	const char *behind = memchr(name + 1, '"', (size_t)(end - name - 1));
	if (!behind)
		return false;
	*system = memchr(behind, '3', (size_t)(end - behind)) != NULL;
	if (!*system && name[1] != '<')
		file_add(arena, files, arena_strndup(arena, name + 1, (size_t)(behind - name - 1)));
	return true;
}

static void text_read(struct arena *arena, const char *all, struct preprocessed *result)
{
	bool system = false;
	char *text = arena_strdup(arena, all), *to = text;
	for (const char *line = all; *line;) {
		const char *end = line + strcspn(line, "\n"), *next = end + (*end == '\n');
		if (!marker_read(arena, line, end, &system, &result->files) && !system &&
			strspn(line, " \t") < (size_t)(end - line)) {
			memcpy(to, line, (size_t)(next - line));
			to += next - line;
		}
		line = next;
	}
	*to = '\0';
	result->text = text;
}

/* At most two. */
static void some(struct arena *arena, const struct compiler *compilers, size_t n,
	const char *source, struct preprocessed *results)
{
	struct child children[2];
	for (size_t i = 0; i < n; i++)
		child_start(&children[i], compilers[i].folder,
			command(arena, &compilers[i], source));
	children_finish(arena, children, n);
	for (size_t i = 0; i < n; i++)
		if (child_succeeded(&children[i]))
			text_read(arena, child_text(arena, &children[i], 0), &results[i]);
}

static void with_toolkit(struct arena *arena, const struct compiler *compiler, const char *source,
	struct preprocessed *result)
{
	if (compiler->cuda_path || compiler->no_toolkit)
		return;
	text_list toolkits = toolkit_list(arena, compiler->toolkit);
	struct compiler with = *compiler;
	for (size_t i = 0; i < toolkits.n && !result->text; i++) {
		with.cuda_path = toolkits.at[i];
		some(arena, &with, 1, source, result);
	}
}

void preprocess(struct arena *arena, const struct compiler *compilers, size_t n,
	const char *source, struct preprocessed *results)
{
	memset(results, 0, n * sizeof(*results));
	for (size_t i = 0; i < n; i += 2)
		some(arena, compilers + i, n - i < 2 ? n - i : 2, source, results + i);
	for (size_t i = 0; i < n; i++)
		if (!results[i].text)
			with_toolkit(arena, &compilers[i], source, &results[i]);
}
