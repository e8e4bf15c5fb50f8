#ifndef HGRD_SOLVER_DIGITS_DIGITS_INTERNAL_H
#define HGRD_SOLVER_DIGITS_DIGITS_INTERNAL_H

#include "base/ptrmap.h"
#include "expr/poly.h"
#include "solver/digits/digits.h"

/* What digits.c and the digit_*.c share. */

#define SPLIT_DEPTH 16 /* of digits_derive */

enum atom_kind {
	ATOM_PLAIN,    /* a term read as a whole, or (et NULL) the distance in an overlap */
	ATOM_QUOTIENT, /* of / place */
	ATOM_DIGIT,    /* of / place % radix */
	ATOM_SUM,      /* of, a sum */
	ATOM_XOR       /* left ^ right, both below one power of two */
};

/* A variable of the polynomials. `place` and `radix` are at least 1 and have one term each. */
struct atom {
	enum atom_kind kind;
	const struct et *et;
	bool is_unsigned; /* how a plain one is read */
	int128 scale;     /* a plain one is its term divided by this, which leaves nothing; not 0 */
	const struct poly *of, *place, *radix;
	const struct poly *left, *right;
	bool shared;  /* the same for both threads */
	bool natural; /* not negative */
};

/* poly >= 0 */
struct at_least {
	const struct poly *poly;
	int fact; /* index in query->facts that says so; -1: the conditions, or arithmetic */
	bool wide; /* only the range of a type */
	uint64_t monos[2]; /* of those with positive and negative coefficients: the bit of each one's number, modulo 64 */
};

/* A leaf that is a multiple of a constant. */
struct multiple {
	const struct et *leaf;
	int128 of;
	int fact; /* as of at_least */
};

/* A term that divides: its sign, as a case of the proof. It is not 0, as dividing by 0 is excluded. */
struct divisor {
	const struct et *leaf;
	bool negative;
};

/* Values of the variables, by variable, for which what is known holds (digit_points.c). */
struct digit_point {
	VEC(int128) values; /* not negative where the variable is natural */
	size_t seen;	     /* so many known inequalities were looked at */
	bool lost;	     /* no such values were found */
};
#define DIGIT_POINTS 8
#define FAR_POINTS 2 /* the last of them, which are made when others have not been enough: one thread's variables are large, the other's small */

/* Values of a polynomial at the points. */
struct digit_values {
	int128 at[DIGIT_POINTS];
	bool told[DIGIT_POINTS]; /* false: the point is lost, or the value too large */
	unsigned moves;	     /* as of the points when they were taken */
};

struct digit_steps;

/* A polynomial for which the search for bounds has failed. */
struct digit_failure {
	size_t known;     /* so many inequalities were known */
	bool given_up[2]; /* at every level, as a whole question; [1]: with ranges of types */
	unsigned depth[2]; /* so deep it went, of what was searched to the end; [1]: as above */
	const struct digit_steps *steps[2]; /* what may be taken away next, or NULL; [1]: as above */
};

/* Constant bounds of a variable, the lower and the upper one (digit_ranges.c). */
struct digit_range {
	bool bounded[2];
	int128 limit[2];
	int fact[2]; /* as of at_least */
};

typedef VEC(const struct poly *) poly_vec;

