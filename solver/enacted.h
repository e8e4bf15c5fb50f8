#ifndef HGRD_SOLVER_ENACTED_H
#define HGRD_SOLVER_ENACTED_H

#include "kernelanalysis/enact.h"
#include "solver/check_pair.h"
#include "solver/model.h"

enum { ENACTED_INPUTS = 8 };

/* Memory behind a base, as the run takes it to begin. */
struct enacted_memory {
	const struct symbol *base;
	bool unknown, counter, filled; /* not known; counted from 0 on; as the host's contents say */
	bool zeros;                    /* the host has set it to 0 */
	bool begun;
	uint64_t first;                /* the counter that has begun first, in bytes */
	bool read;
};

struct enacted {
	struct check *check;
	struct arena *arena;
	struct answer sizes; /* what the host gives */
	unsigned input;      /* which input is tried */
	VEC(struct enacted_memory) known;
	struct enact_race race;
	unsigned attempts;   /* to confirm it, that are left */
	bool confirmed;
};

/* The value of what host and launch give (`data`: struct enacted); false: it is none that may be chosen. */
bool enacted_given(void *data, const struct et *leaf, const uint64_t *args, uint64_t *value);
/* See enact_begin_fn: what the host has put there, zeros that are counted up, or an input. */
enum enact_begin enacted_begin(void *data, const struct symbol *base, uint64_t offset, unsigned size, bool floating, uint64_t *value);
uint64_t enacted_size(void *data, const struct symbol *base);
/* "'in', 'keys'": the memory whose contents were chosen; NULL: none. */
const char *enacted_names(const struct enacted *run);

#endif
