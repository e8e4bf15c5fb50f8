#ifndef HGRD_SOLVER_ENCODING_INTS_H
#define HGRD_SOLVER_ENCODING_INTS_H

#include "expr/et.h"
#include "expr/poly.h"
#include "solver/launches/bounds.h"
#include "solver/encoding/form.h"

/*
 * Integer encoding of terms. A term of width w becomes a polynomial over
 * unbounded integers that is congruent to its value modulo 2^w, together with a
 * constant interval; a term of width 1 becomes a formula. Additions,
 * subtractions and products respect the congruence; operators that need the
 * value itself ask for a *view* of an operand: its signed or unsigned value.
 *
 * Definitions of the integers that an encoding introduces, rules of the language
 * (a flagged result is in range, a divisor is not zero) and the assumption that
 * unsigned arithmetic does not wrap are kept with the term as *sides*; rules and
 * assumption, and definitions that rest on them, hold only where the term is
 * evaluated (solver/encoding/problem.c).
 */
struct value {
	const struct poly *poly;
	int128 lo, hi;
};

enum side_kind {
	SIDE_DEFINES, /* holds for some value of the variables it defines, whatever the rest is */
	SIDE_RULE,    /* of the language: where the term is evaluated */
	SIDE_ASSUMED  /* no-wrap, likewise */
};
struct side {
	const struct form *form;
	enum side_kind kind;
};
typedef VEC(struct side) side_list;

struct node {
	bool done;
	struct value value;	  /* width > 1 */
	const struct form *form;  /* width 1 */
	const struct form *first; /* of && and ||: is the left operand surely evaluated */
	side_list sides;
};

/* Why an integer variable exists. Together with up to three operands this is its identity. */
enum ivar_kind {
	IVAR_LEAF,  /* a symbol or application */
	IVAR_WRAP,  /* number of times 2^w is added by a view */
	IVAR_FLOOR, /* quotient, rounded down */
	IVAR_TRUNC, /* quotient, rounded to zero */
	IVAR_POW2,  /* 2^k, or 0 */
	IVAR_BOOL,  /* 0 or 1: a formula's value */
	IVAR_ITE,
	IVAR_BITS,  /* bitwise and of two bits */
	IVAR_ATOM,  /* name of a polynomial */
	IVAR_OPAQUE /* not described exactly */
};

struct ivar {
	enum ivar_kind kind;
	uint64_t key[3];
	const struct et *leaf; /* LEAF */
	int128 lo, hi;
};

/* A product of sums that was multiplied out: whole = left * right. */
struct expansion {
	const struct poly *left, *right, *whole;
};

struct ints {
	struct arena *arena;
	struct ets *ets;
	struct polys *ps;
	struct forms *fs;
	VEC(struct ivar) vars;
	uint32_t *var_slots;
	size_t var_room;
	VEC(struct expansion) expansions;
	VEC(const struct et *) bools; /* by boolean variable; NULL when it is not a leaf */
	struct node **nodes;	      /* by term id */
	size_t node_room;
	int8_t *signs; /* by symbol id: 0 undecided, 1 signed, 2 unsigned */
	size_t sign_room;
	bound_list bounds; /* known of terms */
	struct node *node; /* being encoded */
	const struct et *term;
};

/* An encoding for which these bounds are known. */
struct ints *ints_new(struct arena *arena, struct ets *ets, const bound_list *bounds);

/* Decides for the symbols under these terms whether their integers are signed or unsigned
 * values, by the operators that use them. Decisions stay. */
void ints_choose_signs(struct ints *in, size_t n, const struct et *const *terms);

/* Encodes a term whose arguments are encoded. */
const struct node *ints_encode(struct ints *in, const struct et *et);
/* The encoding of an encoded term. */
const struct node *ints_node(const struct ints *in, const struct et *et);

/* May a value of this term be out of range only because unsigned arithmetic wrapped? */
bool ints_may_wrap(const struct ets *ets, const struct et *et);
/* Does the encoding of this operator read its operands as signed values? */
bool ints_reads_signed(const struct ints *in, const struct et *et);

/* A free boolean of an encoded && or ||. */
const struct form *ints_first(struct ints *in, const struct et *et);

/* A boolean variable that is no leaf of a term. */
const struct form *ints_new_bool(struct ints *in);

/* Interval of a polynomial from the intervals of its variables. */
void ints_range(const struct ints *in, const struct poly *poly, int128 *lo, int128 *hi);

/* For the encoder's own files: */

/* The variable of this identity, its interval widened to hold [lo, hi]; bounds become sides. */
uint32_t ints_var(struct ints *in, enum ivar_kind kind, uint64_t a, uint64_t b, uint64_t c,
	int128 lo, int128 hi);
void ints_side(struct ints *in, enum side_kind kind, const struct form *form);
void ints_define(struct ints *in, const struct form *form);
struct value ints_view(struct ints *in, const struct et *et, bool is_signed);
/* The same for a term that is being encoded and is congruent to `a`. */
struct value ints_view_of(struct ints *in, const struct et *et, struct value a, bool is_signed);
struct value ints_value(const struct ints *in, const struct et *et);
struct value ints_const(struct ints *in, int128 value);
/* A value of this polynomial, the interval narrowed by what its variables tell. */
struct value ints_bounded(struct ints *in, const struct poly *poly, int128 lo, int128 hi);
/* A single variable that equals the value. */
struct value ints_atom(struct ints *in, struct value a);
struct value ints_add(struct ints *in, struct value a, struct value b);
struct value ints_sub(struct ints *in, struct value a, struct value b);
struct value ints_mul(struct ints *in, struct value a, struct value b);
/* The product, where a rule keeps it between lo and hi (within +-2^64). */
struct value ints_mul_within(struct ints *in, struct value a, struct value b, int128 lo, int128 hi);
struct value ints_scale(struct ints *in, struct value a, int128 factor);
struct value ints_floor(struct ints *in, struct value a, int128 by);

/* The rule that the result of a flagged operator is between lo and hi. */
void ints_rule_range(struct ints *in, const struct poly *poly, int128 lo, int128 hi);

struct value ints_divide(struct ints *in, const struct et *et);
struct value ints_shift(struct ints *in, const struct et *et);
struct value ints_bitwise(struct ints *in, const struct et *et);

#endif
