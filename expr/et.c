#include "expr/et_simplify.h"

#include <stdlib.h>

/*
 * Construction: every constructor folds constants, applies identities of
 * machine arithmetic (et_simplify.c), then interns. Nothing else rewrites terms.
 */

struct ets {
	struct arena *arena;
	const struct et **table;
	size_t room; /* power of two */
	uint32_t count, symbols;
	struct et_set *packed;
};

struct ets *ets_new(struct arena *arena)
{
	struct ets *ets = arena_alloc(arena, sizeof(*ets));
	ets->arena = arena;
	ets->room = 1024;
	ets->table = arena_alloc(arena, ets->room * sizeof(*ets->table));
	ets->packed = et_set_new(arena);
	return ets;
}

struct arena *ets_arena(const struct ets *ets)
{
	return ets->arena;
}

uint32_t ets_count(const struct ets *ets)
{
	return ets->count;
}

struct symbol *symbol_new(
	struct ets *ets, enum sym_kind kind, enum level level, unsigned width, const char *name)
{
	assert(width >= 1 && width <= 64);
	struct symbol *sym = arena_alloc(ets->arena, sizeof(*sym));
	sym->id = ets->symbols++;
	sym->kind = kind;
	sym->level = level;
	sym->width = (uint8_t)width;
	sym->name = name;
	return sym;
}

struct shape {
	enum et_op op;
	unsigned width, flags, nargs;
	uint64_t value;
	const struct symbol *sym;
	const struct et *const *args;
};

static uint64_t shape_hash(const struct shape *shape)
{
	uint64_t hash = (uint64_t)shape->op * 31 + shape->width;
	hash = hash * 31 + shape->flags;
	hash = (hash ^ (shape->op == ET_CONST ? shape->value : (uintptr_t)shape->sym)) *
	       UINT64_C(0x9e3779b97f4a7c15);
	for (unsigned i = 0; i < shape->nargs; i++)
		hash = (hash ^ shape->args[i]->id) * UINT64_C(0x9e3779b97f4a7c15);
	return hash ^ hash >> 29;
}

static bool shape_matches(const struct shape *shape, const struct et *et)
{
	if (et->op != shape->op || et->width != shape->width || et->flags != shape->flags ||
		et->nargs != shape->nargs)
		return false;
	if (et->op == ET_CONST)
		return et->value == shape->value;
	if (et->op == ET_SYM || et->op == ET_APP)
		if (et->sym != shape->sym)
			return false;
	for (unsigned i = 0; i < et->nargs; i++)
		if (et->arg[i] != shape->args[i])
			return false;
	return true;
}

static struct shape shape_of(const struct et *et)
{
	struct shape shape = { .op = (enum et_op)et->op,
		.width = et->width,
		.flags = et->flags,
		.nargs = et->nargs,
		.args = et->arg };
	if (et->op == ET_CONST)
		shape.value = et->value;
	else if (et->op == ET_SYM || et->op == ET_APP)
		shape.sym = et->sym;
	return shape;
}

static void table_grow(struct ets *ets)
{
	size_t room = 2 * ets->room;
	const struct et **table = arena_alloc(ets->arena, room * sizeof(*table));
	for (size_t i = 0; i < ets->room; i++) {
		if (!ets->table[i])
			continue;
		struct shape shape = shape_of(ets->table[i]);
		size_t slot = shape_hash(&shape) & (room - 1);
		while (table[slot])
			slot = (slot + 1) & (room - 1);
		table[slot] = ets->table[i];
	}
	ets->table = table;
	ets->room = room;
}

static const struct et *intern(struct ets *ets, const struct shape *shape)
{
	assert(shape->width >= 1 && shape->width <= 64);
	size_t slot = shape_hash(shape) & (ets->room - 1);
	for (; ets->table[slot]; slot = (slot + 1) & (ets->room - 1))
		if (shape_matches(shape, ets->table[slot]))
			return ets->table[slot];
	struct et *et = arena_alloc(ets->arena, sizeof(*et) + shape->nargs * sizeof(et->arg[0]));
	et->id = ets->count++;
	et->op = (uint8_t)shape->op;
	et->width = (uint8_t)shape->width;
	et->flags = (uint8_t)shape->flags;
	et->nargs = (uint8_t)shape->nargs;
	if (shape->op == ET_CONST)
		et->value = shape->value;
	else
		et->sym = shape->sym;
	for (unsigned i = 0; i < shape->nargs; i++)
		et->arg[i] = shape->args[i];
	ets->table[slot] = et;
	if (2 * (size_t)ets->count > ets->room)
		table_grow(ets);
	return et;
}

const struct et *et_const(struct ets *ets, unsigned width, uint64_t value)
{
	struct shape shape = { .op = ET_CONST, .width = width, .value = value & mask_bits(width) };
	return intern(ets, &shape);
}

const struct et *et_bool(struct ets *ets, bool value)
{
	return et_const(ets, 1, value);
}

const struct et *et_sym(struct ets *ets, const struct symbol *sym)
{
	struct shape shape = { .op = ET_SYM, .width = sym->width, .sym = sym };
	return intern(ets, &shape);
}

const struct et *et_app(
	struct ets *ets, const struct symbol *sym, unsigned n, const struct et *const *args)
{
	if (!n)
		return et_sym(ets, sym);
	assert(n < 256);
	struct shape shape = {
		.op = ET_APP, .width = sym->width, .sym = sym, .nargs = n, .args = args
	};
	return intern(ets, &shape);
}

