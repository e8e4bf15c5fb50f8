#ifndef HGRD_BASE_OPTION_ROWS_H
#define HGRD_BASE_OPTION_ROWS_H

#include "base/options.h"

/* The option table, which parsing, help and completions read. */

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

/* All rows, in the order of the help. */
extern const struct option_row option_rows[];
extern const size_t option_rows_n;

struct stage_row {
	const char *name, *help;
};
/* STAGES of them. */
extern const struct stage_row option_stages[];

#endif
