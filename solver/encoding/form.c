#include "solver/encoding/form.h"

#include <assert.h>

#include "base/vec.h"

struct forms {
	struct arena *arena;
	struct polys *ps;
	VEC(const struct form *) all;
	uint32_t *slots; /* index + 1, 0 when free */
	size_t room;
	uint32_t vars;
	const struct form *constant[2];
};

static size_t form_hash(const struct form *form)
{
	uint64_t hash = form->op;
	hash = hash * UINT64_C(0x9e3779b97f4a7c15) + form->var;
	hash = hash * UINT64_C(0x9e3779b97f4a7c15) + (form->poly ? form->poly->id + 1u : 0u);
	for (unsigned i = 0; i < 2; i++)
		hash = hash * UINT64_C(0x9e3779b97f4a7c15) +
		       (form->arg[i] ? form->arg[i]->id + 1u : 0u);
	return (size_t)(hash ^ hash >> 31);
}

static bool form_same(const struct form *a, const struct form *b)
{
	return a->op == b->op && a->var == b->var && a->poly == b->poly && a->arg[0] == b->arg[0] &&
	       a->arg[1] == b->arg[1];
}

static void slot_put(struct forms *fs, const struct form *form)
{
	size_t i = form_hash(form) & (fs->room - 1);
	while (fs->slots[i])
		i = (i + 1) & (fs->room - 1);
	fs->slots[i] = form->id + 1;
}

static void slots_grow(struct forms *fs)
{
	fs->room = fs->room ? 2 * fs->room : 256;
	fs->slots = arena_alloc(fs->arena, fs->room * sizeof(*fs->slots));
	vec_each(it, &fs->all)
		slot_put(fs, *it);
}

static const struct form *intern(struct forms *fs, struct form shape)
{
	if (2 * (fs->all.n + 1) > fs->room)
		slots_grow(fs);
	size_t i = form_hash(&shape) & (fs->room - 1);
	for (; fs->slots[i]; i = (i + 1) & (fs->room - 1))
		if (form_same(fs->all.at[fs->slots[i] - 1], &shape))
			return fs->all.at[fs->slots[i] - 1];
	struct form *form = arena_alloc(fs->arena, sizeof(*form));
	*form = shape;
	form->id = (uint32_t)fs->all.n;
	vec_push(fs->arena, &fs->all, form);
	fs->slots[i] = form->id + 1;
	return form;
}

struct forms *forms_new(struct arena *arena, struct polys *ps)
{
	struct forms *fs = arena_alloc(arena, sizeof(*fs));
	fs->arena = arena;
	fs->ps = ps;
	fs->constant[0] = intern(fs, (struct form){ .op = FORM_FALSE });
	fs->constant[1] = intern(fs, (struct form){ .op = FORM_TRUE });
	return fs;
}

uint32_t forms_count(const struct forms *fs)
{
	return (uint32_t)fs->all.n;
}

uint32_t forms_new_var(struct forms *fs)
{
	return fs->vars++;
}

const struct form *form_bool(struct forms *fs, bool value)
{
	return fs->constant[value];
}

const struct form *form_ge(struct forms *fs, const struct poly *a)
{
	assert(a);
	if (poly_is_const(a))
		return form_bool(fs, poly_constant(a) >= 0);
	int128 content = poly_content(a), constant = poly_constant(a);
	if (content > 1)
		a = poly_add_const(
			fs->ps, poly_reduce(fs->ps, a, content), floor_div(constant, content));
	return intern(fs, (struct form){ .op = FORM_GE, .poly = a });
}

const struct form *form_eq(struct forms *fs, const struct poly *a)
{
	assert(a);
	if (poly_is_const(a))
		return form_bool(fs, poly_constant(a) == 0);
	int128 content = poly_content(a), constant = poly_constant(a);
	if (constant % content)
		return form_bool(fs, false);
	if (a->at[a->n - 1].coef < 0)
		a = poly_scale(fs->ps, a, -1), constant = -constant;
	a = poly_add_const(fs->ps, poly_reduce(fs->ps, a, content), constant / content);
	return intern(fs, (struct form){ .op = FORM_EQ, .poly = a });
}

const struct form *form_var(struct forms *fs, uint32_t var)
{
	assert(var < fs->vars);
	return intern(fs, (struct form){ .op = FORM_VAR, .var = var });
}

const struct form *form_not(struct forms *fs, const struct form *a)
{
	switch ((enum form_op)a->op) {
	case FORM_TRUE:
	case FORM_FALSE:
		return form_bool(fs, a->op == FORM_FALSE);
	case FORM_GE:
		return form_ge(fs, poly_add_const(fs->ps, poly_scale(fs->ps, a->poly, -1), -1));
	case FORM_NOT:
		return a->arg[0];
	case FORM_EQ:
	case FORM_VAR:
	case FORM_AND:
	case FORM_OR:
	case FORM_IFF:
		break;
	}
	return intern(fs, (struct form){ .op = FORM_NOT, .arg = { a } });
}

static bool opposite(struct forms *fs, const struct form *a, const struct form *b)
{
	if (a->op == FORM_AND || a->op == FORM_OR || b->op == FORM_AND || b->op == FORM_OR)
		return false;
	return form_not(fs, a) == b;
}

static const struct form *ordered(
	struct forms *fs, enum form_op op, const struct form *a, const struct form *b)
{
	struct form shape = { .op = (uint8_t)op, .arg = { a, b } };
	if (a->id > b->id)
		shape.arg[0] = b, shape.arg[1] = a;
	return intern(fs, shape);
}

const struct form *form_and(struct forms *fs, const struct form *a, const struct form *b)
{
	if (a == b || b->op == FORM_TRUE || a->op == FORM_FALSE)
		return a;
	if (a->op == FORM_TRUE || b->op == FORM_FALSE)
		return b;
	if (opposite(fs, a, b))
		return form_bool(fs, false);
	return ordered(fs, FORM_AND, a, b);
}

const struct form *form_or(struct forms *fs, const struct form *a, const struct form *b)
{
	if (a == b || b->op == FORM_FALSE || a->op == FORM_TRUE)
		return a;
	if (a->op == FORM_FALSE || b->op == FORM_TRUE)
		return b;
	if (opposite(fs, a, b))
		return form_bool(fs, true);
	return ordered(fs, FORM_OR, a, b);
}

const struct form *form_iff(struct forms *fs, const struct form *a, const struct form *b)
{
	if (a == b)
		return form_bool(fs, true);
	if (a->op == FORM_TRUE || a->op == FORM_FALSE)
		return a->op == FORM_TRUE ? b : form_not(fs, b);
	if (b->op == FORM_TRUE || b->op == FORM_FALSE)
		return b->op == FORM_TRUE ? a : form_not(fs, a);
	return ordered(fs, FORM_IFF, a, b);
}

const struct form *form_implies(struct forms *fs, const struct form *a, const struct form *b)
{
	return form_or(fs, form_not(fs, a), b);
}

const struct form *form_not_less(struct forms *fs, const struct poly *a, const struct poly *b)
{
	return form_ge(fs, poly_sub(fs->ps, a, b));
}

const struct form *form_equal(struct forms *fs, const struct poly *a, const struct poly *b)
{
	return form_eq(fs, poly_sub(fs->ps, a, b));
}

const struct form *form_between(struct forms *fs, const struct poly *a, int128 lo, int128 hi)
{
	const struct form *above = form_ge(fs, poly_add_const(fs->ps, a, -lo));
	const struct poly *down = poly_scale(fs->ps, a, -1);
	return form_and(fs, above, form_ge(fs, poly_add_const(fs->ps, down, hi)));
}
