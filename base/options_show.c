#include "base/option_rows.h"

#include <string.h>

/* The help, the manual page and the shells' completions. */

static const struct {
	int code;
	const char *meaning;
} exits[] = {
#define EXIT(NAME, code, meaning) { code, meaning },
#include "base/exit.def"
#undef EXIT
};

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
	for (const struct option_row *row = option_rows; row < option_rows + option_rows_n; row++) {
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
		fprintf(file, "  %-9s %s\n", option_stages[i].name, option_stages[i].help);
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
	for (const struct option_row *row = option_rows; row < option_rows + option_rows_n; row++) {
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
		fprintf(file, ".TP\n\\fB%s\\fR\n%s\n", option_stages[i].name,
			option_stages[i].help);
	fputs(".SH EXIT STATUS\n", file);
	for (unsigned i = 0; i < sizeof(exits) / sizeof(*exits); i++)
		fprintf(file, ".TP\n\\fB%d\\fR\n%s\n", exits[i].code, exits[i].meaning);
}

static void show_bash(FILE *file)
{
	fputs("_hgrd()\n{\n\tlocal word=${COMP_WORDS[COMP_CWORD]}\n"
	      "\tif [[ $word == -* ]]; then\n\t\tCOMPREPLY=($(compgen -W '",
		file);
	for (const struct option_row *row = option_rows; row < option_rows + option_rows_n; row++)
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
	for (const struct option_row *row = option_rows; row < option_rows + option_rows_n; row++) {
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
	for (const struct option_row *row = option_rows; row < option_rows + option_rows_n; row++) {
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
