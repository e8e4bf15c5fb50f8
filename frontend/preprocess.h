#ifndef HGRD_FRONTEND_PREPROCESS_H
#define HGRD_FRONTEND_PREPROCESS_H

#include "frontend/clang.h"

/* What clang's preprocessor makes of the device side of a source. */
struct preprocessed {
	const char *text; /* of files that are no system headers: their lines, without empty ones; NULL: clang fails */
	text_list files;  /* these files, as clang names them; seen from the unit's folder */
};

/*
 * Preprocesses with each of n compilers, two at a time, and fills `results`, one for each. A toolkit's headers are
 * taken where the built-in ones do not suffice. Nothing is written.
 */
void preprocess(struct arena *arena, const struct compiler *compilers, size_t n,
	const char *source, struct preprocessed *results);

#endif
