#ifndef HGRD_HOSTANALYSIS_CLASSES_INSTRUMENT_INTERNAL_H
#define HGRD_HOSTANALYSIS_CLASSES_INSTRUMENT_INTERNAL_H

#include <stdint.h>

#include "hostanalysis/classes/invariant.h"
#include "ir/func.h"

/*
 * Where relations between members hold. In a function that writes none of them: everywhere. In a writer: until the first
 * store. From a store on the object is unsettled; at the next place where somebody else may look at it (a return, a call of a
 * function that is not known to leave such objects alone, an exception) the relations are owed, and then
 * it is settled again. So an object may be out of order between two stores, and nowhere else.
 *
 * Sets of objects of one function are masks, bit k for objects.at[k].
 */

enum { MAX_OBJECTS = 32 }; /* the last one stands for all that are too many */

struct object {
	LLVMValueRef key;     /* its address, or the local variable that is set to it once */
	LLVMValueRef address; /* where it was first written */
	bool kept;	      /* key is a variable */
	bool hidden;	      /* it is being made, and only what is given its address can look at it */
	const struct class_entry *entry;
};

struct put {
	struct arena *arena;
	struct invariants *invariants;
	struct classes *classes;
	LLVMBuilderRef b;
	struct strmap *unsettled; /* constructor and class -> this map: it leaves its object unsettled */
	struct ptrmap *harmless; /* function -> itself: yes; -> NULL or this struct: no */
	bool owed;
	unsigned blanks; /* numbers that were given to members */
	/* of one function */
	struct func *func;
	VEC(struct object) objects;
	uint32_t sticky; /* objects that are written through kept addresses */
	uint32_t *in;	 /* by block: objects that are unsettled at its start */
	bool *ends;	 /* by block: they are settled at its end */
};

/* The place of a class in the list of the invariants; -1: not there. */
int put_class(const struct put *put, const struct class_entry *entry);

/* The place in the list of the class that an object with the members of `entry` is declared as; -1: not there, or not known. */
int put_declared(
	const struct put *put, LLVMValueRef object, const struct class_entry *entry);

/* The class of the list that has the member whose address a value is; NULL: none. */
const struct class_entry *put_listed(const struct put *put, LLVMValueRef value);

/* The object of a member's address. */
uint32_t put_member(struct put *put, LLVMValueRef address, const struct class_entry *entry);

/* The objects that an instruction writes, and of these those whose base a call constructs without settling it. */
uint32_t put_written(struct put *put, LLVMValueRef i);
uint32_t put_constructed(struct put *put, LLVMValueRef call);

/* Is objects.at[object] what the function, a constructor, makes. */
bool put_is_own(const struct put *put, size_t object);

/* May somebody else look at objects at an instruction; and the objects that it cannot look at, as it is not given them. */
bool put_looks(struct put *put, LLVMValueRef i);
uint32_t put_out_of_sight(const struct put *put, LLVMValueRef i);

/* Fills what `put` says of one function. */
void put_function_fill(struct put *put, LLVMValueRef function);

/* The objects that are unsettled behind an instruction, those of the mask being so before it. */
uint32_t put_settle(struct put *put, LLVMValueRef i, uint32_t mask);

/* Does a constructor of a base object leave it to its caller to show what it owes. */
bool put_leaves_unsettled(
	struct put *put, LLVMValueRef function, const struct class_entry *entry);

/* A function of the host analysis, of the kind that calls stand for something; with `variadic`, its first argument is a number. */
LLVMValueRef put_own(struct put *put, const char *name, LLVMTypeRef result, bool variadic);

/* Gives members of objects that a function makes, in local variables and fresh memory, the numbers that is_unset_value tells of. */
void blanks_put(struct put *put, LLVMValueRef function);

#endif
