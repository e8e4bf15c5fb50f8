#ifndef HGRD_DRIVER_AGAIN_H
#define HGRD_DRIVER_AGAIN_H

#include "hostanalysis/host.h"

/* The host side of one file, to be analysed once more. */
struct again {
	const char *path;
	const void *bitcode;
	size_t size;
	struct host_options options; /* of the first time */
	bool closed;		     /* it has all of its program, and no memory that host and kernels both reach */
};

/* Its launches with the relations that members of its classes keep; NULL: there are none. */
struct host *host_with_invariants(struct arena *arena, struct ets *ets, const struct again *again);

#endif
