#ifndef HGRD_DRIVER_SYSTEM_H
#define HGRD_DRIVER_SYSTEM_H

#include "frontend/clang.h"
#include "hostanalysis/host.h"
#include "ir/module.h"

/*
 * Kernels that system headers define (CUB's, Thrust's) are not checked unless --system-kernels or
 * --kernel asks for them, as compilers do not warn about system headers. Makes them ordinary
 * functions of the device module and returns their names as the host knows them. `source` is the
 * file that is checked: what it defines itself is never left out.
 */
text_list system_kernels_drop(struct arena *arena, const struct options *options,
	const struct compiler *compiler, const char *source, struct module *device);

/* Launches of these kernels; one that is launched nowhere in sight counts once. */
size_t system_launches(const struct host *host, const text_list *kernels);

#endif
