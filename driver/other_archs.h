#ifndef HGRD_DRIVER_OTHER_ARCHS_H
#define HGRD_DRIVER_OTHER_ARCHS_H

#include "driver/units.h"
#include "solver/verdict.h"

/*
 * Fills `archs` of the units that are compiled for several architectures: the newest, and of those for which the
 * preprocessor makes another text of the user's device code the newest each. Only units of which a file that is no system
 * header asks for the architecture are preprocessed more than once. False: every unit has one.
 *
 * What is found is kept in the cache with the unit's inputs; other_archs_keep does that when the units have been checked.
 */
bool other_archs_fill(struct arena *arena, const struct options *options, struct project *project,
	const struct compiler *compiler, struct results *out);
void other_archs_keep(struct arena *arena, const struct options *options,
	const struct project *project, const struct compiler *compiler);

#endif
