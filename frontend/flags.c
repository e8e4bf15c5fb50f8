#include "frontend/flags.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum takes { NONE, SOME, EITHER };
enum action { DROP, EMIT, EMIT_TRUE, JOIN, PAIR, ARCH, GENCODE, HOST };

struct row {
	const char *name;
	enum takes takes;
	enum action action;
	const char *emit;
};

static const struct row rows[] = {
#define NVCC(name, takes, action, emit) { name, takes, action, emit },
#include "frontend/nvcc.def"
#undef NVCC
};

static const struct row *row_find(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (strlen(rows[i].name) == length && !strncmp(rows[i].name, name, length))
			return &rows[i];
	return NULL;
}

/* Options whose value may follow their letter directly: -Idir, -DX=1, -O3, -lm, -t4. */
static const struct row *row_letter(const char *flag)
{
	if (flag[0] != '-' || !flag[1] || !flag[2])
		return NULL;
	if (strchr("IDUOlL", flag[1]) || (flag[1] == 't' && isdigit((unsigned char)flag[2])))
		return row_find(flag + 1, 1);
	return NULL;
}

static void emit_words(struct arena *arena, const char *words, text_list *out)
{
	while (*words) {
		size_t length = strcspn(words, " ");
		vec_push(arena, out, arena_strndup(arena, words, length));
		words += length;
		words += strspn(words, " ");
	}
}

static unsigned arch_number(const char *arch)
{
	return arch ? (unsigned)strtoul(arch + strlen("sm_"), NULL, 10) : 0;
}

/* Words such as "native" or "all" name no architecture and change nothing. */
static void take_arch(struct arena *arena, const char *text, const char **arch)
{
	const char *named;
	if (options_parse_arch(arena, text, &named) && arch_number(named) > arch_number(*arch))
		*arch = named;
}

/* arch=compute_80,code=sm_80: the part after arch= decides what is compiled. */
static void take_gencode(struct arena *arena, const char *text, const char **arch)
{
	const char *named = strstr(text, "arch=");
	if (!named)
		return;
	named += strlen("arch=");
	take_arch(arena, arena_strndup(arena, named, strcspn(named, ",")), arch);
}

/* Flags for the host compiler, separated by commas or blanks: what the preprocessor sees stays. */
static void take_host(struct arena *arena, const char *text, text_list *out)
{
	while (*text) {
		size_t length = strcspn(text, ", ");
		const char *flag = arena_strndup(arena, text, length);
		if (!strncmp(flag, "-D", 2) || !strncmp(flag, "-U", 2) || !strncmp(flag, "-I", 2))
			vec_push(arena, out, flag);
		else if (!strcmp(flag, "-fopenmp"))
			vec_push(arena, out, "-D_OPENMP=201511");
		else if (!strcmp(flag, "-pthread"))
			vec_push(arena, out, "-D_REENTRANT=1");
		text += length;
		text += strspn(text, ", ");
	}
}

static void apply(struct arena *arena, const struct row *row, const char *value, text_list *out,
	const char **arch)
{
	switch (row->action) {
	case DROP:
		break;
	case EMIT_TRUE:
		if (strcmp(value, "true"))
			break;
		/* fallthrough */
	case EMIT:
		emit_words(arena, row->emit, out);
		break;
	case JOIN:
		vec_push(arena, out, arena_printf(arena, "%s%s", row->emit, value));
		break;
	case PAIR:
		vec_push(arena, out, row->emit);
		vec_push(arena, out, value);
		break;
	case ARCH:
		take_arch(arena, value, arch);
		break;
	case GENCODE:
		take_gencode(arena, value, arch);
		break;
	case HOST:
		take_host(arena, value, out);
		break;
	}
}

bool flags_translate(struct arena *arena, const text_list *flags, text_list *out, const char **arch,
	const char **error)
{
	const char *highest = NULL;
	for (size_t i = 0; i < flags->n; i++) {
		const char *flag = flags->at[i], *name = flag + strspn(flag, "-");
		size_t length = strcspn(name, "=");
		const struct row *row = *flag == '-' ? row_find(name, length) : NULL;
		const char *value = NULL;
		if (row && name[length])
			value = name + length + 1;
		if (!row && (row = row_letter(flag)))
			value = flag + 2;
		if (!row || (row->takes == NONE && value)) {
			vec_push(arena, out, flag);
			continue;
		}
		if (row->takes == SOME && !value) {
			if (++i == flags->n) {
				*error = arena_printf(
					arena, "compiler flag '%s' needs a value", flag);
				return false;
			}
			value = flags->at[i];
		}
		apply(arena, row, value ? value : "", out, &highest);
	}
	if (highest)
		*arch = highest;
	return true;
}
