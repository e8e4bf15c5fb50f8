#ifndef HGRD_KERNELANALYSIS_ENACT_ENACT_H
#define HGRD_KERNELANALYSIS_ENACT_ENACT_H

#include "kernelanalysis/kernel.h"

/*
 * A launch run in numbers: the threads of its first blocks, one after the other from wait to wait, on
 * memory whose first contents the caller chooses. It is one of the ways that the program can go, as blocks and threads may come in any
 * order, up to the first operation that is not modelled. The first two accesses that nothing orders race.
 */

/* What lies at a byte of global memory when the launch begins. */
enum enact_begin { ENACT_UNKNOWN_CONTENTS, ENACT_CHOSEN /* an input */, ENACT_GIVEN };
typedef enum enact_begin enact_begin_fn(void *data, const struct symbol *base, uint64_t offset, unsigned size,
	bool floating, uint64_t *value);

struct enact_launch {
	struct kernel *kernel;
	struct et_map *map;        /* kernel symbols to launch terms */
	uint64_t grid[3], block[3];
	uint64_t blocks;           /* how many are run at most, from the first on */
	uint64_t shared;           /* bytes of dynamic shared memory; UINT64_MAX: not known */
	et_value_fn *given;        /* values of what the terms are made of */
	enact_begin_fn *begin;
	uint64_t (*size)(void *data, const struct symbol *base); /* bytes behind a base; UINT64_MAX: not known */
	void *data;
};

struct enact_thread {
	const struct access *access;
	uint64_t block[3], thread[3];
};

struct enact_race {
	struct enact_thread side[2];
	enum race_kind kind;
	const struct symbol *base;
	uint64_t offset; /* of the first common byte */
};

/* What lies at some bytes after a run. */
struct enact_left {
	bool known;
	uint64_t value;
};

/* May it be run at all: no locks, signals and barriers of the grid, and warps that are no lock-step. */
bool enact_may_run(const struct kernel *kernel);
/* Is a number among the parameters compared or multiplied with something, as sizes are. */
bool enact_is_size(const struct kernel *kernel, unsigned param);
/* Does some atomic operation change the memory behind a base. */
bool enact_is_counter(const struct kernel *kernel, const struct symbol *base, struct et_map *map);
/* Does the kernel of that name leave the memory behind a pointer, so many bytes into a parameter, as it is; false too where it is not known. */
bool enact_spares(const struct kernel *kernel, const char *other, unsigned param, unsigned offset);
struct enact;
/* Makes the kernel ready to be run, in all for at most `*steps` instructions, which are taken off. NULL: it has too many threads, or
 * is too large. */
struct enact *enact_new(struct arena *arena, const struct enact_launch *launch, uint64_t *steps);
/* Runs it once. True: two accesses race. */
bool enact_run(struct enact *e, struct enact_race *race);
/* Has the last run come to the end of those blocks, with nothing on the way that is not modelled. */
bool enact_ended(const struct enact *e);
/* Was it an access outside of its memory that ended the last run: no such input is meant. */
bool enact_left_memory(const struct enact *e);
/* Has some thread come to the access in some run. */
bool enact_came_to(const struct enact *e, const struct access *access);
/* Has some thread stored there, in some run, what another one has stored in the same place, with no order between them. */
bool enact_stored_same(const struct enact *e, const struct access *access);
/* What the last run has left at bytes of global memory, or found there. False: nobody has been there. */
bool enact_left(const struct enact *e, const struct symbol *base, uint64_t offset, unsigned size, struct enact_left *left);

#endif
