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

static void mono_slot_put(struct polys *ps, const struct mono *mono)
{
	size_t i = mono_hash(mono->var, mono->degree) & (ps->mono_room - 1);
	while (ps->mono_slots[i])
		i = (i + 1) & (ps->mono_room - 1);
	ps->mono_slots[i] = mono->id + 1;
}

static void monos_grow(struct polys *ps)
{
	ps->mono_room = ps->mono_room ? 2 * ps->mono_room : 64;
	ps->mono_slots = arena_alloc(ps->arena, ps->mono_room * sizeof(*ps->mono_slots));
	vec_each(it, &ps->monos)
		mono_slot_put(ps, *it);
}

const struct mono *mono_intern(struct polys *ps, const uint32_t *var, uint32_t degree)
{
	if (2 * (ps->monos.n + 1) > ps->mono_room)
		monos_grow(ps);
	size_t i = mono_hash(var, degree) & (ps->mono_room - 1);
	for (; ps->mono_slots[i]; i = (i + 1) & (ps->mono_room - 1)) {
		const struct mono *old = ps->monos.at[ps->mono_slots[i] - 1];
		if (old->degree == degree && !memcmp(old->var, var, degree * sizeof(*var)))
			return old;
	}
	struct mono *mono = arena_alloc(ps->arena, sizeof(*mono) + degree * sizeof(*var));
	mono->id = (uint32_t)ps->monos.n;
	mono->degree = degree;
	if (degree)
		memcpy(mono->var, var, degree * sizeof(*var));
	vec_push(ps->arena, &ps->monos, mono);
	ps->mono_slots[i] = mono->id + 1;
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
	for (uint32_t i = 0; i < mono->degree; i++)
		if (mono->var[i] == var)
			return true;
	return false;
}
