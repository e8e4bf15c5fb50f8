#include "base/options.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum option_kind {
	KIND_FLAG,
	KIND_TEXT,
	KIND_ARCH,
	KIND_LIST,
	KIND_SECONDS,
	KIND_COUNT,
	KIND_SIZE,
	KIND_DIM,
	KIND_COLOR,
	KIND_STAGES
};

struct option_row {
	const char *group; /* a row that only starts a group has no name */
	const char *name;
	char letter;
	enum option_kind kind;
	size_t offset; /* of the field in struct options */
	const char *value, *help;
};

static const struct option_row rows[] = {
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
#define ROWS (sizeof(rows) / sizeof(*rows))

static const struct {
	const char *name, *help;
} stages[] = {
#define STAGE(NAME, name, help) { name, help },
#include "base/stages.def"
#undef STAGE
};

static const struct {
	int code;
	const char *meaning;
} exits[] = {
#define EXIT(NAME, code, meaning) { code, meaning },
#include "base/exit.def"
#undef EXIT
};

static const struct option_row *row_named(const char *name, size_t length)
{
	for (const struct option_row *row = rows; row < rows + ROWS; row++)
		if (row->name && strlen(row->name) == length && !strncmp(row->name, name, length))
			return row;
	return NULL;
}

static const struct option_row *row_lettered(char letter)
{
	for (const struct option_row *row = rows; row < rows + ROWS; row++)
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
	for (const struct option_row *row = rows; row < rows + ROWS; row++) {
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
		while (stage < STAGES && (strlen(stages[stage].name) != length ||
						 strncmp(stages[stage].name, text, length)))
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
	char *names = arena_strdup(arena, stages[0].name);
	for (unsigned i = 1; i < STAGES; i++)
		names = arena_printf(arena, "%s, %s", names, stages[i].name);
	return arena_printf(arena, "--%s=%s: the stages are %s", row->name, value, names);
}

static void defaults(struct options *options)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	*options = (struct options){
		.timeout = 10, .jobs = processors > 0 ? (unsigned)processors : 1, .arch = NULL
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

/* Prints `text` wrapped at 100 columns, following lines indented by `indent`. */
static void show_wrapped(FILE *file, const char *text, int indent)
{
	int column = indent;
	while (*text) {
		int length = (int)strcspn(text, " ");
		if (column > indent && column + 1 + length > 100) {
			fprintf(file, "\n%*s", indent, "");
			column = indent;
		} else if (column > indent) {
			fputc(' ', file);
			column++;
		}
		fprintf(file, "%.*s", length, text);
		column += length;
		text += length;
		text += strspn(text, " ");
	}
	fputc('\n', file);
}

void options_show_help(FILE *file)
{
	enum { INDENT = 28 };
	fputs("usage: hgrd [options] file.cu [more.cu ...] [-- clang or nvcc flags]\n"
	      "       hgrd [options] -p BUILD_DIR [files or folders ...] [-- more flags]\n"
	      "Proves CUDA kernels free of data races, or shows a race with a witness.\n",
		file);
	for (const struct option_row *row = rows; row < rows + ROWS; row++) {
		if (row->group) {
			fprintf(file, "\n%s:\n", row->group);
			continue;
		}
		int width = row->letter ? fprintf(file, "  -%c, ", row->letter)
					: fprintf(file, "      ");
		width += fprintf(file, *row->value ? "--%s=%s" : "--%s", row->name, row->value);
		if (width + 2 > INDENT) {
			fputc('\n', file);
			width = 0;
		}
		fprintf(file, "%*s", INDENT - width, "");
		show_wrapped(file, row->help, INDENT);
	}
	fputs("\nStages:\n", file);
	for (unsigned i = 0; i < STAGES; i++)
		fprintf(file, "  %-9s %s\n", stages[i].name, stages[i].help);
	fputs("\nExit codes:\n", file);
	for (unsigned i = 0; i < sizeof(exits) / sizeof(*exits); i++)
		fprintf(file, "  %d  %s\n", exits[i].code, exits[i].meaning);
}

/* Text for the manual page: hyphens and backslashes as themselves. */
static void show_roff(FILE *file, const char *text)
{
	for (; *text; text++) {
		if (*text == '-' || *text == '\\')
			fputc('\\', file);
		fputc(*text, file);
	}
}

static void show_man(FILE *file, const char *version)
{
	fprintf(file, ".TH HGRD 1 \"\" \"hgrd %s\" \"User commands\"\n", version);
	fputs(".SH NAME\nhgrd \\- static data\\-race checker for CUDA\n"
	      ".SH SYNOPSIS\n.B hgrd\n[options] file.cu [more.cu ...] [\\-\\- clang or nvcc "
	      "flags]\n.br\n.B hgrd\n[options] \\-p BUILD_DIR [files or folders ...] [\\-\\- more "
	      "flags]\n"
	      ".SH DESCRIPTION\nhgrd proves that the CUDA kernels of the given files are free of "
	      "data\n"
	      "races under the launches and facts of their host code, or shows a race with a\n"
	      "witness. It needs no GPU and no CUDA toolkit.\n.SH OPTIONS\n",
		file);
	for (const struct option_row *row = rows; row < rows + ROWS; row++) {
		if (row->group) {
			fprintf(file, ".SS %s\n", row->group);
			continue;
		}
		fputs(".TP\n\\fB", file);
		if (row->letter)
			fprintf(file, "\\-%c\\fR, \\fB", row->letter);
		fputs("\\-\\-", file);
		show_roff(file, row->name);
		fputs("\\fR", file);
		if (*row->value) {
			fputs("=\\fI", file);
			show_roff(file, row->value);
			fputs("\\fR", file);
		}
		fputc('\n', file);
		show_roff(file, row->help);
		fputc('\n', file);
	}
	fputs(".SS Stages\n", file);
	for (unsigned i = 0; i < STAGES; i++)
		fprintf(file, ".TP\n\\fB%s\\fR\n%s\n", stages[i].name, stages[i].help);
	fputs(".SH EXIT STATUS\n", file);
	for (unsigned i = 0; i < sizeof(exits) / sizeof(*exits); i++)
		fprintf(file, ".TP\n\\fB%d\\fR\n%s\n", exits[i].code, exits[i].meaning);
}

static void show_bash(FILE *file)
{
	fputs("_hgrd()\n{\n\tlocal word=${COMP_WORDS[COMP_CWORD]}\n"
	      "\tif [[ $word == -* ]]; then\n\t\tCOMPREPLY=($(compgen -W '",
		file);
	for (const struct option_row *row = rows; row < rows + ROWS; row++)
		if (row->name)
			fprintf(file, "--%s%s ", row->name, *row->value ? "=" : "");
	fputs("' -- \"$word\"))\n\t\t[[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace\n\telse\n"
	      "\t\tCOMPREPLY=($(compgen -f -X '!*.cu' -- \"$word\") $(compgen -d -- \"$word\"))\n"
	      "\tfi\n}\ncomplete -o filenames -F _hgrd hgrd\n",
		file);
}

/* Quotes text inside single quotes for zsh's _arguments and for fish. */
static void show_quoted(FILE *file, const char *text, const char *escape)
{
	for (; *text; text++) {
		if (*text == '\'')
			fputs("'\\'", file);
		else if (strchr(escape, *text))
			fputc('\\', file);
		fputc(*text, file);
	}
}

static void show_zsh(FILE *file)
{
	fputs("#compdef hgrd\n_arguments -S \\\n", file);
	for (const struct option_row *row = rows; row < rows + ROWS; row++) {
		if (!row->name)
			continue;
		fprintf(file, "\t'%s--%s%s[", row->kind == KIND_LIST ? "*" : "", row->name,
			*row->value ? "=" : "");
		show_quoted(file, row->help, "[]:");
		fputs("]", file);
		if (*row->value) {
			fputs(":", file);
			show_quoted(file, row->value, "[]:");
			fputs(":_files", file);
		}
		fputs("' \\\n", file);
	}
	fputs("\t'*:CUDA source:_files -g \"*.cu\"'\n", file);
}

static void show_fish(FILE *file)
{
	for (const struct option_row *row = rows; row < rows + ROWS; row++) {
		if (!row->name)
			continue;
		fprintf(file, "complete -c hgrd -l %s", row->name);
		if (row->letter)
			fprintf(file, " -s %c", row->letter);
		if (*row->value)
			fputs(" -r", file);
		fputs(" -d '", file);
		show_quoted(file, row->help, "\\");
		fputs("'\n", file);
	}
}

bool options_show_generated(FILE *file, const char *what, const char *version)
{
	if (!strcmp(what, "man"))
		show_man(file, version);
	else if (!strcmp(what, "bash"))
		show_bash(file);
	else if (!strcmp(what, "zsh"))
		show_zsh(file);
	else if (!strcmp(what, "fish"))
		show_fish(file);
	else
		return false;
	return true;
}
