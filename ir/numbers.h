#ifndef HGRD_IR_NUMBERS_H
#define HGRD_IR_NUMBERS_H

#include "expr/et.h"
#include "ir/module.h"

/* Tables of integers of one width that a constant holds. */

enum { MOST_NUMBERS = 192 };

struct numbers {
	unsigned width; /* of an entry, in bits */
	unsigned n;
	int64_t value[MOST_NUMBERS];
};

/* Appends the entries of a constant, those of structures one by one; false: they are no such integers, or too many. */
bool numbers_add(struct numbers *numbers, LLVMValueRef constant);

/* Does each entry differ from the one before it by as much; fills by how much. */
bool numbers_grow_evenly(const struct numbers *numbers, int64_t *by);

/* The entry whose place is `place`, that of entry i being i * by. */
const struct et *numbers_choose(
	struct ets *ets, const struct numbers *numbers, const struct et *place, unsigned by);

#endif
