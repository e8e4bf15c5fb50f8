#ifndef HGRD_SOLVER_WITNESSES_ENACTED_H
#define HGRD_SOLVER_WITNESSES_ENACTED_H

#include "kernelanalysis/enact/enact.h"
#include "solver/check_pair.h"
#include "solver/witnesses/model.h"

enum { ENACTED_INPUTS = 8 };

/* Memory behind a base, as the run takes it to begin. */
struct enacted_memory {
	const struct symbol *base;
	bool unknown, counter, filled; /* not known; counted from 0 on; as the host's contents say */
	bool zeros;                    /* the host has set it to 0 */
	bool refilled;                 /* ... or may have changed it since an earlier kernel ran */
	bool begun;
	uint64_t first;                /* the counter that has begun first, in bytes */
	bool read;
};
typedef VEC(struct enacted_memory) enacted_memory_list;

/* A launch that comes before on the same call path. */
struct enacted_stage {
	const struct host_launch *host;
	struct kernel *kernel;   /* NULL: it cannot be run */
	struct launch *launch;
	struct enact_launch numbers;
	struct enact *machine;
	bool partial;            /* it has more blocks than are run */
	bool skipped, ended;     /* it is not made; its blocks have been run to the end */
	enacted_memory_list known; /* what it found where it has not been */
};

struct enacted {
	struct check *check;
	struct arena *arena;
	struct kernel *kernel; /* what is run now, */
	struct launch *launch; /* and its launch */
	struct answer sizes; /* what the host gives */
	fact_list facts;     /* which hold for it */
	unsigned input;      /* which input is tried */
	enacted_memory_list known; /* of the launch that is run now */
	VEC(const struct symbol *) bases; /* that were met in any launch */
	bool chained;        /* launches before it are run first: */
	bool sparing; /* sizes as small as those of a warp are wanted */
	VEC(struct enacted_stage) stages;
	struct enact_race race;
	unsigned attempts;   /* to confirm it, that are left */
	bool confirmed;
	bool chosen;         /* some contents of memory were */
	bool met;            /* two threads of the last run have met */
};

/* The value of what host and launch give (`data`: struct enacted); false: it is none that may be chosen. */
bool enacted_given(void *data, const struct et *leaf, const uint64_t *args, uint64_t *value);
/* See enact_begin_fn: what the host has put there, zeros that are counted up, or an input. */
enum enact_begin enacted_begin(void *data, const struct symbol *base, uint64_t offset, unsigned size, bool floating, uint64_t *value);
uint64_t enacted_size(void *data, const struct symbol *base);
/* Finds values of what the host gives, for which the facts hold; false: none are found. */
bool enacted_sizes(struct enacted *run);
/* Fills what a run of a launch needs; requires sizes. */
bool enacted_launch(struct enacted *run, struct kernel *kernel, struct launch *launch, struct enact_launch *numbers);
/* Is it one of the facts that hold: 1; 0: it does not; -1: it is not known. */
int enacted_holds(struct enacted *run, const struct fact *fact);
/* "'in', 'keys'": the memory whose contents were chosen; NULL: none. */
const char *enacted_names(const struct enacted *run);

#endif
