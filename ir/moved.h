#ifndef HGRD_IR_MOVED_H
#define HGRD_IR_MOVED_H

#include "base/options.h"
#include "ir/closure.h"
#include "ir/hash.h"

/*
 * The hash of a module's text in which lines of the source stand by their order alone: two modules of one hash differ at
 * most in where their lines are. What is left out is the list of all lines, sorted by file and line, without columns: those of
 * the one module are those of the other, one by one.
 */
struct told { /* a function that is given the line of its call, as asserts do: a line too */
	const char *name;
	unsigned arg;
	bool ends; /* it does not return; else the call names a constant, as a file's name is one, too */
};
typedef VEC(struct told) told_list;

struct moved {
	loc_list lines;
	told_list told;
};
struct hash module_moved_hash(
	struct arena *arena, const struct module *module, struct moved *moved);

/* The order of the list, for qsort and bsearch. */
int line_compare(const void *a, const void *b);

#endif
