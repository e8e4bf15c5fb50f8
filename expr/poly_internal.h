#ifndef HGRD_EXPR_POLY_INTERNAL_H
#define HGRD_EXPR_POLY_INTERNAL_H

#include "base/vec.h"
#include "expr/poly.h"

/* An entry of a table, with a part of its hash, so that others are not looked at. */
struct poly_slot {
	uint32_t hash;
	uint32_t index; /* plus 1; 0 when free */
};

/*
 * Hash-consing tables are open addressed with linear probing and hold indices;
 * they double when half full. Sums are merges of sorted lists.
 */
struct poly_table {
	struct poly_slot *slots;
	size_t room, n;
};

struct polys {
	struct arena *arena;
	VEC(const struct mono *) monos;
	VEC(const struct mono *) single; /* by variable: the monomial of that alone, or NULL */
	VEC(const struct poly *) all;
	struct poly_table mono_table, poly_table;
	const struct mono *one;
	uint64_t made;
};

/* Room for one more entry. */
void poly_table_grow(struct arena *arena, struct poly_table *table);

static inline void poly_table_put(
	struct poly_table *table, struct poly_slot *slot, uint64_t hash, uint32_t index)
{
	*slot = (struct poly_slot){ (uint32_t)(hash >> 32), index + 1 };
	table->n++;
}

static inline uint64_t hash_mix(uint64_t hash, uint64_t value)
{
	hash ^= value;
	hash *= 0x9e3779b97f4a7c15u;
	return hash ^ (hash >> 29);
}

/* The monomial of the variables, which ascend. */
const struct mono *mono_intern(struct polys *ps, const uint32_t *var, uint32_t degree);

#endif
