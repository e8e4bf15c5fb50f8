#ifndef HGRD_DRIVER_NOTES_H
#define HGRD_DRIVER_NOTES_H

#include "driver/whole.h"
#include "solver/verdict.h"

/*
 * What the first round over a program's units tells the process that waits for it: a line in
 * results->notes for each unit that is known to come out the same the next time.
 */

/* A unit that compiled, by the hashes of its brief. */
void note_compiled(
	struct arena *arena, size_t number, const struct brief *brief, struct results *out);

/* One that failed, by what it said: the brief's `printed` and `error`, which may be NULL. */
void note_failed(struct arena *arena, size_t number, const char *path, const struct brief *brief,
	struct results *out);

/* Fills the state of the unit that a note is about. */
void note_take(struct whole *whole, const char *note);

#endif
