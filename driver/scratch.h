#ifndef HGRD_DRIVER_SCRATCH_H
#define HGRD_DRIVER_SCRATCH_H

#include "base/arena.h"

/*
 * The folder of a run for the files of its units, below $TMPDIR. Its lock is held by the run and its workers, so
 * that a folder which a killed run has left behind is known by its being free.
 */
struct scratch {
	const char *folder;
	int lock;
};

/* Removes what killed runs of this user have left, and makes a new folder; dies where that cannot be. */
struct scratch scratch_new(struct arena *arena);

/* Removes it with all files in it. */
void scratch_free(struct arena *arena, struct scratch *scratch);

#endif
