#include "expr/poly_internal.h"

#include <assert.h>
#include <string.h>

static uint64_t mono_hash(const uint32_t *var, uint32_t degree)
{
	uint64_t hash = degree;
	for (uint32_t i = 0; i < degree; i++)
		hash = hash_mix(hash, var[i] + 1u);
	return hash;
}

static uint64_t sieve_of(const uint32_t *var, uint32_t degree)
{
	uint64_t sieve = 0;
	for (uint32_t i = 0; i < degree; i++)
		sieve |= (uint64_t)1 << (var[i] & 63);
	return sieve;
}

static const struct mono *mono_new(struct polys *ps, const uint32_t *var, uint32_t degree)
{
	struct mono *mono = arena_alloc(ps->arena, sizeof(*mono) + degree * sizeof(*var));
	mono->id = (uint32_t)ps->monos.n;
	mono->degree = degree;
	mono->sieve = sieve_of(var, degree);
	if (degree)
		memcpy(mono->var, var, degree * sizeof(*var));
	vec_push(ps->arena, &ps->monos, mono);
	return mono;
}

/* Most monomials are one variable, or none. */
static const struct mono *single_intern(struct polys *ps, uint32_t var)
{
	while (ps->single.n <= var)
		vec_push(ps->arena, &ps->single, NULL);
	if (!ps->single.at[var])
		ps->single.at[var] = mono_new(ps, &var, 1);
	return ps->single.at[var];
}

const struct mono *mono_intern(struct polys *ps, const uint32_t *var, uint32_t degree)
{
	if (degree == 0) {
		ps->one = ps->one ? ps->one : mono_new(ps, NULL, 0);
		return ps->one;
	}
	if (degree == 1)
		return single_intern(ps, *var);
	struct poly_table *table = &ps->mono_table;
	poly_table_grow(ps->arena, table);
	uint64_t hash = mono_hash(var, degree);
	uint32_t part = (uint32_t)(hash >> 32);
	size_t i = part & (table->room - 1);
	for (; table->slots[i].index; i = (i + 1) & (table->room - 1)) {
		const struct mono *old = ps->monos.at[table->slots[i].index - 1];
		if (table->slots[i].hash == part && old->degree == degree &&
			!memcmp(old->var, var, degree * sizeof(*var)))
			return old;
	}
	const struct mono *mono = mono_new(ps, var, degree);
	poly_table_put(table, &table->slots[i], hash, mono->id);
	return mono;
}

uint32_t monos_count(const struct polys *ps)
{
	return (uint32_t)ps->monos.n;
}

const struct mono *mono_at(const struct polys *ps, uint32_t id)
{
	assert(id < ps->monos.n);
	return ps->monos.at[id];
}

const struct mono *mono_one(const struct polys *ps)
{
	return ps->one;
}

const struct mono *mono_var(struct polys *ps, uint32_t var)
{
	return mono_intern(ps, &var, 1);
}

const struct mono *mono_mul(struct polys *ps, const struct mono *a, const struct mono *b)
{
	uint32_t var[POLY_DEGREE_MAX], n = 0, i = 0, j = 0;
	if (a->degree + b->degree > POLY_DEGREE_MAX)
		return NULL;
	while (i < a->degree || j < b->degree) {
		if (j == b->degree || (i < a->degree && a->var[i] <= b->var[j]))
			var[n++] = a->var[i++];
		else
			var[n++] = b->var[j++];
	}
	return mono_intern(ps, var, n);
}

const struct mono *mono_div(struct polys *ps, const struct mono *a, const struct mono *b)
{
	uint32_t var[POLY_DEGREE_MAX], n = 0, j = 0;
	assert(a->degree <= POLY_DEGREE_MAX);
	if (a == b || !b->degree)
		return b->degree ? mono_one(ps) : a;
	if (b->sieve & ~a->sieve)
		return NULL;
	for (uint32_t i = 0; i < a->degree; i++) {
		if (j == b->degree || a->var[i] < b->var[j])
			var[n++] = a->var[i];
		else if (a->var[i] > b->var[j++])
			return NULL;
	}
	return j == b->degree ? mono_intern(ps, var, n) : NULL;
}

const struct mono *mono_gcd(struct polys *ps, const struct mono *a, const struct mono *b)
{
	uint32_t var[POLY_DEGREE_MAX], n = 0, i = 0, j = 0;
	while (i < a->degree && j < b->degree) {
		if (a->var[i] == b->var[j]) {
			var[n++] = a->var[i++];
			j++;
		} else if (a->var[i] < b->var[j]) {
			i++;
		} else {
			j++;
		}
	}
	return mono_intern(ps, var, n);
}

bool mono_has(const struct mono *mono, uint32_t var)
{
	if (!(mono->sieve >> (var & 63) & 1))
		return false;
	for (uint32_t i = 0; i < mono->degree; i++)
		if (mono->var[i] == var)
			return true;
	return false;
}
