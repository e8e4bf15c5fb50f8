#ifndef HGRD_BASE_DIAG_H
#define HGRD_BASE_DIAG_H

#include <stdbool.h>

/*
 * Kinds of bad news. What hgrd does not model is none of these: it is recorded
 * with the kernel and makes the verdict undecided.
 */

/* A place in the user's source. `file` is NULL when unknown; line and column count from 1. */
struct loc {
	const char *file;
	unsigned line, column;
};

/* Are two places one; two unknown files count as the same. */
bool same_loc(const struct loc *a, const struct loc *b);

/* Our fault: prints the message and aborts. */
_Noreturn void bug(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The machine's: says that memory is out and aborts. */
_Noreturn void memory_out(void);

/* Their command line or environment: prints the message and exits with code 2. */
_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Their program: prints "hgrd: MESSAGE" to stderr and returns. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
