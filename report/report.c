#include "report/report.h"

#include <string.h>

static const struct {
	const char *name;
	report_fn *function;
} formats[] = {
#define FORMAT(name, function) { #name, function },
#include "report/formats.def"
#undef FORMAT
};

report_fn *report_find(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++)
		if (strlen(formats[i].name) == length && !strncmp(formats[i].name, name, length))
			return formats[i].function;
	return NULL;
}

const char *report_names(void)
{
	static const char names[] =
#define FORMAT(name, function) ", " #name
#include "report/formats.def"
#undef FORMAT
		;
	return names + strlen(", ");
}

struct summary summary_of(const struct results *results)
{
	struct summary summary = { .kernels = results->kernels.n,
		.errors = results->errors.n,
		.partial = results->partial };
	vec_each(kernel, &results->kernels) {
		summary.launches += kernel->launches.n;
		vec_each(launch, &kernel->launches)
			summary.of[launch->verdict]++;
	}
	vec_each(finding, &results->findings)
		summary.findings[finding->severity]++;
	return summary;
}

const char *system_text(struct arena *arena, const struct results *results)
{
	size_t n = results->system_launches;
	return arena_printf(arena,
		"%zu %s of kernels in system headers not checked (--system-kernels checks them)", n,
		n == 1 ? "launch" : "launches");
}

enum exit_code summary_exit(const struct summary *summary, const struct options *options)
{
	if (summary->errors || summary->partial)
		return EXIT_ERROR;
	if (options->exit_zero)
		return EXIT_RACE_FREE;
	if (summary->of[VERDICT_RACE] || summary->findings[SEVERITY_ERROR])
		return EXIT_RACE;
	if (summary->of[VERDICT_UNDECIDED] || summary->of[VERDICT_VACUOUS])
		return options->allow_undecided ? EXIT_RACE_FREE : EXIT_UNDECIDED;
	return EXIT_RACE_FREE;
}
