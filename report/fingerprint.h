#ifndef HGRD_REPORT_FINGERPRINT_H
#define HGRD_REPORT_FINGERPRINT_H

#include "base/arena.h"

/*
 * A line's hash, as GitHub code scanning computes primaryLocationLineHash: of the hundred UTF-16 units from its start
 * on, without blanks, and how often it came before. So it stays when other lines move.
 */
struct fingerprints;

struct fingerprints *fingerprints_new(struct arena *arena);

/* "271789c17abda88f:1"; lines count from 1. NULL when the file cannot be read or has no such line. */
const char *fingerprint_of(struct fingerprints *prints, const char *file, unsigned line);

#endif
