#ifndef HGRD_DRIVER_PROGRAM_H
#define HGRD_DRIVER_PROGRAM_H

#include "frontend/clang.h"
#include "hostanalysis/program.h"
#include "solver/verdict.h"

/*
 * Several translation units checked as one program, in two rounds over the
 * units. The first compiles each and writes its bitcode and its index to files of a
 * private folder; between the rounds the indices become the program's call
 * graph; the second checks each unit's kernels. Both rounds can run in processes of
 * their own, which see what the program held when they were forked.
 */

struct whole {
	const char *folder; /* of the bitcode; removed by whole_free */
	struct program program;
};

/* Makes the folder, and a unit for each path; exits when there is no room for the folder. */
void whole_new(struct arena *arena, struct whole *whole, const text_list *paths);

/*
 * First round, of one unit: compiles it, device side and host side or, when compiler->host_only,
 * the host side alone. Errors go to *out.
 */
void unit_prepare(struct arena *arena, const struct compiler *compiler, const struct whole *whole,
	size_t unit, struct results *out);

/* Between the rounds: reads the indices of all units that compiled. */
void whole_fill(struct arena *arena, struct whole *whole);

/* Second round, of one unit. */
void unit_check(struct arena *arena, const struct options *options, struct whole *whole,
	size_t unit, struct results *out);

void whole_free(struct whole *whole);

/* Is a source, by its name, one of the host alone. */
bool is_host_source(const char *path);

#endif
