#ifndef HGRD_DRIVER_KERNEL_CACHE_H
#define HGRD_DRIVER_KERNEL_CACHE_H

#include "driver/cache.h"
#include "driver/kernel_key.h"

/* Results of single kernels, found by what their verdicts follow from. */
struct cached_kernel {
	bool has_key;
	struct hash key;
	line_list lines;
	uint64_t timeouts; /* before it was checked */
};

/*
 * Fills *slot, and *found with the kernel and its findings when they are known; *found is empty
 * before. Without a cache it does nothing.
 */
bool cache_get_kernel(struct cache *cache, struct arena *arena,
	const struct kernel_inputs *inputs, struct cached_kernel *slot, struct results *found);

/* Keeps a kernel and its findings under the slot that cache_get_kernel has filled. */
void cache_put_kernel(struct cache *cache, struct arena *arena, const struct cached_kernel *slot,
	const struct results *found);

#endif
