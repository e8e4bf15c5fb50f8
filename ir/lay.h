#ifndef HGRD_IR_LAY_H
#define HGRD_IR_LAY_H

#include <stdint.h>

/* How a kernel fills a table of pointers: what kernel and host side tell each other. */

enum lay_kind {
	LAY_NOTHING, /* it puts no pointers there */
	LAY_FRESH,   /* memory that the kernel has itself allocated */
	LAY_ROWS,    /* entry k points to so many bytes times k behind what a parameter points to */
	LAY_ANY
};

/* The bytes in postfix: operators take the two before them. */
enum lay_op { LAY_NUMBER, LAY_PARAM, LAY_ADD, LAY_SUB, LAY_MUL, LAY_DIV };
struct lay_step {
	enum lay_op op;
	int64_t value; /* the number, or the parameter's */
};

enum { LAY_STEPS = 16 };
struct lay {
	enum lay_kind kind;
	int base; /* number of the parameter that the rows lie behind */
	unsigned n;
	struct lay_step step[LAY_STEPS];
};

#endif
