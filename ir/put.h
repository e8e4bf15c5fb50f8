#ifndef HGRD_IR_PUT_H
#define HGRD_IR_PUT_H

#include "base/arena.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

enum { PUT_GUARDS = 2 };
enum put_op { PUT_EQ, PUT_ULT, PUT_SLT };

/* A number that a kernel is given, compared with another one; whether that `holds`. */
struct put_guard {
	int param;
	enum put_op op;
	bool param_first, holds; /* the number stands on the left */
	uint64_t value;
};
struct put_guards {
	unsigned n;
	struct put_guard at[PUT_GUARDS];
};

/*
 * What a kernel, or a variable's initializer, puts into memory: words of so many bits from byte `offset` to before byte
 * `end`. What host and kernel side tell each other.
 */
struct put_words {
	int64_t offset, end;
	unsigned width; /* bits */
	bool placed;    /* offset and end are known; else it may be anywhere */
	bool surely;    /* each launch puts it there for which the guards hold */
	bool known;     /* `value` is what is put there */
	int param;      /* ... or this parameter of the kernel, widened by its sign or with zeros; -1: none */
	bool widened, by_sign;
	bool below; /* what is put there may be below zero, by how it is computed */
	uint64_t value;
	struct put_guards guards;
};
typedef VEC(struct put_words) put_list;

#endif
