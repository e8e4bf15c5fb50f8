#ifndef HGRD_DRIVER_IDENTITY_H
#define HGRD_DRIVER_IDENTITY_H

#include "frontend/clang.h"
#include "ir/hash.h"

/*
 * Parts of the keys of the cache: what gave an answer, besides the program that was asked about.
 */

/* This program and the libraries it runs with, by their build ids. */
void identity_program(struct hasher *hasher);

/* clang, the built-in headers, the toolkits and the environment that clang listens to. */
void identity_compiler(
	struct arena *arena, struct hasher *hasher, const struct compiler *compiler);

/* All options but those that change nothing in the results, the time limit and the files. */
void identity_options(struct hasher *hasher, const struct options *options);

#endif
