#ifndef HGRD_EXPR_PLACE_H
#define HGRD_EXPR_PLACE_H

#include "expr/et.h"

/* An address taken apart: under `guard` it is `base` (a leaf of kind BASE) plus `offset` bytes. */
struct place {
	const struct et *guard, *base, *offset;
};
typedef VEC(struct place) place_list;

/*
 * Appends the places that an address term may be; null pointers are left out.
 * More than 16 are one, whose offset is a choice, if all have the same base. Returns false when some
 * part is no base plus offset, or there are more.
 */
bool address_places(struct ets *ets, const struct et *address, place_list *places);

#endif
