#ifndef HGRD_EXPR_POLY_H
#define HGRD_EXPR_POLY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/*
 * Polynomials with integer coefficients over numbered integer variables, in
 * normal form: a sum of monomials with nonzero coefficients, sorted. Monomials
 * and polynomials are hash-consed within one `struct polys`: equal ones are the
 * same pointer. What the variables stand for is the caller's table.
 *
 * Operations whose result would be too long or have coefficients beyond
 * POLY_COEF_MAX give NULL, and NULL as an operand gives NULL.
 */
typedef __int128 int128;

#define POLY_COEF_MAX ((int128)1 << 100)
#define POLY_TERMS_MAX 128
#define POLY_DEGREE_MAX 12

struct mono {
	uint32_t id;	 /* dense; 0 is the empty product, 1 */
	uint32_t degree; /* number of factors, repeated ones counted */
	uint64_t sieve;	 /* of the factors: the bit of each one's number, modulo 64 */
	uint32_t var[];	 /* factors in ascending order */
};

struct poly_term {
	const struct mono *mono;
	int128 coef; /* not 0 */
};

struct poly {
	uint32_t id; /* dense */
	uint32_t n;
	struct poly_term at[]; /* ascending mono ids */
};

struct polys;

struct polys *polys_new(struct arena *arena);

/* How often a polynomial was made, be it a known one. */
uint64_t polys_made(const struct polys *ps);
/* Number of monomials made so far: their ids are below it. */
uint32_t monos_count(const struct polys *ps);
const struct mono *mono_at(const struct polys *ps, uint32_t id);
const struct mono *mono_one(const struct polys *ps);
const struct mono *mono_var(struct polys *ps, uint32_t var);
/* The product; NULL beyond POLY_DEGREE_MAX. */
const struct mono *mono_mul(struct polys *ps, const struct mono *a, const struct mono *b);
/* a / b, or NULL when b does not divide a. */
const struct mono *mono_div(struct polys *ps, const struct mono *a, const struct mono *b);
/* Greatest common divisor: the factors in both. */
const struct mono *mono_gcd(struct polys *ps, const struct mono *a, const struct mono *b);
bool mono_has(const struct mono *mono, uint32_t var);

const struct poly *poly_const(struct polys *ps, int128 value);
const struct poly *poly_var(struct polys *ps, uint32_t var);
const struct poly *poly_mono(struct polys *ps, const struct mono *mono, int128 coef);
const struct poly *poly_add(struct polys *ps, const struct poly *a, const struct poly *b);
const struct poly *poly_sub(struct polys *ps, const struct poly *a, const struct poly *b);
/* a + factor * b */
const struct poly *poly_add_multiple(
	struct polys *ps, const struct poly *a, const struct poly *b, int128 factor);
/* The same, not kept as a polynomial; false where that gives NULL. */
struct poly_sum {
	uint32_t n;
	struct poly_term at[2 * POLY_TERMS_MAX];
};
bool poly_merge(const struct poly *a, const struct poly *b, int128 factor, struct poly_sum *sum);
const struct poly *poly_scale(struct polys *ps, const struct poly *a, int128 factor);
const struct poly *poly_mul(struct polys *ps, const struct poly *a, const struct poly *b);
/* a + factor * var */
const struct poly *poly_add_var(
	struct polys *ps, const struct poly *a, int128 factor, uint32_t var);
/* a + value */
const struct poly *poly_add_const(struct polys *ps, const struct poly *a, int128 value);

bool poly_is_const(const struct poly *a);
/* The coefficient of the empty product. */
int128 poly_constant(const struct poly *a);
/* Highest degree of a monomial. */
uint32_t poly_degree(const struct poly *a);
/* Greatest common divisor of the coefficients other than the constant; 0 when there are none. */
int128 poly_content(const struct poly *a);
/* Drops the constant, divides the other coefficients by `by`, which must divide them. */
const struct poly *poly_reduce(struct polys *ps, const struct poly *a, int128 by);
/* Splits a = s * quotient + rest, the quotient taking every monomial that s divides. */
void poly_split(struct polys *ps, const struct poly *a, const struct mono *s,
	const struct poly **quotient, const struct poly **rest);
/* Splits a = by * quotient + rest, the quotient taking every coefficient that `by` divides. */
void poly_split_const(struct polys *ps, const struct poly *a, int128 by,
	const struct poly **quotient, const struct poly **rest);

/* Rounded towards minus infinity, and plus infinity; b > 0. */
int128 floor_div(int128 a, int128 b);
int128 ceil_div(int128 a, int128 b);

/* For debugging: "4*v1*v2 + v3 - 1". */
const char *poly_show(struct arena *arena, const struct poly *a);

#endif