struct digits {
	struct arena *arena;
	struct ets *ets;
	struct polys *ps;
	const struct query *query;
	VEC(struct atom) atoms;     /* by variable */
	VEC(struct at_least) known;
	VEC(const struct mono *) natural_products; /* of variables that may be negative */
	VEC(struct multiple) multiples;
	poly_vec equal;             /* these are 0 */
	struct ptrmap *read[2];     /* term -> polynomial; signed, unsigned */
	struct ptrmap *taken;	    /* choices -> the side that they are known to be */
	bool *used;                 /* facts of the query, by index */
	VEC(struct divisor) divisors;
	bool meets_sums;            /* there are such factors */
	bool meets_steps;   /* some dividend has whole steps of the divisor */
	bool splits;        /* their quotients are read apart */
	bool names_sums;            /* factors that are shared sums get a variable each, */
	bool names_wholly;          /* also where they are no factors */
	VEC(const struct et *) sums; /* those factors, without extensions */
	VEC(const struct et *) row_terms; /* factors of products of two numbers of one thread, without extensions */
	bool names_rows;    /* what these have of the threads' own gets a variable each, wherever it stands: */
	poly_vec rows;      /* these, once the conditions are read */
	bool meets_parts;   /* some condition speaks of digits of one thread's values */
	bool skips_parts;   /* those are passed over */
	bool meets_powers;          /* some power of two is divided by another, neither a constant */
	bool ties_powers;           /* it is known to be the product of the other and the quotient */
	bool meets_digits;	    /* the offsets have dividends that digits are taken of */
	bool spells;		    /* these are written as their digits */
	struct digit_point points[DIGIT_POINTS];
	unsigned moves;             /* of the points */
	VEC(struct digit_values) known_values; /* by index into `known` */
	VEC(struct digit_failure) failures; /* by a polynomial's id */
	VEC(struct digit_range) ranges[2]; /* by variable; [1]: ranges of types too */
	int fact;                   /* the one that is being read, or -1 */
	unsigned steps;             /* spent on bounds: on the last, on all */
	unsigned all_steps;
	uint64_t spent;             /* polynomials made by the attempts before this one */
	bool may_wrap;              /* arithmetic was read as if it did not wrap, which is not known */
	bool contradiction;         /* the addresses cannot meet */
};

/* Begins an attempt anew: drops what was read and reads the bounds. Keeps how it is to be read, and the facts used. */
void digits_start(struct digits *d, struct arena *scratch, const struct query *query, bool *used);
/* Have the attempts at the query taken more than those do that prove something: then no more bounds are looked for, and no other attempt begins. */
bool digits_spent(const struct digits *d);
/* Reads the addresses and what follows from their meeting; is that refuted? */
bool digits_refute(struct digits *d);
/* The same of what was derived besides. */
bool digits_conclude(struct digits *d);
/* Packed triangles (digit_rows.c): fills `rows` and reads the conditions once more with their names; the polynomial under these. */
void digits_name_rows(struct digits *d);
const struct poly *digits_under_row(struct digits *d, const struct poly *poly);
/* An attempt: either order of two rows, and one and the same row. */
bool digits_refute_rows(struct digits *d, struct arena *scratch, const struct query *query);
/* One variable for a sum, as rows - 1. */
const struct poly *digits_named_sum(struct digits *d, const struct poly *sum);
/* The variable of an atom; *is_new says that nothing is known of it yet. */
uint32_t digits_atom_var(struct digits *d, const struct atom *atom, bool *is_new);
/* Says something about an atom that holds by arithmetic alone. */
void digits_know_always(struct digits *d, const struct poly *poly);
/* Do both threads have the same value. */
bool digits_is_shared(const struct digits *d, const struct poly *poly);
/* The same of a term. */
bool digits_is_shared_term(struct digits *d, const struct et *et);
/* Bounds of constants that are shifted by what has bounds, and of choices between such. Are some of these known now to be one of their sides. */
bool digits_know_operands(struct digits *d);
/* A term read as a whole. */
const struct poly *digits_plain(struct digits *d, const struct et *et, bool is_unsigned);
/* Is a term read as a whole for being no operator. */
bool digits_is_leaf(const struct et *et);
/* The divisor of unknown sign that a leaf is; NULL: none. */
const struct divisor *digits_divisor_of(const struct digits *d, const struct et *et);
/* Leaves of unknown sign that the offsets divide by, as shared ones both threads do. */
void digits_find_divisors(struct digits *d);
/* Polynomial of a term; NULL beyond the limits of polynomials. */
const struct poly *digits_read(struct digits *d, const struct et *et, bool is_unsigned);
/* Reads conditions and facts as bounds; once more, after names were given. */
void digits_read_bounds(struct digits *d);
void digits_read_conditions(struct digits *d);
/* x as place * (x / place) + x % place; NULL when x may be negative. */
const struct poly *digits_of(
	struct digits *d, const struct poly *x, const struct poly *place);
/* x / by, or x % by, of a natural x by what is at least 1 and has one term. */
const struct poly *digits_divided(
	struct digits *d, const struct poly *x, const struct poly *by, bool rest);