static const struct et *raw(struct ets *ets, enum et_op op, unsigned width, unsigned flags,
	const struct et *a, const struct et *b)
{
	const struct et *args[] = { a, b };
	struct shape shape = {
		.op = op, .width = width, .flags = flags, .nargs = b ? 2 : 1, .args = args
	};
	return intern(ets, &shape);
}

static bool commutes(enum et_op op)
{
	return op == ET_ADD || op == ET_MUL || op == ET_AND || op == ET_OR || op == ET_XOR ||
	       op == ET_EQ;
}

const struct et *et_not(struct ets *ets, const struct et *a)
{
	assert(a->width == 1);
	return et_binary(ets, ET_XOR, 0, a, et_bool(ets, true));
}

const struct et *et_and(struct ets *ets, const struct et *a, const struct et *b)
{
	return et_binary(ets, ET_AND, 0, a, b);
}

const struct et *et_or(struct ets *ets, const struct et *a, const struct et *b)
{
	return et_binary(ets, ET_OR, 0, a, b);
}

const struct et *et_binary(
	struct ets *ets, enum et_op op, unsigned flags, const struct et *a, const struct et *b)
{
	assert(a->width == b->width);
	unsigned width = et_op_class(op) == ET_COMPARE ? 1 : a->width;
	if (a->op == ET_CONST && b->op == ET_CONST) {
		uint64_t args[] = { a->value, b->value };
		return et_const(ets, width, et_fold(op, width, a->width, args));
	}
	if (commutes(op) && (a->op == ET_CONST || (b->op != ET_CONST && a->id > b->id))) {
		const struct et *swap = a;
		a = b;
		b = swap;
	}
	const struct et *simple = simplify(ets, op, flags, a, b);
	if (simple)
		return simple;
	bool halves = a->width == 64 && (op == ET_LSHR || op == ET_ASHR);
	if (halves && b->op == ET_CONST && b->value >= 32)
		et_set_add(ets->packed, a);
	return raw(ets, op, width, flags, a, b);
}

void et_pack(struct ets *ets, const struct et *et)
{
	et_set_add(ets->packed, et);
}

bool et_is_packed(const struct ets *ets, const struct et *et)
{
	return et_set_has(ets->packed, et);
}

/* Is it packed, or a choice, sum, difference or product of what is. */
static bool is_of_packed(const struct ets *ets, const struct et *et, unsigned depth)
{
	bool arithmetic = et->op == ET_ADD || et->op == ET_SUB || et->op == ET_MUL || et->op == ET_SHL;
	bool first = arithmetic, second = arithmetic || et->op == ET_ITE;
	if (et_is_packed(ets, et))
		return true;
	return depth && ((first && is_of_packed(ets, et->arg[0], depth - 1)) ||
				(second && is_of_packed(ets, et->arg[1], depth - 1)) ||
				(et->op == ET_ITE && is_of_packed(ets, et->arg[2], depth - 1)));
}

bool et_is_cut(const struct ets *ets, const struct et *et)
{
	return et->op == ET_TRUNC && is_of_packed(ets, et->arg[0], 3);
}

const struct et *et_cast(struct ets *ets, enum et_op op, unsigned width, const struct et *a)
{
	if (width == a->width)
		return a;
	assert(op == ET_TRUNC ? width < a->width : width > a->width);
	const struct et *simple = simplify_cast(ets, op, width, a);
	return simple ? simple : raw(ets, op, width, 0, a, NULL);
}

const struct et *et_ite(struct ets *ets, const struct et *c, const struct et *a, const struct et *b)
{
	assert(c->width == 1 && a->width == b->width);
	if (c->op == ET_CONST)
		return c->value ? a : b;
	if (a == b)
		return a;
	if (c->op == ET_XOR && is_value(c->arg[1], 1))
		return et_ite(ets, c->arg[0], b, a);
	if (a->width == 1) {
		if (a->op == ET_CONST)
			return a->value ? et_or(ets, c, b) : et_and(ets, et_not(ets, c), b);
		if (b->op == ET_CONST)
			return b->value ? et_or(ets, et_not(ets, c), a) : et_and(ets, c, a);
	}
	if (b->op == ET_ITE && b->arg[1] == a)
		return et_ite(ets, et_or(ets, c, b->arg[0]), a, b->arg[2]);
	const struct et *extreme = simplify_extreme(c, a, b);
	if (extreme)
		return extreme;
	const struct et *args[] = { c, a, b };
	struct shape shape = { .op = ET_ITE, .width = a->width, .nargs = 3, .args = args };
	return intern(ets, &shape);
}

const struct et *et_rebuild(struct ets *ets, const struct et *et, const struct et *const *args)
{
	switch (et_op_class((enum et_op)et->op)) {
	case ET_LEAF:
		return et->op == ET_APP ? et_app(ets, et->sym, et->nargs, args) : et;
	case ET_CAST:
		return et_cast(ets, (enum et_op)et->op, et->width, args[0]);
	case ET_CHOOSE:
		return et_ite(ets, args[0], args[1], args[2]);
	case ET_ARITH:
	case ET_SHIFT:
	case ET_COMPARE:
		return et_binary(ets, (enum et_op)et->op, et->flags, args[0], args[1]);
	}
	bug("et_rebuild: unknown class");
}
