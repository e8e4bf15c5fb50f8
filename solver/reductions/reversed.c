#include "solver/check_pair.h"

#include <string.h>

/*
 * Bits in reverse, as in the order of a Fourier transform's input: where one number is the reverse of another one of so many
 * bits, that one is its reverse, and numbers whose reverses are the same are the same. A question that says only this of the numbers
 * that places and conditions reverse, and names the reverses, is proved more easily; such a proof holds for the question itself.
 */

enum {
	MOST_REVERSED = 4,
	FEWEST_BITS = 3
};

struct reversed {
	const struct et *word, *result, *name;
	const struct et *shift; /* by which so many bits are left as is only known at run time; NULL: it is a constant */
	unsigned bits;
};

struct reversals {
	struct arena *arena;
	struct ets *ets;
	struct reversed at[MOST_REVERSED];
	unsigned n;
	VEC(const struct et *) powers; /* 1 << x that the question speaks of */
};

/* word % 2 * 2^(bits - 1), the first digit of a reversed number, as a term of sums spells it; false: it is something else. */
static bool first_digit(const struct et *et, struct reversed *reversed)
{
	const struct et *digit = et->op == ET_MUL ? et->arg[0] : et;
	bool scaled = et->op == ET_MUL && et_is_const(et->arg[1]) && et->arg[1]->value > 1;
	if (!scaled || digit->op != ET_UREM || !et_is_const(digit->arg[1]) || digit->arg[1]->value != 2)
		return false;
	reversed->word = digit->arg[0];
	reversed->bits = (unsigned)__builtin_ctzll(et->arg[1]->value) + 1;
	return true;
}

/* Is the sum all digits of a word in reverse, or so many of its upper ones as are left by a shift. */
static bool is_reversed(struct ets *ets, const struct et *et, struct reversed *reversed)
{
	bool shifted = et->op == ET_LSHR;
	const struct et *sum = shifted ? et->arg[0] : et, *first = sum;
	while (first->op == ET_ADD)
		first = first->arg[0];
	if (first == sum || !first_digit(first, reversed) || reversed->bits < FEWEST_BITS ||
		et_reversed(ets, reversed->word, reversed->bits) != sum)
		return false;
	bool constant = shifted && et_is_const(et->arg[1]);
	if (shifted && (reversed->bits != sum->width || (constant && et->arg[1]->value >= sum->width)))
		return false;
	reversed->bits -= constant ? (unsigned)et->arg[1]->value : 0;
	reversed->shift = shifted && !constant ? et->arg[1] : NULL;
	reversed->result = et;
	return true;
}

static void see_reversed(void *data, const struct et *et)
{
	struct reversals *reversals = data;
	struct reversed reversed;
	if ((et->op != ET_ADD && et->op != ET_LSHR) || et->width == 1 || !is_reversed(reversals->ets, et, &reversed))
		return;
	unsigned i = 0;
	while (i < reversals->n && reversals->at[i].word != reversed.word)
		i++;
	bool known = i < reversals->n && (reversals->at[i].bits < reversed.bits || reversals->at[i].shift);
	if (i == MOST_REVERSED || known)
		return;
	reversals->n += i == reversals->n;
	reversals->at[i] = reversed;
}

static void see_power(void *data, const struct et *et)
{
	struct reversals *reversals = data;
	if (et->op == ET_SHL && et_is_const(et->arg[0]) && et->arg[0]->value == 1)
		vec_push(reversals->arena, &reversals->powers, et);
}

/* Condition for the word to have no more than the bits that a shift leaves, by powers of two of which that is seen. */
static const struct et *fits_power(const struct reversals *reversals, const struct reversed *reversed)
{
	struct ets *ets = reversals->ets;
	const struct et *fit = et_bool(ets, false);
	unsigned width = reversed->word->width;
	vec_each(power, &reversals->powers) {
		if ((*power)->width != width)
			continue;
		const struct et *all = et_binary(ets, ET_ADD, 0, (*power)->arg[1], reversed->shift);
		fit = et_or(ets, fit, et_and(ets, et_binary(ets, ET_EQ, 0, all, et_const(ets, width, width)),
					     et_binary(ets, ET_ULT, 0, reversed->word, *power)));
	}
	return fit;
}

/* Condition for the word to have no more than the bits that are reversed. */
static const struct et *fits(const struct reversals *reversals, const struct reversed *reversed)
{
	struct ets *ets = reversals->ets;
	unsigned width = reversed->word->width;
	if (reversed->shift)
		return fits_power(reversals, reversed);
	if (reversed->bits == width)
		return et_bool(ets, true);
	const struct et *end = et_const(ets, width, UINT64_C(1) << reversed->bits);
	return et_binary(ets, ET_ULT, 0, reversed->word, end);
}

