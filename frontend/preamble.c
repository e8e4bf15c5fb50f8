#include "frontend/preamble.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Standard headers, which mean the same wherever they are included: what takes long to read. */
static const char *const heavy[] = { "algorithm", "atomic", "bitset", "chrono", "complex",
	"condition_variable", "deque", "fstream", "functional", "future", "iomanip", "ios",
	"iostream", "istream", "iterator", "list", "locale", "map", "memory", "mma.h", "mutex",
	"numeric", "optional", "ostream", "queue", "random", "regex", "set", "sstream", "stack",
	"stdexcept", "streambuf", "string", "string_view", "thread", "tuple", "unordered_map",
	"unordered_set", "valarray", "variant", "vector" };
/* Others: reading them takes no longer than taking them from a precompiled header. */
static const char *const light[] = { "array", "cctype", "cerrno", "cfloat", "climits", "cmath",
	"cstdarg", "cstddef", "cstdint", "cstdio", "cstdlib", "cstring", "ctime", "ctype.h",
	"errno.h", "exception", "float.h", "getopt.h", "initializer_list", "iosfwd", "limits",
	"limits.h", "math.h", "new", "ratio", "stdarg.h", "stddef.h", "stdint.h", "stdio.h",
	"stdlib.h", "string.h", "strings.h", "sys/stat.h", "sys/time.h", "sys/types.h", "time.h",
	"type_traits", "typeindex", "typeinfo", "unistd.h", "utility" };
/* Beginnings of the names of CUDA's own, built in or a toolkit's. */
static const char *const of_cuda[] = { "cooperative_groups", "cuda/" };
/* The same of those that take long where a toolkit has them. */
static const char *const of_toolkit[] = { "cub/", "curand_kernel.h", "thrust/" };
/* Those that come before every source in any case; another #include says again what assert is. */
static const char *const before[] = { "assert.h", "cassert", "cuda.h", "cuda_runtime.h",
	"cuda_runtime_api.h" };

static bool among(const char *const *names, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}
#define AMONG(names, name) among(names, sizeof(names) / sizeof(*(names)), name)

static bool begins(const char *const *beginnings, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (!strncmp(name, beginnings[i], strlen(beginnings[i])))
			return true;
	return false;
}
#define BEGINS(names, name) begins(names, sizeof(names) / sizeof(*(names)), name)

static bool takes_long(const char *name, bool toolkit)
{
	return AMONG(heavy, name) || BEGINS(of_cuda, name) || (toolkit && BEGINS(of_toolkit, name));
}

bool preamble_is_small(const char *header, bool toolkit)
{
	return !toolkit && BEGINS(of_cuda, header);
}

/* Behind blanks and comments; NULL when a comment has no end in sight. */
static const char *skip_blank(const char *at)
{
	for (;;) {
		at += strspn(at, " \t\r\n");
		if (at[0] == '/' && at[1] == '/') {
			at += strcspn(at, "\n");
		} else if (at[0] == '/' && at[1] == '*') {
			at = strstr(at + 2, "*/");
			if (!at)
				return NULL;
			at += 2;
		} else {
			return at;
		}
	}
}

/* The name in `#include <name>` with nothing but blanks behind it, and where its line ends. */
static const char *included(struct arena *arena, const char *at, const char **end)
{
	if (*at != '#')
		return NULL;
	at += 1 + strspn(at + 1, " \t");
	if (strncmp(at, "include", 7))
		return NULL;
	at += 7 + strspn(at + 7, " \t");
	size_t length = *at == '<' ? strcspn(at + 1, ">\n") : 0;
	if (!length || at[1 + length] != '>')
		return NULL;
	const char *name = arena_strndup(arena, at + 1, length);
	at += length + 2;
	at += strspn(at, " \t\r");
	*end = at;
	return *at == '\n' || (at[0] == '/' && (at[1] == '/' || at[1] == '*')) ? name : NULL;
}

static int in_order(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* In alphabetical order, each once. */
static void normalize(text_list *headers)
{
	size_t n = 0;
	if (headers->n)
		qsort(headers->at, headers->n, sizeof(*headers->at), in_order);
	vec_each(header, headers)
		if (!n || strcmp(headers->at[n - 1], *header))
			headers->at[n++] = *header;
	headers->n = n;
}

/* Folders that the compiler looks into before its own: what a name means there is not known here. */
static bool are_elsewhere(void)
{
	static const char *const variables[] = { "CPATH", "CPLUS_INCLUDE_PATH" };
	for (size_t i = 0; i < sizeof(variables) / sizeof(*variables); i++) {
		const char *folders = getenv(variables[i]);
		if (folders && *folders)
			return true;
	}
	return false;
}

text_list preamble_headers(struct arena *arena, const char *source, bool toolkit)
{
	text_list headers = { 0 };
	char text[16384];
	FILE *file = are_elsewhere() ? NULL : fopen(source, "re");
	if (!file)
		return headers;
	size_t n = fread(text, 1, sizeof(text) - 1, file);
	fclose(file);
	text[n] = 0;
	for (const char *at = text, *name; (at = skip_blank(at));) {
		name = included(arena, at, &at);
		if (!name)
			break;
		if (takes_long(name, toolkit))
			vec_push(arena, &headers, name);
		else if (!AMONG(light, name) && !AMONG(before, name))
			break;
	}
	normalize(&headers);
	return headers;
}
