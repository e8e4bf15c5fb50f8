#ifndef HGRD_HOSTANALYSIS_CLASSES_INVARIANT_H
#define HGRD_HOSTANALYSIS_CLASSES_INVARIANT_H

#include "expr/fact.h"
#include "hostanalysis/classes/classes.h"

/*
 * Relations between integer members of one object that hold whenever no function that writes the members
 * runs. They are candidates until each writer is proved to keep them (Houdini: Flanagan, Leino,
 * Houdini, an Annotation Assistant for ESC/Java): where a writer ends, or calls what may look at the object, stands
 * an obligation; wherever else members are read, the relations are facts.
 */

enum { RELATION_CONSTANT = -2 };

struct class_relation { /* factor * a <= b */
	unsigned number; /* of the class in the list */
	int a;		 /* member; -1: the relation is 0 <= b; RELATION_CONSTANT: it is b == value */
	unsigned b;
	unsigned factor;
	uint64_t value;
	bool alive;	  /* nothing has shown that it does not hold */
	const char *text; /* for people */
	struct loc loc;
};

/*
 * A class of the list is one with members of its own, or one derived from such a class, whose relations are those of the
 * objects that are of it: what a base class keeps for all objects may be less (parts of a matrix against whole ones).
 */
struct class_kind {
	const struct class_entry *entry; /* with the members that relations are about */
	unsigned family;		 /* the class that has these members; its own number, or that of its base */
};

/* Where an obligation stands. */
struct class_site {
	const char *function;
	int number; /* of the class that the object is declared as; -1: not known */
	bool made;  /* the function is a constructor, and the object what it makes */
};

/* Bitcode of a unit in which the calls below are. */
struct class_unit {
	size_t unit;
	bool owed;
	const void *bytes;
	size_t size;
};

struct invariants {
	VEC(struct class_kind) classes;
	VEC(struct class_relation) relations;
	VEC(struct class_site) sites;
	VEC(struct class_unit) units; /* of a program, which are linked again and again */
	struct arena *arena;	      /* for these */
	bool all;		      /* public members of classes count as well */
};

/*
 * Calls of these stand for the members of an object: number of the class (where they are known, of that which the object
 * is declared as; where they are owed, of the one that has the members), of the site, values.
 */
#define MEMBERS_KNOWN "hgrd.members"
#define MEMBERS_OWED "hgrd.owed"
enum { MEMBERS_CLASS, MEMBERS_SITE, MEMBERS_VALUES };
/* A call of this is what a member holds that nothing was stored in yet; its name goes on from MEMBERS_KNOWN. */
#define MEMBERS_BLANK "hgrd.members.blank"

/* May a value be what a member held before anything was stored in it, or be made of that. */
bool is_unset_value(LLVMValueRef value);

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
