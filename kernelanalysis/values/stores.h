#ifndef HGRD_KERNELANALYSIS_VALUES_STORES_H
#define HGRD_KERNELANALYSIS_VALUES_STORES_H

#include "kernelanalysis/pairs/order.h"

/* The only write to what is loaded, a plain one of its size; NULL: it is none such. */
const struct access *only_store(const struct kernel *kernel, const struct access *load);
/* A block barrier behind the store, in the same round, that the load is always behind. */
const struct sync *barrier_between(
	const struct kernel *kernel, const struct access *store, const struct access *load);

#endif
