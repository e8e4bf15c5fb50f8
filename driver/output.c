#include "driver/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool nonempty(const char *name)
{
	const char *value = getenv(name);
	return value && *value;
}

/* --color, then NO_COLOR, then whether standard output is a terminal that can. */
static bool wants_color(const struct options *options)
{
	if (options->color != COLOR_AUTO)
		return options->color == COLOR_ALWAYS;
	const char *terminal = getenv("TERM");
	return !nonempty("NO_COLOR") && isatty(STDOUT_FILENO) && terminal &&
	       strcmp(terminal, "dumb") != 0;
}

/* By a file's ending. */
static report_fn *format_by_name(const char *path)
{
	const char *dot = strrchr(path, '.');
	report_fn *format = dot ? report_find(dot + 1, strlen(dot + 1)) : NULL;
	return format ? format : report_text;
}

/* The format of "[FORMAT=]FILE"; NULL: it names none that there is. A word before "=" is a format, anything else belongs to FILE. */
static report_fn *format_of(const char *text, const char **path)
{
	size_t length = strcspn(text, "=./");
	bool named = text[length] == '=';
	*path = named ? text + length + 1 : text;
	return named ? report_find(text, length) : format_by_name(text);
}

static const char *output_open(struct arena *arena, const char *text, struct output *output)
{
	output->format = format_of(text, &output->path);
	if (!output->format)
		return arena_printf(arena, "--output=%s: the formats are %s (./%s is a file)", text,
			report_names(), text);
	output->file = fopen(output->path, "we");
	return output->file ? NULL
			    : arena_printf(arena, "cannot write %s: %s", output->path,
				      strerror(errno));
}

bool outputs_open(struct arena *arena, const struct options *options, struct outputs *outputs,
	const char **error)
{
	*outputs = (struct outputs){ 0 };
	struct output standard = { report_text, "standard output", stdout };
	if (options->format)
		standard.format = report_find(options->format, strlen(options->format));
	if (!standard.format) {
		*error = arena_printf(
			arena, "--format=%s: the formats are %s", options->format, report_names());
		return false;
	}
	vec_push(arena, &outputs->all, standard);
	vec_each(text, &options->outputs) {
		struct output output;
		*error = output_open(arena, *text, &output);
		if (*error)
			return false;
		vec_push(arena, &outputs->all, output);
	}
	return true;
}

void outputs_write(struct arena *arena, const struct options *options,
	const struct outputs *outputs, const struct results *results)
{
	vec_each(output, &outputs->all) {
		struct report_style style = {
			.color = output->file == stdout && wants_color(options),
			.explain = options->explain,
			.verbose = options->verbose,
			.quiet = options->quiet && output->file == stdout,
		};
		output->format(arena, results, &style, output->file);
		bool failed = ferror(output->file) != 0;
		failed |= (output->file == stdout ? fflush(stdout) : fclose(output->file)) != 0;
		if (failed)
			die("cannot write %s: %s", output->path, strerror(errno));
	}
}
