#ifndef HGRD_REPORT_SOURCE_H
#define HGRD_REPORT_SOURCE_H

#include "base/arena.h"

/* Lines of the user's source files, each file read once. */
struct sources;

struct sources *sources_new(struct arena *arena);

/* A line without its end, NULL when it cannot be read; lines count from 1. */
const char *source_line(struct sources *sources, const char *file, unsigned line);

/* The line without blanks around it, NULL when it cannot be read. */
const char *source_trimmed(struct sources *sources, const char *file, unsigned line);

#endif
