#include "base/option_rows.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct option_row option_rows[] = {
#define GROUP(title) { .group = title },
#define OPTION(field, name_, letter_, kind_, value_, help_)                                        \
	{ .name = name_,                                                                           \
		.letter = letter_,                                                                 \
		.kind = KIND_##kind_,                                                              \
		.offset = offsetof(struct options, field),                                         \
		.value = value_,                                                                   \
		.help = help_ },
#include "base/options.def"
#undef OPTION
#undef GROUP
};
const size_t option_rows_n = sizeof(option_rows) / sizeof(*option_rows);

const struct stage_row option_stages[] = {
#define STAGE(NAME, name, help) { name, help },
#include "base/stages.def"
#undef STAGE
};

static const struct option_row *row_named(const char *name, size_t length)
{
	for (const struct option_row *row = option_rows; row < option_rows + option_rows_n; row++)
		if (row->name && strlen(row->name) == length && !strncmp(row->name, name, length))
			return row;
	return NULL;
}

static const struct option_row *row_lettered(char letter)
{
	for (const struct option_row *row = option_rows; row < option_rows + option_rows_n; row++)
		if (row->name && row->letter == letter && letter)
			return row;
	return NULL;
}

/* Edit distance (Levenshtein) of two short words. */
static size_t distance(const char *a, size_t n, const char *b, size_t m)
{
	size_t row[64];
	if (m >= sizeof(row) / sizeof(*row))
		return n + m;
	for (size_t j = 0; j <= m; j++)
		row[j] = j;
	for (size_t i = 1; i <= n; i++) {
		size_t diagonal = row[0];
		row[0] = i;
		for (size_t j = 1; j <= m; j++) {
			size_t above = row[j], best = diagonal + (a[i - 1] != b[j - 1]);
			if (above + 1 < best)
				best = above + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			diagonal = above;
			row[j] = best;
		}
	}
	return row[m];
}

static const char *unknown_option(struct arena *arena, const char *arg)
{
	const char *name = arg + strspn(arg, "-");
	size_t length = strcspn(name, "="), best = length / 3 + 1;
	const struct option_row *near = NULL;
	for (const struct option_row *row = option_rows; row < option_rows + option_rows_n; row++) {
		if (!row->name)
			continue;
		size_t d = distance(name, length, row->name, strlen(row->name));
		if (d <= best && d < strlen(row->name)) {
			best = d;
			near = row;
		}
	}
	int shown = (int)(name - arg + (ptrdiff_t)length);
	if (near)
		return arena_printf(
			arena, "unknown option '%.*s'; is '--%s' meant?", shown, arg, near->name);
	return arena_printf(arena,
		"unknown option '%.*s' (see hgrd --help; clang's own go after --)", shown, arg);
}

static bool parse_unsigned(const char **text, uint64_t *value)
{
	if (!isdigit((unsigned char)**text))
		return false;
	char *end;
	*value = strtoull(*text, &end, 10);
	*text = end;
	return *value > 0 && *value <= UINT32_MAX;
}

static bool parse_count(const char *text, unsigned limit, unsigned *count)
{
	uint64_t value;
	if (!parse_unsigned(&text, &value) || *text || value > limit)
		return false;
	*count = (unsigned)value;
	return true;
}

static bool parse_seconds(const char *text, double *seconds)
{
	char *end;
	*seconds = strtod(text, &end);
	return end != text && !*end && *seconds > 0 && *seconds < 1e6;
}

static bool parse_dim(const char *text, struct option_dim *dim)
{
	*dim = (struct option_dim){ .given = true, .at = { 1, 1, 1 } };
	for (unsigned axis = 0; axis < 3; axis++) {
		if (!parse_unsigned(&text, &dim->at[axis]))
			return false;
		if (!*text)
			return true;
		if (*text++ != ',')
			return false;
	}
	return false;
}

bool options_parse_arch(struct arena *arena, const char *text, const char **arch)
{
	const char *digits = text;
	for (const char *const *prefix = (const char *const[]){ "sm_", "compute_", NULL }; *prefix;
		prefix++)
		if (!strncmp(text, *prefix, strlen(*prefix)))
			digits = text + strlen(*prefix);
	size_t n = strspn(digits, "0123456789");
	if (n < 2 || n > 3 || (digits[n] && (digits[n + 1] || !strchr("af", digits[n]))))
		return false;
	*arch = arena_printf(arena, "sm_%s", digits);
	return true;
}

