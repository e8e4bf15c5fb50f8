#ifndef HGRD_DRIVER_INVARIANTS_H
#define HGRD_DRIVER_INVARIANTS_H

#include "hostanalysis/host.h"
#include "hostanalysis/program/program.h"

/*
 * Relations between integer members of classes that all functions of the program keep, for the classes whose
 * members the functions of `plan` use. Candidates compare two, or one with a constant; see hostanalysis/classes/invariant.h.
 */
struct infer_options {
	struct program *program;
	size_t unit;
	/* Makes a unit's bitcode readable; NULL, or an error. The function may be NULL. */
	const char *(*need)(void *data, size_t unit);
	void *data;
	unsigned arch; /* that kernels are compiled for, as in host_options */
	bool all; /* public members of classes as well: the program has all functions that may write them */
};

/* NULL when there are none. */
struct invariants *invariants_infer(
	struct arena *arena, const struct infer_options *options, const struct plan *plan);

#endif
