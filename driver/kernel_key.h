#ifndef HGRD_DRIVER_KERNEL_KEY_H
#define HGRD_DRIVER_KERNEL_KEY_H

#include "ir/closure.h"
#include "ir/hash.h"
#include "solver/check.h"

/* What the verdicts of one kernel follow from. */
struct kernel_inputs {
	struct closures *closures;
	LLVMValueRef function;
	const struct host *host;
	const struct check_options *options;
	bool lockstep;
};

/*
 * The key of a kernel with all its launches (kernel_code: of its device code alone). Lines of the source enter it by
 * their order in their file only: *lines becomes the list of all that occur, sorted by
 * file and line, and results with their lines replaced by positions in it hold for every kernel of
 * this key. The time limit is not in it. False: it has no key.
 */
struct source_line {
	const char *file;
	unsigned line;
};
typedef VEC(struct source_line) line_list;
/* The order of the list: a search key for bsearch, too. */
int source_line_compare(const void *a, const void *b);
bool kernel_code(struct arena *arena, const struct kernel_inputs *inputs, line_list *lines,
	struct hash *hash);
bool kernel_key(struct arena *arena, const struct kernel_inputs *inputs, line_list *lines,
	struct hash *hash);

#endif
