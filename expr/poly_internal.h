#ifndef HGRD_EXPR_POLY_INTERNAL_H
#define HGRD_EXPR_POLY_INTERNAL_H

#include "base/vec.h"
#include "expr/poly.h"

/*
 * Hash-consing tables are open addressed with linear probing and hold pointers;
 * they double when half full. Sums are merges of sorted lists.
 */
struct polys {
	struct arena *arena;
	VEC(const struct mono *) monos;
	VEC(const struct poly *) all;
	uint32_t *mono_slots, *poly_slots; /* index + 1, 0 when free */
	size_t mono_room, poly_room;
	const struct mono *one;
};

static inline uint64_t hash_mix(uint64_t hash, uint64_t value)
{
	hash ^= value;
	hash *= 0x9e3779b97f4a7c15u;
	return hash ^ (hash >> 29);
}

/* The monomial of the variables, which ascend. */
const struct mono *mono_intern(struct polys *ps, const uint32_t *var, uint32_t degree);

#endif
