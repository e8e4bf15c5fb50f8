#include "frontend/preamble.h"

#include <stdio.h>
#include <string.h>

/* Headers that mean the same wherever they are included. */
static const char *const standard[] = { "algorithm", "array", "atomic", "bitset", "cctype",
	"cerrno", "cfloat", "chrono", "climits", "cmath", "complex", "condition_variable", "cstdarg",
	"cstddef", "cstdint", "cstdio", "cstdlib", "cstring", "ctime", "ctype.h", "deque",
	"errno.h", "exception", "float.h", "fstream", "functional", "future", "getopt.h",
	"initializer_list", "iomanip", "ios", "iosfwd", "iostream", "istream", "iterator",
	"limits", "limits.h", "list", "locale", "map", "math.h", "memory", "mma.h", "mutex", "new",
	"numeric", "optional", "ostream", "queue", "random", "ratio", "regex", "set", "sstream",
	"stack", "stdarg.h", "stddef.h", "stdexcept", "stdint.h", "stdio.h", "stdlib.h",
	"streambuf", "string", "string.h", "string_view", "strings.h", "sys/stat.h",
	"sys/time.h", "sys/types.h", "thread", "time.h", "tuple", "type_traits", "typeindex",
	"typeinfo", "unistd.h", "unordered_map", "unordered_set", "utility", "valarray",
	"variant", "vector" };
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

text_list preamble_headers(struct arena *arena, const char *source)
{
	text_list headers = { 0 };
	char text[16384];
	FILE *file = fopen(source, "re");
	if (!file)
		return headers;
	size_t n = fread(text, 1, sizeof(text) - 1, file);
	fclose(file);
	text[n] = 0;
	for (const char *at = text, *name; (at = skip_blank(at));) {
		name = included(arena, at, &at);
		if (!name)
			break;
		if (AMONG(standard, name))
			vec_push(arena, &headers, name);
		else if (!AMONG(before, name))
			break;
	}
	return headers;
}
