#ifndef HGRD_BASE_OPTIONS_H
#define HGRD_BASE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/vec.h"

/* The command line as data; base/options.def is the table it is made from. */

#define OPTION_DEFAULT_ARCH "sm_80"

struct option_dim {
	bool given;
	uint64_t at[3]; /* x, y, z; those left out are 1 */
};

enum option_color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

typedef VEC(const char *) text_list;

/* The C type of each kind of option. */
typedef bool option_FLAG;
typedef const char *option_TEXT;      /* NULL when not given */
typedef const char *option_ARCH;      /* "sm_80"; NULL when not given */
typedef text_list option_LIST;	      /* values in the order given */
typedef double option_SECONDS;	      /* > 0 */
typedef unsigned option_COUNT;	      /* > 0 */
typedef unsigned option_SIZE;	      /* > 0, in MiB; 0 when not given */
typedef struct option_dim option_DIM; /* every value > 0 */
typedef enum option_color option_COLOR;
typedef unsigned option_STAGES; /* set of 1 << enum stage */

enum stage {
#define STAGE(NAME, name, help) STAGE_##NAME,
#include "base/stages.def"
#undef STAGE
	STAGES
};

enum exit_code {
#define EXIT(NAME, code, meaning) EXIT_##NAME = code,
#include "base/exit.def"
#undef EXIT
};

struct options {
#define GROUP(title)
#define OPTION(field, name, letter, kind, value, help) option_##kind field;
#include "base/options.def"
#undef OPTION
#undef GROUP
	text_list files;
	text_list clang_flags; /* what stood after -- */
	text_list spared;      /* kernels that are not looked at, by mangled name (driver/spared.h) */
};

/*
 * Parses argv[1..argc-1] into *options, with defaults for what is not given.
 * Returns false with *error (in arena) set when the command line is not understood.
 */
bool options_parse(struct arena *arena, int argc, char *const *argv, struct options *options,
	const char **error);

/* Reads "sm_80", "compute_80" or "80", with an a or f behind or not, as "sm_80"; false: neither. */
bool options_parse_arch(struct arena *arena, const char *text, const char **arch);

/* Number of the architecture that is checked for: 80 for sm_80. */
unsigned options_arch_number(const struct options *options);

static inline bool options_dumps(const struct options *options, enum stage stage)
{
	return options->dump >> stage & 1;
}

/* Prints the text of --help. */
void options_show_help(FILE *file);

/* Prints the manual page ("man") or the completions of "bash", "zsh" or "fish"; false: unknown. */
bool options_show_generated(FILE *file, const char *what, const char *version);

#endif
