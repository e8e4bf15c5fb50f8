#ifndef HGRD_KERNELANALYSIS_CANONICAL_EDGES_H
#define HGRD_KERNELANALYSIS_CANONICAL_EDGES_H

#include "ir/module.h"

/*
 * Gives every edge that a strong read's value decides, or that of a word which a function with locks sets, a block of its own where the edge leads
 * to a block with other predecessors, so that having taken it is a matter of dominance.
 * Requires: canonical form. Loops keep their header; such an edge into a header is left alone.
 */
void edges_split(struct arena *arena, struct module *module);

#endif
