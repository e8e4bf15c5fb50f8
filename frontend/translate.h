#ifndef HGRD_FRONTEND_TRANSLATE_H
#define HGRD_FRONTEND_TRANSLATE_H

#include "base/options.h"

/*
 * A compiler's command to flags for the clang that is run here. Only flags on the lists of
 * frontend/nvcc.def and frontend/host.def come out, written anew: none can make clang write a
 * file, run a program or read anything but headers.
 */

enum unit_kind {
	UNIT_CUDA,	 /* compiles CUDA */
	UNIT_HOST,	 /* compiles C or C++ for the host alone */
	UNIT_HIP,	 /* compiles HIP, which is not supported */
	UNIT_NO_COMPILE, /* links, preprocesses, prints... */
	UNIT_KINDS
};

/* What became of one flag. */
struct flag_step {
	const char *given;
	const char *emitted; /* "" when it was left out */
	const char *why;     /* "" when there is nothing to say */
};

struct translation {
	enum unit_kind kind;
	const char *compiler; /* the program as named in the command; NULL for flags alone */
	const char *rules;    /* whose rules were followed: "nvcc", "clang", ... */
	text_list launchers;  /* what stood before the compiler */
	text_list flags;      /* for clang; paths absolute where a folder was given */
	text_list archs;      /* all that were named, "sm_80" */
	size_t arch_flags;    /* the first flags belong to the newest of them */
	const char *arch;     /* the newest of them as clang knows it; NULL: none named */
	const char *note;     /* about the architecture, or NULL */
	const char *output;   /* what the command writes, or NULL */
	const char *toolkit;  /* CUDA toolkit the command uses, or NULL */
	text_list inputs;     /* words that are no flags */
	text_list unknown;    /* flags nobody knows; they were left out */
	bool relocatable;     /* device code is linked across units */
	bool ndebug;	      /* NDEBUG is defined: asserts are off */
	const char *error;    /* why it cannot be understood, or NULL */
	VEC(struct flag_step) steps;
};

/*
 * Translates a command, compiler first, for the source `file` (as in the command). Relative paths
 * are seen from `folder`.
 */
struct translation translate_command(
	struct arena *arena, const text_list *words, const char *file, const char *folder);

/*
 * Translates flags alone, in nvcc's or clang's spelling. `folder` may be NULL: paths stay as they
 * are.
 */
struct translation translate_flags(struct arena *arena, const text_list *flags, const char *folder);

/* "CUDA", "host only", ... */
const char *unit_kind_text(enum unit_kind kind);

#endif
