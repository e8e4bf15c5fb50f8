#include "driver/watch.h"

#include <stdlib.h>
#include <string.h>

static const char *after_blanks(const char *at, const char *end)
{
	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	return at;
}

/* Goes behind a word, NULL when something else stands there. */
static const char *after_word(const char *at, const char *end, const char *word)
{
	size_t n = strlen(word);
	return (size_t)(end - at) >= n && !memcmp(at, word, n) ? at + n : NULL;
}

static struct watch_folder *folder_of(struct arena *arena, struct watch *watch, const char *path)
{
	const char *slash = strrchr(path, '/');
	size_t n = slash ? (size_t)(slash - path) : 0;
	vec_each(known, &watch->beside) {
		if (strlen(known->path) == n && !memcmp(known->path, path, n))
			return known;
	}
	struct watch_folder folder = { .path = arena_strndup(arena, path, n) };
	vec_push(arena, &watch->beside, folder);
	return &watch->beside.at[watch->beside.n - 1];
}

/* <name> or "name"; what a macro stands for is not followed. */
static void take_name(struct arena *arena, struct watch *watch, const char *path, const char *at,
	const char *end)
{
	at = after_blanks(at, end);
	if (at == end || (*at != '<' && *at != '"'))
		return;
	bool quoted = *at++ == '"';
	const char *close = memchr(at, quoted ? '"' : '>', (size_t)(end - at));
	if (!close || close == at || *at == '/' || memchr(at, '\n', (size_t)(close - at)))
		return;
	const char *name = arena_strndup(arena, at, (size_t)(close - at));
	vec_push(arena, &watch->names, name);
	if (quoted)
		vec_push(arena, &folder_of(arena, watch, path)->names, name);
}

/* The directive after a '#'. */
static void take_directive(struct arena *arena, struct watch *watch, const char *path,
	const char *at, const char *end)
{
	static const char *const words[] = { "include_next", "include", "import" };
	at = after_blanks(at, end);
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		const char *after = after_word(at, end, words[i]);
		if (after) {
			take_name(arena, watch, path, after, end);
			return;
		}
	}
}

/* The operand of every __has_include and __has_include_next. */
static void take_questions(
	struct arena *arena, struct watch *watch, const char *path, struct bytes text)
{
	static const char word[] = "__has_include", next[] = "_next";
	const char *at = text.at, *end = text.at + text.n;
	while ((at = memmem(at, (size_t)(end - at), word, strlen(word)))) {
		at += strlen(word);
		const char *after = after_word(at, end, next);
		after = after_blanks(after ? after : at, end);
		if (after < end && *after == '(')
			take_name(arena, watch, path, after + 1, end);
	}
}

void watch_scan(struct arena *arena, struct watch *watch, const char *path, struct bytes text)
{
	const char *at = text.at, *end = text.at + text.n;
	while ((at = memchr(at, '#', (size_t)(end - at))))
		take_directive(arena, watch, path, ++at, end);
	take_questions(arena, watch, path, text);
}

static void add_once(struct arena *arena, text_list *list, const char *text)
{
	vec_each(known, list) {
		if (!strcmp(*known, text))
			return;
	}
	vec_push(arena, list, text);
}

/*
 * A path such as /usr/lib/gcc/x86_64-linux-gnu/12/../../../../include goes through the
 * newest of several versions: a newer one would be a name beside it.
 */
void watch_search(struct arena *arena, struct watch *watch, const char *path)
{
	add_once(arena, &watch->search, path);
	const char *up = strstr(path, "/../");
	if (!up || up == path)
		return;
	while (up > path && up[-1] != '/')
		up--;
	if (up - 1 > path)
		add_once(arena, &watch->listings,
			arena_strndup(arena, path, (size_t)(up - 1 - path)));
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void sort_unique(text_list *list)
{
	size_t n = 0;
	if (list->n)
		qsort(list->at, list->n, sizeof(*list->at), compare);
	vec_each(text, list) {
		if (!n || strcmp(list->at[n - 1], *text))
			list->at[n++] = *text;
	}
	list->n = n;
}

void watch_finish(struct watch *watch)
{
	sort_unique(&watch->names);
	vec_each(folder, &watch->beside) sort_unique(&folder->names);
}

static void add_existing(struct files *files, struct hasher *hasher, const char *folder,
	const text_list *names)
{
	for (uint64_t i = 0; i < names->n; i++)
		if (files_has(files, folder, names->at[i]))
			hasher_add(hasher, &i, sizeof(i));
	hasher_text(hasher, NULL);
}

struct hash watch_state(struct arena *arena, struct files *files, const struct watch *watch)
{
	struct hasher *hasher = hasher_new(arena);
	vec_each(path, &watch->search) add_existing(files, hasher, *path, &watch->names);
	vec_each(folder, &watch->beside)
		add_existing(files, hasher, folder->path, &folder->names);
	vec_each(path, &watch->listings) {
		struct hash listing = files_listing(files, *path);
		hasher_add(hasher, &listing, sizeof(listing));
	}
	return hasher_end(hasher);
}

static void pack_texts(struct arena *arena, byte_list *bytes, const text_list *list)
{
	pack_number(arena, bytes, list->n);
	vec_each(text, list) pack_text(arena, bytes, *text);
}

static void unpack_texts(struct arena *arena, struct unpack *unpack, text_list *list)
{
	size_t n = unpack_count(unpack, sizeof(uint64_t));
	for (size_t i = 0; i < n; i++)
		vec_push(arena, list, unpack_text(unpack));
}

void watch_pack(struct arena *arena, const struct watch *watch, byte_list *bytes)
{
	pack_texts(arena, bytes, &watch->names);
	pack_texts(arena, bytes, &watch->search);
	pack_number(arena, bytes, watch->beside.n);
	vec_each(folder, &watch->beside) {
		pack_text(arena, bytes, folder->path);
		pack_texts(arena, bytes, &folder->names);
	}
	pack_texts(arena, bytes, &watch->listings);
}

void watch_unpack(struct arena *arena, struct watch *watch, struct unpack *unpack)
{
	unpack_texts(arena, unpack, &watch->names);
	unpack_texts(arena, unpack, &watch->search);
	size_t n = unpack_count(unpack, sizeof(uint64_t));
	for (size_t i = 0; i < n; i++) {
		struct watch_folder folder = { .path = unpack_text(unpack) };
		unpack_texts(arena, unpack, &folder.names);
		vec_push(arena, &watch->beside, folder);
	}
	unpack_texts(arena, unpack, &watch->listings);
}
