#ifndef HGRD_REPORT_MERGE_H
#define HGRD_REPORT_MERGE_H

#include "solver/verdict.h"

/* One finding once, however many units, launches or instances of a template show it. */

bool same_text(const char *a, const char *b);

/* Are two races one finding: same kind, severity, object and pair of accesses. */
bool same_race(const struct race *a, const struct race *b);

/* Adds kernels, findings, errors and notes to *to. */
void results_append(struct arena *arena, const struct results *from, struct results *to);

/* Merges kernels and launches alone, as results_merge does. */
void results_merge_launches(struct arena *arena, struct results *results);

/*
 * Merges what several units say of one kernel: launches with the same verdict for the same
 * reasons are kept once, as are other findings and errors. Of equal races in what is left, the
 * first counts the others in `more`, and these are marked as `repeated`.
 */
void results_merge(struct arena *arena, struct results *results);

#endif