static const struct et *both_or_neither(struct ets *ets, const struct et *fit, const struct et *a, const struct et *b)
{
	const struct et *then = et_or(ets, et_not(ets, et_and(ets, fit, a)), b);
	return et_and(ets, then, et_or(ets, et_not(ets, et_and(ets, fit, b)), a));
}

/* What follows for two numbers of which one may be the other's reverse, or whose reverses may be the same. */
static void relate(const struct reversals *reversals, struct query *query, const struct reversed *a, const struct reversed *b)
{
	struct ets *ets = query->ets;
	struct arena *arena = reversals->arena;
	const struct et *fit = et_and(ets, fits(reversals, a), fits(reversals, b));
	if (a->shift != b->shift)
		fit = et_and(ets, fit, et_binary(ets, ET_EQ, 0, a->shift, b->shift));
	vec_push(arena, &query->conditions, both_or_neither(ets, fit, et_binary(ets, ET_EQ, 0, a->word, b->name),
						    et_binary(ets, ET_EQ, 0, b->word, a->name)));
	vec_push(arena, &query->conditions, both_or_neither(ets, fit, et_binary(ets, ET_EQ, 0, a->word, b->word),
						    et_binary(ets, ET_EQ, 0, a->name, b->name)));
}

static const struct et *named(void *data, struct ets *ets, const struct et *et)
{
	const struct reversals *reversals = data;
	(void)ets;
	for (unsigned i = 0; i < reversals->n; i++)
		if (et == reversals->at[i].result)
			return reversals->at[i].name;
	return NULL;
}

static void find_reversals(const struct query *query, struct reversals *reversals)
{
	struct arena *arena = reversals->arena;
	bool shifted = false;
	for (unsigned i = 0; i < 2 && query->offset[i]; i++)
		et_once(arena, query->offset[i], see_reversed, reversals);
	for (size_t i = 0; reversals->n && i < query->conditions.n; i++)
		et_once(arena, query->conditions.at[i], see_reversed, reversals);
	for (unsigned i = 0; i < reversals->n; i++)
		shifted |= reversals->at[i].shift != NULL;
	for (size_t i = 0; shifted && i < query->conditions.n; i++)
		et_once(arena, query->conditions.at[i], see_power, reversals);
	for (size_t i = 0; shifted && query->facts && i < query->facts->n; i++)
		et_once(arena, query->facts->at[i].cond, see_power, reversals);
}

static const struct et *name_of(struct ets *ets, const struct reversed *reversed)
{
	struct symbol *sym = symbol_new(ets, SYM_HOST, LEVEL_GRID, reversed->word->width, "reversed bits");
	sym->bounded = !reversed->shift && reversed->bits < 63;
	sym->hi = sym->bounded ? (int64_t)mask_bits(reversed->bits) : 0;
	return et_sym(ets, sym);
}

bool query_unreverse(struct arena *arena, const struct query *query, struct query *plain)
{
	struct reversals reversals = { .arena = arena, .ets = query->ets };
	find_reversals(query, &reversals);
	if (!reversals.n)
		return false;
	*plain = *query;
	plain->proof_only = true;
	memset(&plain->conditions, 0, sizeof(plain->conditions));
	for (size_t i = 0; i < query->conditions.n; i++)
		vec_push(arena, &plain->conditions, query->conditions.at[i]);
	query_put_ended(arena, plain);
	reversals.n = 0;
	find_reversals(plain, &reversals);
	for (unsigned i = 0; i < reversals.n; i++)
		reversals.at[i].name = name_of(query->ets, &reversals.at[i]);
	struct et_map *map = et_map_new(query->ets, NULL, NULL);
	et_map_operations(map, named, &reversals);
	for (unsigned i = 0; i < 2 && plain->offset[i]; i++)
		plain->offset[i] = et_map_apply(map, plain->offset[i]);
	for (size_t i = 0; i < plain->conditions.n; i++)
		plain->conditions.at[i] = et_map_apply(map, plain->conditions.at[i]);
	for (unsigned i = 0; i < reversals.n; i++)
		for (unsigned k = i + 1; k < reversals.n; k++)
			if (reversals.at[i].bits == reversals.at[k].bits && !reversals.at[i].shift == !reversals.at[k].shift &&
				reversals.at[i].word->width == reversals.at[k].word->width)
				relate(&reversals, plain, &reversals.at[i], &reversals.at[k]);
	return true;
}
