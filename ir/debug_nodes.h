#ifndef HGRD_IR_DEBUG_NODES_H
#define HGRD_IR_DEBUG_NODES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/vec.h"

/*
 * The nodes of debug information in LLVM's text of a module, each a line of its own, by number + 1 (0: none), and what of
 * the text tells where they are.
 */
struct debug_node {
	unsigned scope, file; /* numbers + 1 of nodes; 0: none */
	unsigned line;
	const char *path; /* of a file */
};

struct debug_record { /* declares a variable in a function: numbers + 1 of the variable and of the place */
	unsigned variable, place;
};

struct debug_nodes {
	struct arena *arena;
	VEC(struct debug_node) all;
	VEC(struct debug_record) records;
};

/* Parts of the text: does it go on with a word; the end of its line; a word in the rest of its line, NULL where it has none. */
bool text_starts(const char *at, const char *word);
const char *text_line_end(const char *at);
const char *text_within(const char *line, const char *word);

/* A number behind a mark, "!12", + 1; 0 where there is none. */
unsigned debug_reference(const char *at);

/* Is a debug node defined in a line; its number + 1, and where its fields begin. */
const char *debug_fields(const char *line, unsigned *number);

/* The next "name: value" of a node, NULL where there is none. Values that are strings are not looked into. */
const char *debug_next_field(const char *at, const char **name, size_t *length);
bool debug_field_is(const char *name, size_t length, const char *word);

/* Fills the nodes and records of a text. */
void debug_nodes_read(struct debug_nodes *nodes, const char *text);

/* The file that a node's lines are of; NULL: not known. */
const char *debug_path(const struct debug_nodes *nodes, unsigned number);

/* The line of a node; 0: not known. */
unsigned debug_line(const struct debug_nodes *nodes, unsigned number);

#endif
