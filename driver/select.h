#ifndef HGRD_DRIVER_SELECT_H
#define HGRD_DRIVER_SELECT_H

#include "driver/units.h"
#include "solver/verdict.h"

/*
 * Leaves in the project the units that the command line asks for: those of the named files and
 * folders (in a project scan), and those changed since a revision. A file that is no unit selects
 * the units that read it. Named files that select nothing become errors in *out. False with *error
 * (in arena) when --since cannot be answered.
 */
bool project_select(struct arena *arena, const struct options *options, struct project *project,
	const struct compiler *compiler, struct results *out, const char **error);

#endif
