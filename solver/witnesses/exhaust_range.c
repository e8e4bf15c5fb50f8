#include "solver/witnesses/exhaust.h"

/* Ranges of symbols for proofs by trying all values. */
enum {
	MOST_VALUES = 4096,
	MOST_BACK = 16,	 /* what is taken off a number of rounds before something is shifted by it */
	MOST_SMALL = 32, /* what such a number is compared with, */
	BEYOND = 80,	 /* ... from here on always with one outcome, as whatever is shifted by 64 or more is 0 or the sign */
	MOST_DEPTH = 64
};

/* Is the symbol what its bounds say in any width of at least 32 bits. */
static bool is_small(const struct symbol *sym)
{
	return sym->bounded && sym->lo >= 0 && sym->hi <= INT32_MAX;
}

/* The term is the symbol, cut or widened without a change of its value. */
static bool is_bare(const struct et *et, const struct symbol *sym)
{
	while (et_op_class((enum et_op)et->op) == ET_CAST && et->width >= 32)
		et = et->arg[0];
	return et->op == ET_SYM && et->sym == sym;
}

struct rounds {
	const struct symbol *sym;
	bool there;
	int64_t back; /* taken off */
};

static bool add_number(struct rounds *rounds, const struct et *et, bool minus)
{
	int64_t value = et_signed(et);
	if (value < -MOST_BACK || value > INT32_MAX)
		return false;
	if (minus || value < 0)
		rounds->back += value < 0 ? -value : value;
	return rounds->back <= MOST_BACK;
}

/* A sum of small symbols and numbers. */
static bool read_rounds(struct rounds *rounds, const struct et *et, unsigned depth)
{
	if (depth == MOST_DEPTH)
		return false;
	if (et_is_const(et))
		return add_number(rounds, et, false);
	if (et->op == ET_SYM) {
		rounds->there |= et->sym == rounds->sym;
		return is_small(et->sym);
	}
	if (et->op == ET_ADD)
		return read_rounds(rounds, et->arg[0], depth + 1) && read_rounds(rounds, et->arg[1], depth + 1);
	if (et->op == ET_SUB)
		return read_rounds(rounds, et->arg[0], depth + 1) && et_is_const(et->arg[1]) && add_number(rounds, et->arg[1], true);
	return et_op_class((enum et_op)et->op) == ET_CAST && et->width >= 32 && read_rounds(rounds, et->arg[0], depth + 1);
}

/* Does evaluating the term shift by the symbol's value. */
static bool shifts_by(const struct et *et, const struct symbol *sym, unsigned depth)
{
	struct rounds rounds = { .sym = sym };
	if (depth == MOST_DEPTH || et->op == ET_ITE || et->op == ET_APP)
		return false;
	if (et->width == 1 && (et->op == ET_AND || et->op == ET_OR))
		return false;
	if (et_op_class((enum et_op)et->op) == ET_SHIFT && read_rounds(&rounds, et->arg[1], 0) && rounds.there)
		return true;
	for (unsigned i = 0; i < et->nargs; i++)
		if (shifts_by(et->arg[i], sym, depth + 1))
			return true;
	return false;
}

static void cap(struct exhaust_range *range, uint64_t beyond)
{
	uint64_t n = beyond > range->first ? beyond - range->first : 0;
	if (n < range->n)
		range->n = n;
}

/* What a comparison with a number, not negative, says of the symbol. */
static void compare(struct exhaust_range *range, const struct et *et, const struct symbol *sym)
{
	bool less = et->op == ET_SLT || et->op == ET_ULT, most = et->op == ET_SLE || et->op == ET_ULE;
	bool equal = et->op == ET_EQ;
	if (!less && !most && !equal)
		return;
	for (unsigned i = 0; i < 2; i++) {
		const struct et *with = et->arg[!i];
		if (!is_bare(et->arg[i], sym) || !et_is_const(with) || et_signed(with) < 0 || (i && !equal))
			continue;
		if (!equal) {
			cap(range, with->value + most);
		} else if (with->value >= range->first && with->value - range->first < range->n) {
			*range = (struct exhaust_range){ with->value, 1, range->shifts };
		}
	}
}

static void read_condition(struct exhaust_range *range, const struct et *et, const struct symbol *sym)
{
	if (et->width == 1 && et->op == ET_AND) {
		read_condition(range, et->arg[0], sym);
		read_condition(range, et->arg[1], sym);
		return;
	}
	compare(range, et, sym);
	range->shifts |= shifts_by(et, sym, 0);
}

struct exhaust_range exhaust_range_of(const struct query *query, const struct symbol *sym)
{
	struct exhaust_range range = { .n = 0 };
	if (sym->width == 1)
		return (struct exhaust_range){ .n = 2 };
	if (!is_small(sym))
		return range;
	range.first = (uint64_t)sym->lo;
	range.n = (uint64_t)(sym->hi - sym->lo) + 1;
	vec_each(each, &query->conditions)
		read_condition(&range, *each, sym);
	if (range.n <= MOST_VALUES)
		range.shifts = false;
	else
		range.n = range.shifts && range.first <= BEYOND ? BEYOND + 1 - range.first : 0;
	return range;
}

struct beyond {
	struct et_set *seen; /* terms that are settled */
	const struct symbol *sym;
};

static bool is_settled(struct beyond *beyond, const struct et *et, unsigned depth);

static bool are_settled(struct beyond *beyond, const struct et *et, unsigned n, unsigned depth)
{
	for (unsigned i = 0; i < n; i++)
		if (!is_settled(beyond, et->arg[i], depth + 1))
			return false;
	return true;
}

/* Is it a number of rounds with this symbol. */
static bool counts(const struct beyond *beyond, const struct et *et)
{
	struct rounds rounds = { .sym = beyond->sym };
	return read_rounds(&rounds, et, 0) && rounds.there;
}

/* A comparison of a number of rounds with a small one. */
static bool compares_small(const struct beyond *beyond, const struct et *et)
{
	for (unsigned i = 0; et_op_class((enum et_op)et->op) == ET_COMPARE && i < 2; i++) {
		const struct et *with = et->arg[!i];
		if (et_is_const(with) && et_signed(with) >= 0 && et_signed(with) <= MOST_SMALL && counts(beyond, et->arg[i]))
			return true;
	}
	return false;
}

static bool is_settled(struct beyond *beyond, const struct et *et, unsigned depth)
{
	if (et->op == ET_SYM || et->op == ET_APP || depth == MOST_DEPTH)
		return et->op == ET_SYM && et->sym != beyond->sym;
	if (et_set_has(beyond->seen, et))
		return true;
	bool shifts = et_op_class((enum et_op)et->op) == ET_SHIFT && counts(beyond, et->arg[1]);
	if (!compares_small(beyond, et) && !are_settled(beyond, et, shifts ? 1 : et->nargs, depth))
		return false;
	et_set_add(beyond->seen, et);
	return true;
}

bool exhaust_settles(struct arena *arena, const struct et *et, const struct symbol *sym)
{
	struct beyond beyond = { et_set_new(arena), sym };
	return is_settled(&beyond, et, 0);
}
