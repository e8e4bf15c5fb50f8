#ifndef HGRD_FRONTEND_ARCH_H
#define HGRD_FRONTEND_ARCH_H

#include "base/options.h"

/* GPU architectures, as nvcc and clang name them. */

struct arch_choice {
	const char *arch; /* what clang is told, "sm_80" */
	text_list flags;  /* macros that go with it, on the device only */
	const char *note; /* why it is not the one asked for, or NULL */
};

/*
 * Adds the architectures that a word of nvcc or clang names (sm_80, compute_90a, lto_75, 80, or a
 * list of them), as "sm_80", to the list. Words such as native, all and all-major add none and
 * give false.
 */
bool arch_add(struct arena *arena, const char *text, text_list *archs);

/* The newest of the list; of equal ones the more specific, and the first. NULL: the list is empty.
 */
const char *arch_newest(const text_list *archs);

/* Makes an architecture ("sm_100f") one that clang knows. */
struct arch_choice arch_choose(struct arena *arena, const char *arch);

/* The value of __CUDA_ARCH_LIST__, "800,900", in rising order. */
const char *arch_macro(struct arena *arena, const text_list *archs);

#endif
