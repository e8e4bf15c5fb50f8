#ifndef HGRD_HOSTANALYSIS_PROGRAM_PROGRAM_H
#define HGRD_HOSTANALYSIS_PROGRAM_PROGRAM_H

#include "base/strmap.h"
#include "hostanalysis/program/index.h"
#include "hostanalysis/classes/invariant.h"

/*
 * A program of many translation units: its call graph, and which parts of
 * which units have to be linked to know the facts at a unit's launches.
 */

struct program_function {
	const char *name;
	enum index_kind kind;
	size_t unit; /* that defines it; of inline ones the first */
	unsigned size;
	bool interest, taken, is_main;
	bool throws; /* calls what throws exceptions or jumps to another function */
	bool twice; /* some call gives one pointer twice to it, or to a function that leads to it */
	VEC(struct program_function *) callees, callers;
	text_list kernels, variables, members;
	VEC(struct index_pass) passes;
	struct program_function *next; /* another definition of the name, in another unit */
	/* of the plan that is made */
	unsigned kept;	  /* number of the plan that keeps its body */
	unsigned reaches; /* ... in which it leads to a launch */
	unsigned visited;
};

/* Numbers of units. */
struct links {
	VEC(size_t) units;
};

typedef VEC(struct program_function *) function_vec;

struct program_unit {
	const char *path;
	const char *host, *device; /* bitcode files; device NULL: a host-only unit */
	const void *bitcode;	   /* host bitcode in memory, in place of a file; NULL: none */
	size_t bitcode_size;
	bool usable;		   /* it compiled */
	struct unit_index index;
	struct strmap *functions;  /* name -> program_function of its definition */
	struct strmap *kernels;	   /* names of kernels with a body */
	/* of executables */
	bool has_main;
	bool lacks;	    /* with main: uses a name that only units with another main define */
	size_t group;	    /* without main: leads to the number of its group */
	VEC(size_t) beside; /* with main: units without main that it shares names with */
};

struct program_variable {
	size_t unit; /* that defines it */
	bool defined;
	bool changed; /* some unit does more than load from it */
	bool ambiguous;
};

struct program {
	struct arena *arena;
	VEC(struct program_unit) units;
	VEC(struct program_function *) functions;
	struct strmap *by_name;	  /* external name -> program_function */
	struct strmap *variables; /* external name -> program_variable */
	struct strmap *device;	  /* device symbol -> index of the unit + 1; ~0: several */
	bool whole; /* every unit was read: what no unit changes stays as it is */
	unsigned plans;
};

/* Makes the graph from the units' indices, which are filled. */
void program_fill(struct arena *arena, struct program *program);

/* Fills what executable_of needs; units, functions and variables are filled. */
void executables_fill(struct program *program);

/*
 * The units that any executable with a unit consists of, as far as they have to do with each other. False: it may be
 * linked with several mains or with none, units are versions of each other, or there are more than PLAN_UNITS.
 */
bool executable_of(const struct program *program, size_t unit, struct links *list);

/* Every function of these units once, and how many instructions they have. */
function_vec executable_functions(
	struct program *program, const struct links *list, unsigned *size);

/* The definition that `name` means in a unit; NULL: none, or one of several. */
struct program_function *program_function_find(
	const struct program *program, size_t unit, const char *name);

/*
 * Does a function make nothing of a number that it is given, but for passing it on to functions that do so, or whose code is not seen
 * and which have no result or effect that is known.
 */
bool program_passes_on(const struct program *program, const char *name, unsigned arg);

/* Is an external variable known to keep its initial value: all units were read, and none changes it. */
bool program_never_changed(const struct program *program, const char *variable);

/* What is linked for one analysis. */
struct plan {
	size_t unit; /* whose kernels are analysed; it is linked first */
	bool whole;  /* all functions of that unit are kept */
	function_vec roots;
	VEC(size_t) units; /* to link, the analysed one first */
	function_vec kept; /* functions that keep their bodies, besides those of whole units */
	unsigned number;   /* those have kept == number */
	unsigned size;	   /* instructions kept */
	bool complete;	   /* every function of the one executable with these units is in it */
	const function_vec *goals; /* what call paths lead to; NULL: the unit's launches */
	struct invariants *invariants; /* to be put into the module; NULL: none */
	bool owed;	   /* ... with what is owed */
	bool closed;	   /* it rests on the project's files being the only callers of functions that
			      others could call, and the only users of variables */
};

/*
 * The first plan for a unit: its launches as seen from the boundary of their
 * unit, i.e. call paths start from functions that other units call, that nobody
 * calls, or whose address is taken.
 */
void plan_first(struct program *program, size_t unit, struct plan *plan);

/*
 * The next plan climbs from each given root to its callers: the nearest functions on each path
 * that others could call, too. Roots whose callers cannot all be taken
 * in, as the bounds below are reached, get `climbed` false and are not part of it.
 * Returns false when nothing was climbed.
 */
bool plan_next(struct program *program, size_t unit, const function_vec *from, bool *climbed,
	struct plan *plan);

/* The plan for call paths that start from the given functions. */
void plan_roots(struct program *program, size_t unit, const function_vec *roots, struct plan *plan);

/*
 * The plan for call paths from the given functions, or (climbed not NULL) from their callers as plan_next has
 * them, to the places where `goals` owe relations between members.
 */
bool plan_owed(struct program *program, size_t unit, const function_vec *goals,
	const function_vec *from, bool *climbed, struct plan *plan);

/* Is there anyone to climb to: direct callers, and no other way to reach it. */
bool function_has_callers(const struct program_function *function);

/* Bounds of one plan; levels of callers, and plans of one level. */
enum {
	PLAN_INSTRUCTIONS = 60000,
	PLAN_ROOTS = 48,
	PLAN_UNITS = 32,
	PLAN_LEVELS = 8,
	PLAN_GROUPS = 32
};

/*
 * Reads and links what a plan names into one module; launches are those of the
 * roots, which host_options.marked_roots makes host_analyse take. NULL and
 * *error on failure.
 */
struct module *plan_link(struct arena *arena, const struct program *program,
	const struct plan *plan, const char **error);

#endif
