#include "frontend/inputs.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "frontend/depends.h"
#include "frontend/paths.h"

int inputs_open(void)
{
	return memfd_create("inputs", 0);
}

const char *inputs_path(struct arena *arena, int fd)
{
	return arena_printf(arena, "/proc/self/fd/%d", fd);
}

static void add_once(struct arena *arena, text_list *list, const char *text)
{
	vec_each(known, list) {
		if (!strcmp(*known, text))
			return;
	}
	vec_push(arena, list, text);
}

/* Closes the file and returns what is in it. */
static char *read_all(struct arena *arena, int fd)
{
	struct stat status;
	size_t n = fstat(fd, &status) ? 0 : (size_t)status.st_size;
	char *text = arena_alloc(arena, n + 1);
	for (size_t at = 0; at < n;) {
		ssize_t got = pread(fd, text + at, n - at, (off_t)at);
		if (got <= 0)
			break;
		at += (size_t)got;
	}
	close(fd);
	return text;
}

/* The next word of a make rule, unescaped in place; NULL at the end. *at goes behind it. */
static char *rule_word(char **at)
{
	char *from = *at;
	while (*from == ' ' || *from == '\n' || (*from == '\\' && from[1] == '\n'))
		from++;
	if (!*from)
		return NULL;
	char *word = from, *to = from;
	while (*from && *from != ' ' && *from != '\n') {
		if (*from == '\\' && from[1] == '\n')
			break;
		if ((*from == '\\' && (from[1] == ' ' || from[1] == '#')) ||
			(*from == '$' && from[1] == '$'))
			from++;
		*to++ = *from++;
	}
	*at = *from ? from + 1 : from;
	*to = '\0';
	return word;
}

bool rule_files(struct arena *arena, char *rule, text_list *files)
{
	char *at = strstr(rule, ": "), *word;
	if (!at)
		return false;
	at++;
	while ((word = rule_word(&at)))
		vec_push(arena, files, word);
	return true;
}

/* The folder that a line of the search list names, NULL when it names none. */
static const char *folder_of(struct arena *arena, const char *line, size_t n)
{
	static const char missing[] = "ignoring nonexistent directory \"";
	if (n > strlen(missing) && !strncmp(line, missing, strlen(missing))) {
		line += strlen(missing);
		return arena_strndup(arena, line, strcspn(line, "\"\n"));
	}
	return n > 1 && *line == ' ' ? arena_strndup(arena, line + 1, n - 1) : NULL;
}

static const char *search_take(struct arena *arena, struct inputs *inputs, const char *text)
{
	static const char last[] = "End of search list.\n";
	const char *start = strstr(text, "clang -cc1 version "), *end = strstr(text, last);
	if (!start || !end || end < start)
		return text;
	for (const char *line = start; line < end;) {
		size_t n = strcspn(line, "\n");
		const char *folder = folder_of(arena, line, n);
		if (folder)
			add_once(arena, &inputs->folders, folder);
		line += n + 1;
	}
	return arena_printf(
		arena, "%.*s%s", (int)(start - text), text, end + strlen(last));
}

const char *inputs_take(
	struct arena *arena, struct inputs *inputs, int fd, const char *standard_error)
{
	if (fd < 0) {
		inputs->complete = false;
		return standard_error;
	}
	inputs->complete &= rule_files(arena, read_all(arena, fd), &inputs->files);
	return search_take(arena, inputs, standard_error);
}

bool inputs_ask(struct arena *arena, struct inputs *inputs, const struct compiler *compiler,
	const char *source)
{
	struct dependencies sides[SIDES];
	text_list files = { 0 };
	bool told = true;
	dependencies_ask(arena, compiler, source, sides);
	for (int side = compiler->host_only ? SIDE_HOST : SIDE_DEVICE; side < SIDES; side++) {
		told &= rule_files(arena, sides[side].rule, &files);
		search_take(arena, inputs, sides[side].printed);
	}
	vec_each(file, &files) {
		bool there = path_exists(path_join(arena, compiler->folder, *file));
		vec_push(arena, there ? &inputs->files : &inputs->missing, *file);
	}
	return told;
}
