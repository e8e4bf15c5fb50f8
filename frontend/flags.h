#ifndef HGRD_FRONTEND_FLAGS_H
#define HGRD_FRONTEND_FLAGS_H

#include "base/options.h"

/*
 * Turns compiler flags in nvcc's or clang's spelling into flags for clang.
 * Flags without meaning here (outputs, optimisation, host linker...) are left
 * out. *arch becomes the highest architecture named ("sm_80"), or stays.
 * Returns false and *error (in arena) when a flag lacks its value.
 */
bool flags_translate(struct arena *arena, const text_list *flags, text_list *out, const char **arch,
	const char **error);

#endif
