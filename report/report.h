#ifndef HGRD_REPORT_REPORT_H
#define HGRD_REPORT_REPORT_H

#include <stdio.h>

#include "base/options.h"
#include "solver/verdict.h"

/* Reports are pure functions of the results; report/formats.def is the table of formats. */

struct report_style {
	bool color;   /* escape sequences for a terminal */
	bool explain; /* facts and assumptions of each proof */
	bool verbose; /* every launch with its verdict */
	bool quiet;   /* no summary line when nothing is wrong */
};

typedef void report_fn(struct arena *arena, const struct results *results,
	const struct report_style *style, FILE *file);

#define FORMAT(name, function) report_fn function;
#include "report/formats.def"
#undef FORMAT

/* The writer of a format such as "json", NULL when there is none; `length` bytes of name count. */
report_fn *report_find(const char *name, size_t length);

/* Names of all formats, separated by commas. */
const char *report_names(void);

struct summary {
	size_t kernels, launches, of[VERDICT_VACUOUS + 1]; /* launches by verdict */
	size_t findings[SEVERITY_NOTE + 1];		   /* findings by severity */
	size_t errors;
	bool partial;
};
struct summary summary_of(const struct results *results);

/* Says how many launches of kernels in system headers there were, which is not 0. */
const char *system_text(struct arena *arena, const struct results *results);

/* One line for people: kernels, launches, verdicts, what was not checked, seconds. */
const char *summary_text(struct arena *arena, const struct results *results);

/* The exit code that the results and the options ask for. */
enum exit_code summary_exit(const struct summary *summary, const struct options *options);

#endif