/* The y of x = y - y % by, also digit by digit, as y - (y / m % n) * m - y % m with by = m * n; NULL: it is no such. */
const struct poly *digits_filled(struct digits *d, const struct poly *x, const struct poly *by);
/* a / by, when that leaves nothing; NULL: it does, or `by` has several terms. */
const struct poly *digits_exactly(struct digits *d, const struct poly *a, const struct poly *by);
/* of / place, or of / place % radix where there is one; NULL beyond the limits of polynomials. */
const struct poly *digits_part(struct digits *d, const struct poly *of, const struct poly *place, const struct poly *radix);
/* Uses conditions whose alternatives the equations leave one of (digit_units.c); false: nothing new is known. */
bool digits_use_alternatives(struct digits *d);
/* What dividends are by their quotients and remainders: of those that both threads share, and of those with no remainder. */
void digits_know_wholes(struct digits *d);
/* The term, also without sign, as a number that is never negative; NULL: it is not known to be one (digit_masks.c). */
const struct poly *digits_read_natural(struct digits *d, const struct et *et, bool is_unsigned);

/*
 * Powers of two that are not constant (digit_masks.c): x & s - 1 and x & -s, x ^ s; NULL: it is none.
 */
const struct poly *digits_mask(struct digits *d, const struct et *et, bool is_unsigned);
const struct poly *digits_flip(struct digits *d, const struct et *et, bool is_unsigned);
/* Is a term a power of two wherever it is above 0; as signed, what divides with sign counts too. */
bool digits_is_power_term(struct digits *d, const struct et *et, bool is_signed);
/* Shifts by what is not constant (digit_shifts.c): 1 << e, in one spelling; 2^e, at least 1, and x >> e; NULL: not known to be such. */
bool digits_shifts_one(const struct et *et);
const struct poly *digits_one_shifted(struct digits *d, const struct et *et, bool is_unsigned);
const struct poly *digits_power(struct digits *d, unsigned width, const struct et *by);
const struct poly *digits_shift_right(struct digits *d, const struct et *et, bool is_unsigned);
/* The sum with multiples of a power of two for what is one of a greater; NULL: there is none (digit_powers.c). */
const struct poly *digits_in_powers(struct digits *d, const struct poly *poly);
/* A choice whose condition bounds decide, or between numbers a constant apart; NULL: it is neither (digit_choices.c). */
const struct poly *digits_choice(struct digits *d, const struct et *et, bool is_unsigned);
/* Does a term divide, or shift, by what is not constant: reading it says that the divisor is not 0. */
bool digits_divides(const struct digits *d, const struct et *et, bool or_shifts);
/* Does a choice divide so on a side that may not be taken: such sides are read where they are known to be. */
bool digits_chooses_divided(const struct digits *d, const struct et *et);
/* A condition as a number: 1 where it holds, else 0. */
const struct poly *digits_truth(struct digits *d, const struct et *condition);
/* Is it a constant times 1 << e, with an e that is not constant. */
bool digits_is_power(const struct digits *d, const struct poly *x);
/* Is it a product of powers of two, and of quotients of such, wherever it is above 0. */
bool digits_is_power_product(struct digits *d, const struct poly *poly);
/* x / by of powers of two where that is known to leave nothing: another power; NULL: they are none. */
const struct poly *digits_power_divided(
	struct digits *d, const struct poly *x, const struct poly *by);
/* x | y of naturals without a common bit; NULL: they may have one. */
const struct poly *digits_or(struct digits *d, const struct et *et, bool is_unsigned);
/* Writes dividends of either thread that digits are taken of as sums of these. */
const struct poly *digits_spell(struct digits *d, const struct poly *poly);
/* Does the polynomial have such dividends. */
bool digits_may_spell(struct digits *d, const struct poly *poly);
/* Puts `digits` in the place of `whole`, where that is in the polynomial; it may be NULL. */
const struct poly *digits_replace(struct digits *d, const struct poly *poly, const struct poly *whole,
	const struct poly *digits);
/* The same for the other thread; NULL where that is not known. */
const struct poly *digits_twin(struct digits *d, const struct poly *poly);
/* Writes x - m * (x / m) as x % m where that makes the polynomial shorter, and c * (x / p % r) + c * r * (x / (p * r)) as c * (x / p). */
const struct poly *digits_fold(struct digits *d, const struct poly *poly);
/* What is known is known as well with such remainders in it, as far as there are variables for these. */
void digits_know_folded(struct digits *d);
/* A variable for the distance of overlapping accesses, between lo and hi. */
const struct poly *digits_slack(struct digits *d, int128 lo, int128 hi);
void digits_know(struct digits *d, const struct poly *poly);
/* A bound that only the range of a type gives. */
void digits_know_wide(struct digits *d, const struct poly *poly);
/*
 * Shares of a range (digit_order.c): thread p of n works on [r * p / n, r * (p + 1) / n).
 * What comparisons of quotients by one constant say about their dividends.
 */
