#ifndef HGRD_KERNELANALYSIS_CANONICAL_LINK_H
#define HGRD_KERNELANALYSIS_CANONICAL_LINK_H

#include "base/options.h"
#include "ir/module.h"

/* Device code of several translation units (-rdc=true). */

/* Names of the kernels with a body, and of the functions and variables other units may use. */
void device_index(struct arena *arena, const struct module *module, text_list *kernels,
	text_list *defined);

/* Functions and variables that are used and not defined; requires what device_link may add. */
void device_undefined(struct arena *arena, const struct module *module, text_list *names);

/*
 * Adds the definitions of `names` from another unit's bitcode file, with all
 * of that unit they need. Kernels there stay behind. False and *error on failure.
 */
bool device_link(struct arena *arena, struct module *module, const char *path,
	const text_list *names, const char **error);

#endif
