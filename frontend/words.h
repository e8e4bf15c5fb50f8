#ifndef HGRD_FRONTEND_WORDS_H
#define HGRD_FRONTEND_WORDS_H

#include "base/options.h"

/* Splitting text into words, as the shell, compilers' option files and nvcc's lists do. */

typedef VEC(text_list) command_list;

/*
 * Splits a shell's command line: quotes and backslashes as in a POSIX shell, nothing is expanded.
 * An unquoted && || ; | & or end of line ends a command; redirections are left out.
 */
void words_shell(struct arena *arena, const char *text, command_list *out);

/* Adds the words of an option file: blanks and ends of lines separate, quotes as in a shell. */
void words_file(struct arena *arena, const char *text, text_list *out);

/*
 * Adds the items of a list as nvcc separates them: at commas, or at commas and blanks. Double
 * quotes protect and stay; a backslash before a comma makes it part of the item and goes.
 */
void words_list(struct arena *arena, const char *text, bool blanks, text_list *out);

/* Quotes a word for a shell where it needs it. */
const char *word_quoted(struct arena *arena, const char *word);

/* The words in one line, each quoted where it needs it. */
const char *words_joined(struct arena *arena, const text_list *words);

/* Reads a whole file into the arena, ended by NUL; NULL with errno set when it cannot be read. */
char *file_text(struct arena *arena, const char *path);

#endif
