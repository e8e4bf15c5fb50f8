#ifndef HGRD_SOLVER_CHECK_H
#define HGRD_SOLVER_CHECK_H

#include "expr/place.h"
#include "hostanalysis/host.h"
#include "kernelanalysis/kernel.h"
#include "solver/solve.h"
#include "solver/verdict.h"

/* Kernel model and launches to verdicts. */

enum check_wish {
	WISH_VERDICT,
	WISH_PROOF,	  /* of a launch that is not race-free no more is asked than that */
	WISH_PROOF_FIRST, /* the same for kernels that are modelled in full: what is `unsearched` then has to be checked again */
};

struct siblings;

struct check_options {
	double seconds;             /* bound for one kernel */
	const uint64_t *block_dim, *grid_dim; /* 3 values each, or NULL: for kernels with no launch */
	const char *const *assume;  /* expressions for kernels with no launch */
	size_t assumes;
	bool linear_first, check;
	enum check_wish wish;
	unsigned assumptions;       /* bits that every verdict about a launch rests on */
	const char *dump_dir;
	void (*dump)(void *data, const char *text); /* each query with its answer; may be NULL */
	void *dump_data;
	struct siblings *siblings; /* of kernels checked before with no fewer facts; NULL: launches of the kernel alone learn from each other */
};

/* A launch applied to a kernel. */
struct launch {
	struct kernel *kernel;
	const struct host_launch *host; /* NULL: no launch in sight */
	const struct host_escape *unlisted; /* ... beside those that are; NULL: there are none */
	struct et_map *map;             /* kernel symbols to launch terms */
	struct overflows *overflows;    /* of sums and products that the map replaces (overflows.c) */
	fact_list facts;
	const struct et *grid[3], *block[3]; /* launch terms */
	unsigned assumptions;           /* bits that hold for every verdict of the launch */
	struct ptrmap *pointers;        /* host term -> BASE symbol standing for it */
	struct known *known;            /* values that facts give; NULL: none do */
	bool settles;                   /* they changed a term */
	bool begun;                     /* it was asked what the memory held before, */
	bool unset;                     /* ... of which nothing is known somewhere: it is taken to be 0 */
	bool *read;                     /* by the host's contents: they are in terms or conditions */
};

struct launch *launch_new(
	struct kernel *kernel, const struct host_launch *host, const struct check_options *options);
/* The same with the host's exact facts as well; requires a launch of the host that has some. */
struct launch *launch_exact(const struct launch *launch, const struct check_options *options);

/* Puts the values that the facts give into dimensions and other facts (settle.c). */
void launch_settle(struct launch *launch);
/* A launch term with these values in it; NULL stays NULL. */
const struct et *launch_settled(struct launch *launch, const struct et *term);
/* Is it one of the facts that verdicts rest on because their values are in the terms. */
bool launch_fact_settles(const struct launch *launch, const struct fact *fact);

/* What the host put where the kernel reads, when the place alone says what that is; NULL: not known (contents.c). */
const struct et *launch_contents(struct launch *launch, const struct et *leaf);
/* What memory holds that the host has made, or had a library compute, in a way that is not followed; NULL: it does not. */
const char *launch_own_list(struct launch *launch, const struct et *leaf);
/* Is the table that a pointer is read from one of which the host may have put two entries into one allocation. */
bool launch_entries_alike(struct launch *launch, const struct et *leaf);
/* Calls `push` with what the contents that the terms of a pair read are known to obey. */
void launch_contents_conditions(struct launch *launch, struct pair_terms *terms);

/* The object whose contents a symbol stands for; NULL: none. */
const struct object *object_of_contents(const struct kernel *kernel, const struct symbol *contents);
/* The host's place of an object that a parameter points to; false: there is none, or several. */
struct place;
bool object_place(struct launch *launch, const struct object *object, struct place *place);

/* What the host gives where the kernel has a term, of a pointer among its parameters as the host has it. NULL: not known. */
const struct et *launch_given(struct launch *launch, const struct et *term);
/* Does what the kernel does not support concern the launch. */
bool launch_suffers(struct launch *launch, const struct unsupported *entry);
/*
 * The launch term of a pointer that the host gives: into kernel variables or allocations; one object per distinct host term, called
 * `name`, where the allocation is not known. NULL: it is a constant.
 */
const struct et *launch_pointer(struct launch *launch, const struct et *term, const char *name);
/* Launch term of a kernel parameter. */
const struct et *launch_param(struct launch *launch, const struct kernel_param *param);

/* Equal for launches at one place that differ in nothing that the verdict depends on. */
const char *launch_key(struct arena *arena, struct launch *launch);

/*
 * Checks a kernel under each of its launches in `host` (or under any launch
 * when there is none) and fills *result and findings in *results; strings and lists
 * go to `run`. Adds to the statistics.
 */
void check_kernel(struct arena *run, struct kernel *kernel, const struct host *host,
	const struct check_options *options, struct kernel_result *result,
	struct results *results);

#endif
