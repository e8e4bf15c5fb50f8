#ifndef HGRD_SOLVER_VERDICT_H
#define HGRD_SOLVER_VERDICT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/failure.h"
#include "base/vec.h"
#include "expr/fact.h"
#include "expr/race.h"

/*
 * What hgrd says: plain data that the solver layer fills and the report layer
 * prints. Strings live in the arena of the run. Field meanings are those of
 * the JSON report.
 */

enum verdict { VERDICT_RACE_FREE, VERDICT_RACE, VERDICT_UNDECIDED, VERDICT_VACUOUS };

/* Assumptions a proof may rest on (SEMANTICS): ASSUMPTION(NAME, text), a bit set. */
#define ASSUMPTIONS(X)                                \
	X(NO_WRAP, "no-wrap")                         \
	X(IN_BOUNDS, "in-bounds")                     \
	X(DISTINCT, "distinct-allocations")           \
	X(NO_ALIAS, "no-alias")                       \
	X(LAUNCH_SUCCEEDS, "launch-succeeds")         \
	X(PROGRESS, "progress")                       \
	X(UNSET_FLAGS, "unset-flags")                 \
	X(TAKEN_VALUES, "taken-values")               \
	X(UNREAD_DIMENSIONS, "unread-dimensions")     \
	X(CLOSED_PROJECT, "closed-project")           \
	X(UNSHARED_OBJECTS, "unshared-objects")       \
	X(CLASS_INVARIANTS, "class-invariants")

enum assumption_index {
#define X(name, text) ASSUMPTION_INDEX_##name,
	ASSUMPTIONS(X)
#undef X
	ASSUMPTION_COUNT
};
enum assumption {
#define X(name, text) ASSUME_##name = 1 << ASSUMPTION_INDEX_##name,
	ASSUMPTIONS(X)
#undef X
};

struct frame { /* of an inlining stack */
	const char *function;
	struct loc loc;
};

struct race_access {
	struct loc loc; /* innermost frame inside the user's files */
	enum access_type type;
	const char *text; /* source line, trimmed; may be NULL */
	VEC(struct frame) stack; /* outwards, empty when not inlined */
};

struct witness_param {
	const char *name;
	int64_t value;
	bool is_unsigned;
};

struct witness_thread {
	uint64_t block[3], thread[3];
};

struct witness {
	uint64_t grid_dim[3], block_dim[3];
	VEC(struct witness_param) params;
	struct witness_thread thread[2]; /* in the order of the race's accesses */
	uint64_t offset;                 /* first common byte, from the start of the object */
};

struct race {
	enum race_kind kind;
	enum space space;
	enum severity severity;
	const char *cause;
	const char *object; /* parameter or variable name */
	struct race_access access[2]; /* in source order */
	struct witness witness;
	unsigned more; /* equal races of other launches, instances and units (report/merge.h) */
	bool repeated; /* an equal one stands before */
};

/* The reason where a kernel met the memory limit: more of it may decide the kernel. */
#define UNDECIDED_MEMORY "out of memory (see --memory-limit)"
/* ... where a proof alone was wanted, and something stands against one that more time does not change. */
#define UNDECIDED_UNPROVED "a race is not excluded"

struct undecided {
	const char *reason;
	struct loc loc;
};

struct launch_result {
	struct loc loc;              /* file NULL: no launch in sight */
	const char *grid[3], *block[3];
	const char *archs;           /* architectures it holds for, "sm_90, sm_80"; NULL: the one
					that was checked */
	enum verdict verdict;
	double seconds;
	VEC(struct race) races;
	fact_list facts;             /* used by the proof, or that clash (vacuous) */
	unsigned assumptions;        /* bits of enum assumption */
	VEC(struct undecided) undecided;
	bool begun;      /* it rests on what waits find before the launch: callers may know of more that was left there */
	bool entangled;  /* it rests on what other kernels of the module do, too: no result of this one alone */
	bool unsearched; /* a proof alone was wanted, and there is none: nobody has looked for a race */
};

struct kernel_result {
	const char *name, *mangled;
	struct loc loc;
	VEC(struct launch_result) launches;
	VEC(const char *) params; /* names that --assume can use: those that are no pointers */
};

struct file_error {
	const char *file, *message;
	enum failure cause;
};

struct results {
	VEC(struct kernel_result) kernels;
	VEC(struct finding) findings;
	VEC(struct file_error) errors;
	double seconds;
	bool partial;     /* the run was interrupted */
	size_t unchecked; /* files that it had not finished by then */
	size_t system_launches; /* of kernels in system headers, which were not checked */
	VEC(const char *) notes; /* what a round that checks nothing has found */
};

/* "race", "inter-block", "global", "read", "error", ...: words as in reports. */
const char *verdict_text(enum verdict verdict);
const char *race_kind_text(enum race_kind kind);
const char *space_text(enum space space);
const char *access_type_text(enum access_type type);
const char *severity_text(enum severity severity);
const char *assumption_text(enum assumption_index index);

#endif
