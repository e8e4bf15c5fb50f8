#ifndef HGRD_DRIVER_PROGRAM_H
#define HGRD_DRIVER_PROGRAM_H

#include "driver/units.h"
#include "solver/verdict.h"

/*
 * Checks the units of a project as one program, in two rounds. The first
 * compiles all units, those that are read for their facts alone included, and writes
 * bitcode and an index of each to files of a private folder; between the rounds the
 * indices become the program's call graph; the second checks the kernels of each
 * unit, with what other units say about their launches.
 */
void program_scan(struct arena *arena, const struct options *options,
	const struct project *project, const struct compiler *compiler, struct results *out);

#endif
