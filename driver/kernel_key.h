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
 * The key of a kernel with all its launches. Lines of the source enter it by
 * their order only: *lines becomes the list of all that occur, sorted, and
 * results with their lines replaced by positions in it hold for every kernel of
 * this key. The time limit is not in it. False: it has no key.
 */
typedef VEC(unsigned) line_list;
bool kernel_key(struct arena *arena, const struct kernel_inputs *inputs, line_list *lines,
	struct hash *hash);

#endif
