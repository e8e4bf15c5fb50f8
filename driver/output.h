#ifndef HGRD_DRIVER_OUTPUT_H
#define HGRD_DRIVER_OUTPUT_H

#include "report/report.h"

/* Where reports go: standard output (--format) and files (--output). */
struct output {
	report_fn *format;
	const char *path;
	FILE *file;
};

struct outputs {
	VEC(struct output) all; /* standard output first */
};

/* Opens all outputs; false with *error (in arena) for an unknown format or a file that cannot be
 * written. */
bool outputs_open(struct arena *arena, const struct options *options, struct outputs *outputs,
	const char **error);

/* Writes every report and closes the files; exits with an error when one cannot be written. */
void outputs_write(struct arena *arena, const struct options *options,
	const struct outputs *outputs, const struct results *results);

#endif
