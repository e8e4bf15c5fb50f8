#ifndef HGRD_IR_NODE_ORDER_H
#define HGRD_IR_NODE_ORDER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/vec.h"

/*
 * The numbered metadata nodes of LLVM's text of a module that its code and variables lead to, in the order in which they are
 * met. Nodes that only the compile unit lists do not count: what is imported and retained depends on how headers were read.
 */
struct node_order {
	struct arena *arena;
	VEC(const char *) lines;  /* by number + 1: the node's line; NULL: none */
	VEC(unsigned) places;	  /* by number + 1: its place in the order, from 1; 0: not met */
	VEC(const char *) reached; /* lines in order */
	VEC(bool) unordered;	   /* by number + 1: a list of the members of a class, which come as they were needed */
};

void node_order_read(struct node_order *order, const char *text);

/* The place of a node by its number + 1, from 1; 0: it is not met. */
unsigned node_place(const struct node_order *order, unsigned number);

/* Is a node a list without an order; *members: the places of its nodes, in one that does not depend on theirs in the list. */
typedef VEC(unsigned) place_list;
bool node_members(const struct node_order *order, unsigned number, place_list *members);

/* The end of what counts of a line: a compile unit's lists do not. */
const char *node_end(const char *line);

/* The next "!12" of a line from a position on, outside of strings; NULL: none. */
const char *node_next(const char *at, const char *end);

#endif
