#ifndef HGRD_DRIVER_TRACE_H
#define HGRD_DRIVER_TRACE_H

#include "driver/answers.h"
#include "driver/cache.h"
#include "driver/kernel_key.h"
#include "driver/whole.h"

/*
 * What the verdicts about one unit of a program follow from besides its own
 * code: the plans that were made one after the other, with the code that each
 * of them linked, and the device code that was linked. When a later run
 * would make the same plans from the same code, the verdicts are the same.
 * Where the device code alone is another, those about kernels that are what they
 * were hold as long as it gives the same answers to host analysis.
 */
enum trace_kind {
	TRACE_FIRST, /* plan_first */
	TRACE_CLIMB, /* plan_next */
	TRACE_ROOTS, /* plan_roots */
	TRACE_CLASSES /* all units whose functions write members of classes */
};

struct trace_step {
	enum trace_kind kind;
	function_vec from;  /* the functions that it starts from; none for the first */
	struct hash digest; /* of the plan */
};

/* The results about one kernel, and what they follow from in its own code. */
struct part {
	const char *mangled;
	bool known; /* `code` and `lines` are, see kernel_code */
	struct hash code;
	line_list lines;
	bool kept;		/* the results are those of an earlier run */
	struct results results; /* the kernel, with its findings */
};
typedef VEC(struct part) part_list;

struct trace {
	struct arena *arena;
	const struct whole *whole;
	size_t unit;
	VEC(struct trace_step) steps;
	VEC(size_t) units; /* whose code is in the digests */
	bool unknown;	   /* ... and of one of them it is not known what it was compiled from */
	text_list symbols; /* that the device code left undefined */
	text_list dropped; /* kernels of the device code that are not checked */
	struct answers *answers; /* of the device code */
	part_list parts;   /* of the kernels, in the order of the device code */
	bool joined;	   /* there may be results about several kernels at once */
	const struct trace_kept *kept; /* results that hold in part */
};

/*
 * Makes a plan and notes it. `climbed` (TRACE_CLIMB) is filled as plan_next
 * does. False: plan_next had nothing to climb to.
 */
bool trace_plan(struct trace *trace, enum trace_kind kind, const function_vec *from,
	bool *climbed, struct plan *plan);

/* Notes that the classes of all units were looked at. */
void trace_classes(struct trace *trace);

/*
 * Adds to *results what is kept, if all of it still holds; *limited: more time could change it. Else trace_keep may
 * find some of it.
 */
bool trace_find(struct cache *cache, struct trace *trace, struct results *results, unsigned *limited);

/*
 * Fills the results of those parts that still have them, and adds those that are about no kernel alone; all else in the
 * trace but the plans is filled. False: nothing of what is kept holds.
 */
bool trace_keep(struct cache *cache, struct trace *trace, struct results *others);

/* Keeps the results that the noted plans have led to: those of the parts, and the others. */
void trace_put(struct cache *cache, struct trace *trace, const struct results *others);

/* Adds the results of a part, a finding that is known already but once. */
void part_append(struct arena *arena, const struct part *part, struct results *results);

#endif
