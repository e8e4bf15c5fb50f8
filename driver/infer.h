#ifndef HGRD_DRIVER_INFER_H
#define HGRD_DRIVER_INFER_H

#include "driver/class_facts.h"
#include "driver/invariants.h"
#include "solver/solve.h"

/* What was found about a relation at one place. */
struct found {
	const struct host_owed *owed;
	bool kept;
	VEC(const struct class_relation *) used; /* relations that the proof rests on */
};
typedef VEC(struct found) found_list;

struct callers { /* of callers */
	function_vec goals, from;
	struct plan plan;
	struct host *host; /* NULL: not all of them could be taken */
};

struct infer {
	struct arena *arena; /* ends with the inference */
	struct arena *kept;  /* for the invariants */
	struct ets *ets;
	const struct infer_options *options;
	struct invariants *invariants;
	VEC(struct class_facts) facts; /* by class */
	bool *reached; /* [from * classes + to]: objects of a class with members are cast to another, directly or not */
	struct solver *solver;
	struct ptrmap *found; /* relation -> found_list */
	function_vec writers;
	struct plan plan;
	VEC(struct callers *) levels;
	VEC(struct module *) modules; /* that were analysed */
	double deadline;
	struct host *own; /* what the writers owe, each looked at by itself */
};

/* Fills the classes that the functions of a plan use, and what is known about them. */
void infer_classes(struct infer *in, const struct plan *plan);

/* Drops what objects do not keep that are cast to a class; true when there was something. */
bool infer_joined_drop(struct infer *in);

/* The class with members that a relation is about. */
unsigned infer_family(const struct infer *in, const struct class_relation *relation);

/*
 * Does a relation have to be shown at an obligation: its class may be that of the object that is written there, or is cast to
 * one that may. What a constructor makes is of its own class.
 */
bool infer_concerns(const struct infer *in, const struct class_relation *relation,
	const struct host_owed *owed);

/* What the functions of a plan owe; NULL: a unit of it cannot be read, or time is up. */
struct host *infer_owed(struct infer *in, const struct plan *plan);

/* The function in which an obligation stands. */
const char *infer_site(const struct infer *in, const struct host_owed *owed);

/* Adds a function to a list that does not have it. */
void functions_once(struct arena *arena, function_vec *list, struct program_function *function);

/*
 * Adds the writers that do not keep the relation by themselves to *led; false when one of them is none that its
 * callers can answer for.
 */
bool infer_own_kept(struct infer *in, const struct class_relation *relation, function_vec *led);

/* Do all writers keep the relation, those of *led, which it fills, with what their callers know (`callers`) or taken for granted. */
bool infer_kept(struct infer *in, struct class_relation *relation, bool callers,
	function_vec *led);

#endif
