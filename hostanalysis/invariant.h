#ifndef HGRD_HOSTANALYSIS_INVARIANT_H
#define HGRD_HOSTANALYSIS_INVARIANT_H

#include "expr/fact.h"
#include "hostanalysis/classes.h"

/*
 * Relations between integer members of one object that hold whenever no function that writes the members
 * runs. They are candidates until each writer is proved to keep them (Houdini: Flanagan, Leino,
 * Houdini, an Annotation Assistant for ESC/Java): where a writer ends, or calls what may look at the object, stands
 * an obligation; wherever else members are read, the relations are facts.
 */

struct class_relation { /* factor * a <= b */
	unsigned number; /* of the class in the list */
	int a;		 /* member; -1: the relation is 0 <= b */
	unsigned b;
	unsigned factor;
	bool alive;	  /* nothing has shown that it does not hold */
	const char *text; /* for people */
	struct loc loc;
};

struct invariants {
	VEC(const struct class_entry *) classes;
	VEC(struct class_relation) relations;
	text_list sites; /* functions in which obligations stand */
};

/* Calls of these stand for the members of an object: number of the class, of the site, values. */
#define MEMBERS_KNOWN "hgrd.members"
#define MEMBERS_OWED "hgrd.owed"
enum { MEMBERS_CLASS, MEMBERS_SITE, MEMBERS_VALUES };

/*
 * Puts such calls into a module as clang made it: where members of the classes are read, and,
 * with `owed`, where the relations have to be shown. Adds sites.
 */
void invariants_put(
	struct arena *arena, LLVMModuleRef module, struct invariants *invariants, bool owed);

/* The relation between values of the members (one for each member of the class). */
const struct et *relation_term(struct ets *ets, const struct invariants *invariants,
	const struct class_relation *relation, const struct et *const *values);

#endif
