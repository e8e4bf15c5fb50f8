#include "hostanalysis/launches/collect.h"

/*
 * Is a condition true whatever its comparisons are: joins of paths that differ
 * in nothing leave such behind. Tries all values of up to MOST_ATOMS atoms.
 */
enum { MOST_ATOMS = 6 };
struct atoms {
	struct ets *ets;
	const struct et *at[MOST_ATOMS];
	unsigned n;
};

static bool is_connective(const struct et *et)
{
	return et->width == 1 && (et->op == ET_AND || et->op == ET_OR || et->op == ET_XOR ||
					 (et->op == ET_ITE) ||
					 (et->op == ET_EQ && et->arg[0]->width == 1));
}

/* Index of the atom; *negated when the term is its negation. -1 when there are too many. */
static int atom_index(struct atoms *atoms, const struct et *et, bool *negated)
{
	const struct et *opposite = et_not(atoms->ets, et);
	*negated = false;
	for (unsigned i = 0; i < atoms->n; i++) {
		*negated = atoms->at[i] == opposite;
		if (*negated || atoms->at[i] == et)
			return (int)i;
	}
	if (atoms->n == MOST_ATOMS)
		return -1;
	atoms->at[atoms->n] = et;
	return (int)atoms->n++;
}

static bool atoms_fill(struct atoms *atoms, const struct et *et)
{
	bool negated;
	if (!is_connective(et))
		return et->op == ET_CONST || atom_index(atoms, et, &negated) >= 0;
	for (unsigned i = 0; i < et->nargs; i++)
		if (!atoms_fill(atoms, et->arg[i]))
			return false;
	return true;
}

static bool holds(struct atoms *atoms, const struct et *et, unsigned values)
{
	bool negated;
	if (et->op == ET_CONST)
		return et->value != 0;
	if (!is_connective(et)) {
		int index = atom_index(atoms, et, &negated);
		assert(index >= 0);
		return ((values >> index & 1) != 0) != negated;
	}
	bool a = holds(atoms, et->arg[0], values), b = holds(atoms, et->arg[1], values);
	switch ((enum et_op)et->op) {
	case ET_AND:
		return a && b;
	case ET_OR:
		return a || b;
	case ET_XOR:
		return a != b;
	case ET_ITE:
		return a ? b : holds(atoms, et->arg[2], values);
	default:
		return a == b;
	}
}

bool is_tautology(struct ets *ets, const struct et *et)
{
	struct atoms atoms = { .ets = ets };
	if (!is_connective(et) || !atoms_fill(&atoms, et))
		return false;
	for (unsigned values = 0; values < 1u << atoms.n; values++)
		if (!holds(&atoms, et, values))
			return false;
	return true;
}
