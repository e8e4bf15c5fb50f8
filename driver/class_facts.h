#ifndef HGRD_DRIVER_CLASS_FACTS_H
#define HGRD_DRIVER_CLASS_FACTS_H

#include "hostanalysis/program/program.h"
#include "solver/solve.h"

/* What the units of a program say about one class together. */
struct class_facts {
	const struct class_entry *entry; /* of a unit that sees all of it */
	function_vec writers;
	text_list types;  /* the class's and those derived from it */
	text_list joined; /* types with the same members that objects are cast to */
	text_list from;	  /* and those whose objects are cast to it */
	bool blank;	  /* an object of one of the types may be zeros that no function has set */
};

/*
 * False when it has no member, or when functions that may write them are not in the program:
 * member functions that are called and defined nowhere, addresses of members that leak.
 */
bool class_facts_fill(const struct program *program, const char *type, struct class_facts *facts);

/*
 * The same for the objects of a class with members that are of a class derived from it, with the members of the former;
 * false when that is declared nowhere.
 */
bool class_facts_derive(const struct program *program, const struct class_facts *base,
	const char *type, struct class_facts *facts);

/* Is a function a constructor of one of the types. */
bool is_constructor(const struct class_facts *facts, const char *function);

/*
 * Is a function the variant of a constructor for whole objects, which instances of templates always have, in a class
 * that is only derived from: nobody calls it, and those who call the other variant are writers.
 */
bool is_spare_constructor(const struct program *program, const struct class_facts *facts,
	const struct program_function *function);

/*
 * Conversions of sizes to narrower integers keep their values (no-wrap): adds that to the
 * conditions, for what the conditions and facts convert.
 */
void conversions_add(struct arena *arena, struct query *query);

#endif
