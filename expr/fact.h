#ifndef HGRD_EXPR_FACT_H
#define HGRD_EXPR_FACT_H

#include "base/diag.h"
#include "expr/et.h"

/* Facts: conditions that hold at a launch, with their origin (HGRD 4 and 5.1). */

enum fact_kind {
#define FACT(name, text) FACT_##name,
#include "expr/fact.def"
#undef FACT
	FACT_KINDS
};

struct fact {
	enum fact_kind kind;
	const struct et *cond; /* 1 bit */
	const char *text;      /* for people, e.g. "assert(rows == cols)" */
	struct loc loc;
};

typedef VEC(struct fact) fact_list;

/* "assert", "guard", ...: the kind as in reports. */
const char *fact_kind_text(enum fact_kind kind);

#endif
