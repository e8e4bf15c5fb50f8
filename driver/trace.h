#ifndef HGRD_DRIVER_TRACE_H
#define HGRD_DRIVER_TRACE_H

#include "driver/cache.h"
#include "driver/whole.h"

/*
 * What the verdicts about one unit of a program follow from besides its own
 * code: the plans that were made one after the other, with the code that each
 * of them linked, and the device code that was linked. When a later run
 * would make the same plans from the same code, the verdicts are the same.
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

struct trace {
	struct arena *arena;
	const struct whole *whole;
	size_t unit;
	VEC(struct trace_step) steps;
	VEC(size_t) units; /* whose code is in the digests */
	bool unknown;	   /* ... and of one of them it is not known what it was compiled from */
	text_list symbols; /* that the device code left undefined */
};

/*
 * Makes a plan and notes it. `climbed` (TRACE_CLIMB) is filled as plan_next
 * does. False: plan_next had nothing to climb to.
 */
bool trace_plan(struct trace *trace, enum trace_kind kind, const function_vec *from,
	bool *climbed, struct plan *plan);

/* Notes that the classes of all units were looked at. */
void trace_classes(struct trace *trace);

/* Adds to *results what is kept, if it still holds; *limited: more time could change it. */
bool trace_find(struct cache *cache, struct trace *trace, struct results *results, unsigned *limited);

/* Keeps the results that the noted plans have led to. */
void trace_put(struct cache *cache, struct trace *trace, const struct results *results);

#endif
