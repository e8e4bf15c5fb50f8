/* nvcc's lexical rules: docs/projects.md. */
#include <ctype.h>
#include <string.h>

#include "frontend/translate_internal.h"

enum takes { NONE, ONE, LIST, EITHER, WORDS };

struct nvcc_row {
	const char *name, *letter;
	enum takes takes;
	flag_action *action;
	struct flag_row row;
};

static const struct nvcc_row rows[] = {
#define NVCC(name, letter, takes, action, emit, why)                                               \
	{ name, letter, takes, act_##action, { emit, why } },
#include "frontend/nvcc.def"
#undef NVCC
};

static bool is_name(const char *name, const char *text, size_t length)
{
	return length && strlen(name) == length && !strncmp(name, text, length);
}

static const struct nvcc_row *row_find(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (is_name(rows[i].name, name, length) || is_name(rows[i].letter, name, length))
			return &rows[i];
	return NULL;
}

/* Options whose value may follow their letter directly: -Idir, -DX=1, -O3, -lm, -t4, -m64. */
static const struct nvcc_row *row_letter(const char *flag)
{
	if (!flag[1] || !flag[2] || !strchr("DUIlLOtm", flag[1]))
		return NULL;
	if (strchr("tm", flag[1]) && !isdigit((unsigned char)flag[2]))
		return NULL;
	return row_find(flag + 1, 1);
}

/* "all-warnings", "reorder,cross-execution-space-call": kinds of warnings, never files. */
static bool looks_like_words(const char *text)
{
	return text && islower((unsigned char)*text) &&
	       !text[strspn(text, "abcdefghijklmnopqrstuvwxyz-,")];
}

/* Splits a flag into its row and value; false when nvcc has no such option. */
static bool read_flag(
	const char *flag, const char *next, const struct nvcc_row **row, const char **value)
{
	const char *name = flag + strspn(flag, "-");
	size_t length = strcspn(name, "=");
	*value = NULL;
	*row = name - flag <= 2 ? row_find(name, length) : NULL;
	if (*row && name[length])
		*value = name + length + 1;
	if (!*row && (*row = row_letter(flag)))
		*value = flag + 2;
	if (!*row)
		return false;
	if ((*row)->takes == WORDS && !*value && looks_like_words(next))
		*value = next;
	return true;
}

static const char *given(struct translator *t, const char *flag, const char *value, bool separate)
{
	return separate ? arena_printf(t->arena, "%s %s", flag, value) : flag;
}

void walk_nvcc(struct translator *t, const text_list *words)
{
	for (size_t i = 0; i < words->n; i++) {
		const char *flag = words->at[i], *next = i + 1 < words->n ? words->at[i + 1] : NULL;
		const struct nvcc_row *row;
		const char *value;
		if (flag[0] != '-' || !flag[1]) {
			flag_input(t, flag);
			continue;
		}
		if (!read_flag(flag, next, &row, &value)) {
			i += walk_host_word(t, flag, next) - 1;
			continue;
		}
		if (!value && (row->takes == ONE || row->takes == LIST)) {
			if (!next) {
				flag_lacks_value(t, flag);
				return;
			}
			value = next;
		}
		bool separate = value && value == next;
		i += separate;
		flag_apply(t, given(t, flag, value, separate), &row->row, row->action,
			value && row->takes != NONE ? value : "");
	}
}
