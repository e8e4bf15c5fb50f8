#ifndef HGRD_DRIVER_ARCHS_H
#define HGRD_DRIVER_ARCHS_H

#include "driver/units.h"
#include "solver/verdict.h"

/*
 * --all-archs: the project is checked once for each architecture that its commands name. Without it units that have other
 * code for some of these are (other_archs.h).
 */

/* What a unit is to be checked for; --arch, or that of a command that names none, alone. */
text_list archs_of_unit(
	struct arena *arena, const struct compiler *compiler, const struct unit *unit);

/* The newest first. */
text_list archs_sorted(struct arena *arena, const text_list *archs);

/* All architectures that units to check are compiled for, as clang knows them, the newest first. */
text_list archs_of(
	struct arena *arena, const struct project *project, const struct compiler *compiler);

/* The project for one of them: units that are compiled for it are checked, with it. */
struct project archs_part(struct arena *arena, const struct project *project,
	const struct compiler *compiler, const char *arch);

/* Says in the results for which architecture they are, and merges them. */
void archs_label(struct arena *arena, struct results *results, const char *arch);

#endif
