#ifndef HGRD_DRIVER_LOST_H
#define HGRD_DRIVER_LOST_H

#include "driver/scan.h"

/*
 * Keeps in the cache that units met a limit, so that the next run does not wait for them again: as the results of
 * each unit, or as briefs of a program's units, in which case the notes that their processes did not write are
 * added to *out. Works in processes of their own, as clang is asked what the units read. An interruption
 * makes *out partial where there is more to do with the notes.
 */
void lost_keep(struct arena *arena, const struct options *options, const struct project *project,
	const struct compiler *compiler, const struct lost_list *lost, bool briefs,
	struct results *out);

#endif
