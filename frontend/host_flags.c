/* Flags of gcc and clang, as commands of their own, behind -Xcompiler, or unknown to nvcc. */
#include <string.h>

#include "frontend/translate_internal.h"

enum takes { EXACT, PREFIX, JOINED, NEXT, EQUALS };
enum who { ALL, CLANG };

struct host_row {
	const char *name;
	enum takes takes;
	enum who who;
	flag_action *action;
	struct flag_row row;
};

static const struct host_row rows[] = {
#define HOST(name, takes, who, action, emit, why) { name, takes, who, act_##action, { emit, why } },
#include "frontend/host.def"
#undef HOST
};

static bool fits(const struct host_row *row, const char *word)
{
	size_t length = strlen(row->name);
	if (strncmp(row->name, word, length))
		return false;
	switch (row->takes) {
	case EXACT:
	case NEXT:
		return !word[length];
	case EQUALS:
		return !word[length] || word[length] == '=';
	case PREFIX:
	case JOINED:
		return true;
	}
	return false;
}

/* The longest name decides: -include before -I, -fopenmp before -f. */
static const struct host_row *row_find(const char *word)
{
	const struct host_row *best = NULL;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (fits(&rows[i], word) && (!best || strlen(rows[i].name) > strlen(best->name)))
			best = &rows[i];
	return best;
}

static void apply(
	struct translator *t, const struct host_row *row, const char *given, const char *value)
{
	static const struct flag_row not_kept = { "", "not on the list of flags that are kept" };
	if (row->who == CLANG && !t->clang && row->action != act_drop)
		flag_apply(t, given, &not_kept, act_not_kept, value);
	else
		flag_apply(t, given, &row->row, row->action, value);
}

size_t walk_host_word(struct translator *t, const char *word, const char *next)
{
	static const struct flag_row option_file = { "", "its options follow" };
	if (*word == '@') {
		flag_apply(t, word, &option_file, act_option_file, word);
		return 1;
	}
	const struct host_row *row = row_find(word);
	if (!row) {
		flag_unknown(t, word);
		return 1;
	}
	const char *rest = word + strlen(row->name);
	bool takes_next =
		row->takes == NEXT || ((row->takes == JOINED || row->takes == EQUALS) && !*rest);
	if (!takes_next) {
		apply(t, row, word, row->takes == EQUALS ? rest + 1 : rest);
		return 1;
	}
	if (!next) {
		flag_lacks_value(t, word);
		return 1;
	}
	apply(t, row, arena_printf(t->arena, "%s %s", word, next), next);
	return 2;
}

void walk_host(struct translator *t, const text_list *words)
{
	for (size_t i = 0; i < words->n;) {
		const char *word = words->at[i], *next = i + 1 < words->n ? words->at[i + 1] : NULL;
		if ((*word == '-' && word[1]) || *word == '@') {
			i += walk_host_word(t, word, next);
			continue;
		}
		flag_input(t, word);
		i++;
	}
}