static bool parse_color(const char *text, enum option_color *color)
{
	static const char *const names[] = {
		[COLOR_AUTO] = "auto", [COLOR_ALWAYS] = "always", [COLOR_NEVER] = "never"
	};
	for (unsigned i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(text, names[i])) {
			*color = (enum option_color)i;
			return true;
		}
	return false;
}

static bool parse_stages(const char *text, unsigned *set)
{
	while (*text) {
		size_t length = strcspn(text, ",");
		unsigned stage = 0;
		while (stage < STAGES && (strlen(option_stages[stage].name) != length ||
						 strncmp(option_stages[stage].name, text, length)))
			stage++;
		if (stage == STAGES)
			return false;
		*set |= 1u << stage;
		text += length;
		text += *text == ',';
	}
	return *set != 0;
}

static bool row_set(struct arena *arena, const struct option_row *row, const char *value,
	struct options *options)
{
	void *field = (char *)options + row->offset;
	switch (row->kind) {
	case KIND_FLAG:
		*(option_FLAG *)field = true;
		return true;
	case KIND_TEXT:
		*(option_TEXT *)field = value;
		return *value != '\0';
	case KIND_ARCH:
		return options_parse_arch(arena, value, field);
	case KIND_LIST:
		vec_push(arena, (option_LIST *)field, value);
		return *value != '\0';
	case KIND_SECONDS:
		return parse_seconds(value, field);
	case KIND_COUNT:
		return parse_count(value, 4096, field);
	case KIND_SIZE:
		return parse_count(value, 1u << 30, field);
	case KIND_DIM:
		return parse_dim(value, field);
	case KIND_COLOR:
		return parse_color(value, field);
	case KIND_STAGES:
		return parse_stages(value, field);
	}
	return false;
}

static const char *bad_value(struct arena *arena, const struct option_row *row, const char *value)
{
	if (row->kind != KIND_STAGES)
		return arena_printf(arena, "--%s=%s: %s is expected", row->name, value, row->value);
	char *names = arena_strdup(arena, option_stages[0].name);
	for (unsigned i = 1; i < STAGES; i++)
		names = arena_printf(arena, "%s, %s", names, option_stages[i].name);
	return arena_printf(arena, "--%s=%s: the stages are %s", row->name, value, names);
}

static void defaults(struct options *options)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	*options = (struct options){
		.timeout = 10, .jobs = processors > 0 ? (unsigned)processors : 1, .cache_size = 512
	};
}

bool options_parse(struct arena *arena, int argc, char *const *argv, struct options *options,
	const char **error)
{
	defaults(options);
	for (int i = 1; i < argc; i++) {
		const char *arg = argv[i], *value = NULL;
		if (!strcmp(arg, "--")) {
			while (++i < argc)
				vec_push(arena, &options->clang_flags, argv[i]);
			break;
		}
		if (arg[0] != '-' || !arg[1]) {
			vec_push(arena, &options->files, arg);
			continue;
		}
		const struct option_row *row;
		if (arg[1] == '-') {
			size_t length = strcspn(arg + 2, "=");
			row = row_named(arg + 2, length);
			if (arg[2 + length])
				value = arg + 2 + length + 1;
		} else {
			row = row_lettered(arg[1]);
			if (arg[2])
				value = arg + 2;
		}
		if (!row || (row->kind == KIND_FLAG && value && arg[1] != '-')) {
			*error = unknown_option(arena, arg);
			return false;
		}
		if (row->kind == KIND_FLAG && value) {
			*error = arena_printf(arena, "--%s takes no value", row->name);
			return false;
		}
		if (row->kind != KIND_FLAG && !value) {
			if (i + 1 == argc) {
				*error = arena_printf(
					arena, "--%s needs a value: %s", row->name, row->value);
				return false;
			}
			value = argv[++i];
		}
		if (!row_set(arena, row, value ? value : "", options)) {
			*error = bad_value(arena, row, value);
			return false;
		}
	}
	return true;
}

unsigned options_arch_number(const struct options *options)
{
	const char *arch = options->arch ? options->arch : OPTION_DEFAULT_ARCH;
	return (unsigned)strtoul(arch + strlen("sm_"), NULL, 10);
}
