#include "base/diag.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool same_loc(const struct loc *a, const struct loc *b)
{
	return a->line == b->line && a->column == b->column &&
	       (a->file == b->file || (a->file && b->file && !strcmp(a->file, b->file)));
}

static void say(const char *what, const char *format, va_list args)
{
	fprintf(stderr, "hgrd: %s", what);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
}

void bug(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	say("internal error: ", format, args);
	va_end(args);
	abort();
}

void memory_out(void)
{
	complain("out of memory");
	abort();
}

void die(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	say("", format, args);
	va_end(args);
	exit(2);
}

void complain(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	say("", format, args);
	va_end(args);
}
