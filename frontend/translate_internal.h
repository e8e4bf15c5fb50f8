#ifndef HGRD_FRONTEND_TRANSLATE_INTERNAL_H
#define HGRD_FRONTEND_TRANSLATE_INTERNAL_H

#include "frontend/translate.h"

/* A translation under way. */
struct translator {
	struct arena *arena;
	const char *folder; /* where relative paths start; NULL: leave them */
	bool clang;	    /* flags that clang alone has count */
	unsigned depth;	    /* of option files in option files */
	unsigned files;	    /* how many of them were read */

	text_list first, flags, last; /* in the order in which clang gets them */
	const char *standard, *host_standard;
	const char *language; /* of -x */
	bool from_host;	      /* the flag is one for the host compiler */
	bool rdc, rdc_macro;
	bool links;	  /* the command links... */
	const char *idle; /* ...or does no compiling, for this reason */
	const char *stream;
	text_list archs; /* of the last -arch */

	/* The flag that is being looked at. */
	const char *flag;
	const char *emitted, *why;

	struct translation *out;
};

/* What a row of the tables makes an action do. */
struct flag_row {
	const char *emit, *why;
};
typedef void flag_action(struct translator *t, const struct flag_row *row, const char *value);

/* Walks over words by nvcc's rules, or by those of gcc and clang. */
void walk_nvcc(struct translator *t, const text_list *words);
void walk_host(struct translator *t, const text_list *words);

/* One word by the rules of gcc and clang; `next` is the word behind it or NULL. Returns how many
 * words were used. */
size_t walk_host_word(struct translator *t, const char *word, const char *next);

/* Looks at one flag: does what its row says and records the step. `value` is "" when there is none.
 */
void flag_apply(struct translator *t, const char *given, const struct flag_row *row,
	flag_action *action, const char *value);

/* Takes an input, and notes a flag that is not understood. */
void flag_input(struct translator *t, const char *word);
void flag_unknown(struct translator *t, const char *word);
void flag_lacks_value(struct translator *t, const char *word);

/* The actions (frontend/actions.c); the tables name them. */
flag_action act_drop, act_flag, act_join, act_keep, act_rdc, act_no_rdc, act_no_compile, act_link,
	act_output, act_pre_include, act_pre_includes, act_define, act_macro, act_folder,
	act_folders, act_option_file, act_standard, act_language, act_arch, act_archs, act_gencode,
	act_stream, act_host, act_toolkit, act_not_kept;

#endif