void digits_know_dividends(struct digits *d);
/* Does either thread have a quotient by one constant. */
bool digits_shares_out(const struct digits *d);
/* Does a condition say that two ids, one of each thread, differ. */
bool digits_differ(const struct et *condition, const struct et *ids[2]);
/* Assumes an order between two ids, and what it says about quotients that were read. */
void digits_know_order(struct digits *d, const struct et *less, const struct et *more);
/* Is it found not to be negative by what is known, with ranges of types too if `wide`. `parts`, if any, collects inequalities that it is a sum of. */
bool digits_search(struct digits *d, const struct poly *poly, bool wide, poly_vec *parts);
/* Makes the points fit all that is known. */
void digits_points_refresh(struct digits *d);
/* Makes those far points that do not fit. */
void digits_points_far(struct digits *d);
/* Is the polynomial negative at a point, so that nothing known makes it not negative? */
bool digits_refuted(struct digits *d, const struct poly *poly);
void digits_values(struct digits *d, const struct poly *poly, struct digit_values *values);
/* Those of a known inequality, which are kept while the points stay. Valid until more are asked for. */
const struct digit_values *digits_known_values(struct digits *d, size_t known);
/* Is size * poly - times * factor * known negative at a point, with size and times above 0? */
bool digits_refuted_less(struct digits *d, const struct digit_values *poly, int128 size,
	const struct digit_values *known, const struct mono *factor, int128 times);
/* Keeps what poly >= 0 says about the range of a single variable. */
void digits_learn_range(struct digits *d, const struct poly *poly, bool wide);
/* Is the polynomial >= 0 by the ranges of its variables alone? */
bool digits_ranges_nonneg(struct digits *d, const struct poly *poly, bool wide);
/* Is the polynomial >= 0 wherever the bounds hold? NULL: no. */
bool digits_nonneg(struct digits *d, const struct poly *poly);
/* The two variables that an equation says to be the same. */
bool digits_same_pair(const struct digits *d, const struct poly *poly, const struct atom *pair[2]);
/* The exclusive or of naturals of which one is small; NULL: it is no such (digit_xor.c). */
const struct poly *digits_xor(struct digits *d, const struct et *et);
/* What is 0 where two atoms are equal, if these are exclusive ors that have one operand in common; else NULL. */
const struct poly *digits_unmixed(const struct digits *d, const struct atom *a, const struct atom *b);
/* The polynomial less those equations that make it shorter. */
const struct poly *digits_reduced(struct digits *d, const struct poly *poly);
/* Says of dividends all of whose digits are equal, and of exclusive ors with one operand in common, that they are (digit_climb.c). */
void digits_climb(struct digits *d);
/* poly is 0: so are its digits, `depth` splits deep. Fills d->equal and d->contradiction. */
void digits_derive(struct digits *d, const struct poly *poly, unsigned depth);
/*
 * For a polynomial that is 0: known polynomials that then are 0 as well, as it is a sum of them and
 * of what is not negative. Empty when it is not found to be such.
 */
void digits_squeeze(struct digits *d, const struct poly *poly, poly_vec *zeros);
bool digits_at_least(struct digits *d, const struct poly *poly, int128 bound);
/* Of what is known, i * d + j < n * d say, what follows without a factor that is natural: i < n. */
void digits_know_factors(struct digits *d);
/* lo <= poly <= hi, for which ranges of types may be needed. */
bool digits_between(struct digits *d, const struct poly *poly, int128 lo, int128 hi);
/* A constant that a polynomial is not below, by the ranges of its variables; false: none is seen. */
bool digits_least(struct digits *d, const struct poly *poly, int128 *least);
/* A constant that a polynomial does not exceed, from those of its variables; false: none is seen. */
bool digits_most(struct digits *d, const struct poly *poly, int128 *most);
/* a < b */
bool digits_less(struct digits *d, const struct poly *a, const struct poly *b);
/* Are all factors known not to be negative? */
bool digits_natural(const struct digits *d, const struct mono *mono);
/* ... and all coefficients? */
bool digits_plainly_natural(const struct digits *d, const struct poly *poly);

#endif
