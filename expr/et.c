#include "expr/et.h"

#include <stdlib.h>

/*
 * Construction: every constructor folds constants, applies identities of
 * machine arithmetic, then interns. Nothing else rewrites terms.
 */

struct ets {
	struct arena *arena;
	const struct et **table;
	size_t room; /* power of two */
	uint32_t count, symbols;
};

struct ets *ets_new(struct arena *arena)
{
	struct ets *ets = arena_alloc(arena, sizeof(*ets));
	ets->arena = arena;
	ets->room = 1024;
	ets->table = arena_alloc(arena, ets->room * sizeof(*ets->table));
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
	struct shape shape = { .op = (enum et_op)et->op, .width = et->width, .flags = et->flags,
		.nargs = et->nargs, .args = et->arg };
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

static bool is_value(const struct et *et, uint64_t value)
{
	return et->op == ET_CONST && et->value == (value & mask_bits(et->width));
}

static bool commutes(enum et_op op)
{
	return op == ET_ADD || op == ET_MUL || op == ET_AND || op == ET_OR || op == ET_XOR ||
	       op == ET_EQ;
}

/* Number of low bits outside of which the value is surely zero. */
static unsigned known_width(const struct et *et)
{
	if (et->op == ET_ZEXT)
		return known_width(et->arg[0]);
	if (et->op == ET_CONST) {
		unsigned bits = 1;
		while (bits < 64 && et->value >> bits)
			bits++;
		return bits;
	}
	if (et->op == ET_AND) {
		unsigned a = known_width(et->arg[0]), b = known_width(et->arg[1]);
		return a < b ? a : b;
	}
	return et->width;
}

static const struct et *negated_compare(struct ets *ets, const struct et *et)
{
	switch (et->op) {
	case ET_SLT:
		return et_binary(ets, ET_SLE, 0, et->arg[1], et->arg[0]);
	case ET_SLE:
		return et_binary(ets, ET_SLT, 0, et->arg[1], et->arg[0]);
	case ET_ULT:
		return et_binary(ets, ET_ULE, 0, et->arg[1], et->arg[0]);
	case ET_ULE:
		return et_binary(ets, ET_ULT, 0, et->arg[1], et->arg[0]);
	default:
		return NULL;
	}
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

static const struct et *simplify_add(
	struct ets *ets, unsigned flags, const struct et *a, const struct et *b)
{
	if (is_value(b, 0))
		return a;
	if (a->op == ET_SUB && a->arg[1] == b)
		return a->arg[0];
	if (b->op == ET_SUB && b->arg[1] == a)
		return b->arg[0];
	if (b->op == ET_CONST && a->op == ET_ADD && a->arg[1]->op == ET_CONST) {
		int64_t x = et_signed(a->arg[1]), y = et_signed(b);
		uint64_t sum = a->arg[1]->value + b->value;
		bool same_sign = (x < 0) == (y < 0);
		bool fits = sign_extend(sum, a->width) == x + y && same_sign;
		if (!flags && !a->flags)
			return et_binary(ets, ET_ADD, 0, a->arg[0], et_const(ets, a->width, sum));
		if ((flags & a->flags & ET_NSW) && a->width < 64 && fits)
			return et_binary(ets, ET_ADD, ET_NSW, a->arg[0], et_const(ets, a->width, sum));
	}
	return NULL;
}

static const struct et *simplify_sub(struct ets *ets, const struct et *a, const struct et *b)
{
	if (is_value(b, 0))
		return a;
	if (a == b)
		return et_const(ets, a->width, 0);
	if (a->op == ET_ADD && a->arg[1] == b)
		return a->arg[0];
	if (a->op == ET_ADD && a->arg[0] == b)
		return a->arg[1];
	if (a->op == ET_ADD && b->op == ET_ADD && a->arg[0] == b->arg[0])
		return et_binary(ets, ET_SUB, 0, a->arg[1], b->arg[1]);
	if (a->op == ET_ADD && b->op == ET_ADD && a->arg[1] == b->arg[1])
		return et_binary(ets, ET_SUB, 0, a->arg[0], b->arg[0]);
	return NULL;
}

static const struct et *simplify_mul(struct ets *ets, const struct et *a, const struct et *b)
{
	(void)ets;
	if (is_value(b, 0))
		return b;
	if (is_value(b, 1))
		return a;
	return NULL;
}

static bool opposite_compares(const struct et *a, const struct et *b)
{
	bool crossed = a->nargs == 2 && b->nargs == 2 && a->arg[0] == b->arg[1] &&
		       a->arg[1] == b->arg[0];
	return crossed && ((a->op == ET_SLT && b->op == ET_SLE) ||
				  (a->op == ET_SLE && b->op == ET_SLT) ||
				  (a->op == ET_ULT && b->op == ET_ULE) ||
				  (a->op == ET_ULE && b->op == ET_ULT));
}

/* Is one term surely the negation of the other; De Morgan's laws down to `depth`. */
static bool opposite(const struct et *a, const struct et *b, unsigned depth)
{
	if (a->width != 1 || b->width != 1)
		return false;
	if (a->op == ET_XOR && a->arg[0] == b && is_value(a->arg[1], 1))
		return true;
	if (b->op == ET_XOR && b->arg[0] == a && is_value(b->arg[1], 1))
		return true;
	if (opposite_compares(a, b))
		return true;
	bool dual = (a->op == ET_AND && b->op == ET_OR) || (a->op == ET_OR && b->op == ET_AND);
	if (!dual || !depth)
		return false;
	depth--;
	return (opposite(a->arg[0], b->arg[0], depth) && opposite(a->arg[1], b->arg[1], depth)) ||
	       (opposite(a->arg[0], b->arg[1], depth) && opposite(a->arg[1], b->arg[0], depth));
}

static bool complements(const struct et *a, const struct et *b)
{
	return opposite(a, b, 3);
}

/* Is `part` one of the operands of the chain of `op` under `et`. */
static bool chain_has(const struct et *et, enum et_op op, const struct et *part, unsigned depth)
{
	if (et == part)
		return true;
	if (et->op != op || !depth)
		return false;
	return chain_has(et->arg[0], op, part, depth - 1) ||
	       chain_has(et->arg[1], op, part, depth - 1);
}

static bool chain_has_complement(
	const struct et *et, enum et_op op, const struct et *part, unsigned depth)
{
	if (complements(et, part))
		return true;
	if (et->op != op || !depth)
		return false;
	return chain_has_complement(et->arg[0], op, part, depth - 1) ||
	       chain_has_complement(et->arg[1], op, part, depth - 1);
}

/* The chain of `op` under `et` without `part`; NULL when nothing is left. */
static const struct et *chain_without(
	struct ets *ets, const struct et *et, enum et_op op, const struct et *part)
{
	if (et == part)
		return NULL;
	if (et->op != op)
		return et;
	const struct et *a = chain_without(ets, et->arg[0], op, part);
	const struct et *b = chain_without(ets, et->arg[1], op, part);
	if (a == et->arg[0] && b == et->arg[1])
		return et;
	if (!a || !b)
		return a ? a : b;
	return et_binary(ets, op, 0, a, b);
}

#define CHAIN_DEPTH 12

/* a op b, where dual is the other of AND, OR; both of width 1. */
static const struct et *simplify_logic(
	struct ets *ets, enum et_op op, const struct et *a, const struct et *b)
{
	enum et_op dual = op == ET_AND ? ET_OR : ET_AND;
	if (chain_has_complement(a, op, b, CHAIN_DEPTH) ||
		chain_has_complement(b, op, a, CHAIN_DEPTH))
		return et_bool(ets, op == ET_OR);
	if (chain_has(a, op, b, CHAIN_DEPTH) || chain_has(b, dual, a, CHAIN_DEPTH))
		return a;
	if (chain_has(b, op, a, CHAIN_DEPTH) || chain_has(a, dual, b, CHAIN_DEPTH))
		return b;
	if (a->op == dual && chain_has_complement(a, dual, b, CHAIN_DEPTH)) {
		for (unsigned i = 0; i < 2; i++)
			if (complements(a->arg[i], b))
				return et_binary(ets, op, 0, a->arg[!i], b);
	}
	if (b->op == dual && chain_has_complement(b, dual, a, CHAIN_DEPTH)) {
		for (unsigned i = 0; i < 2; i++)
			if (complements(b->arg[i], a))
				return et_binary(ets, op, 0, a, b->arg[!i]);
	}
	if (a->op != dual || b->op != dual)
		return NULL;
	for (unsigned i = 0; i < 2; i++) {
		const struct et *common = a->arg[i];
		if (!chain_has(b, dual, common, CHAIN_DEPTH))
			continue;
		const struct et *rest = chain_without(ets, b, dual, common);
		if (!rest)
			return common;
		return et_binary(ets, dual, 0, common, et_binary(ets, op, 0, a->arg[!i], rest));
	}
	return NULL;
}

static const struct et *simplify_and(struct ets *ets, const struct et *a, const struct et *b)
{
	if (a == b || is_value(b, UINT64_MAX))
		return a;
	if (is_value(b, 0))
		return b;
	if (b->op == ET_CONST && ((b->value + 1) & b->value) == 0 &&
		known_width(a) <= known_width(b) && b->value)
		return a;
	if (a->op == ET_AND && b->op == ET_CONST && a->arg[1]->op == ET_CONST)
		return et_binary(ets, ET_AND, 0, a->arg[0],
			et_const(ets, a->width, a->arg[1]->value & b->value));
	return a->width == 1 ? simplify_logic(ets, ET_AND, a, b) : NULL;
}

static const struct et *simplify_or(struct ets *ets, const struct et *a, const struct et *b)
{
	if (a == b || is_value(b, 0))
		return a;
	if (is_value(b, UINT64_MAX))
		return b;
	return a->width == 1 ? simplify_logic(ets, ET_OR, a, b) : NULL;
}

static const struct et *simplify_xor(struct ets *ets, const struct et *a, const struct et *b)
{
	if (is_value(b, 0))
		return a;
	if (a == b)
		return et_const(ets, a->width, 0);
	if (a->op == ET_XOR && b->op == ET_CONST && a->arg[1]->op == ET_CONST)
		return et_binary(ets, ET_XOR, 0, a->arg[0],
			et_const(ets, a->width, a->arg[1]->value ^ b->value));
	if (a->width == 1 && is_value(b, 1))
		return negated_compare(ets, a);
	return NULL;
}

static const struct et *simplify_lshr(struct ets *ets, const struct et *a, const struct et *b)
{
	if (is_value(b, 0))
		return a;
	if (b->op != ET_CONST)
		return NULL;
	if (b->value >= known_width(a))
		return et_const(ets, a->width, 0);
	if (a->op == ET_SHL && a->arg[1] == b && known_width(a->arg[0]) + b->value <= a->width)
		return a->arg[0];
	if (a->op == ET_OR) {
		const struct et *x = et_binary(ets, ET_LSHR, 0, a->arg[0], b);
		const struct et *y = et_binary(ets, ET_LSHR, 0, a->arg[1], b);
		if (is_value(x, 0) || is_value(y, 0))
			return et_or(ets, x, y);
	}
	return NULL;
}

static const struct et *simplify_eq(struct ets *ets, const struct et *a, const struct et *b)
{
	if (a == b)
		return et_bool(ets, true);
	if (a->width == 1 && b->op == ET_CONST)
		return b->value ? a : et_not(ets, a);
	if (b->op != ET_CONST)
		return NULL;
	if (a->op == ET_ZEXT || a->op == ET_SEXT) {
		uint64_t narrow = b->value & mask_bits(a->arg[0]->width);
		const struct et *n = et_const(ets, a->arg[0]->width, narrow);
		uint64_t wide = a->op == ET_ZEXT ? narrow : (uint64_t)et_signed(n);
		if ((wide & mask_bits(a->width)) != b->value)
			return et_bool(ets, false);
		return et_binary(ets, ET_EQ, 0, a->arg[0], n);
	}
	if (a->op == ET_ITE && a->arg[1]->op == ET_CONST && a->arg[2]->op == ET_CONST) {
		bool then = a->arg[1] == b, otherwise = a->arg[2] == b;
		if (then == otherwise)
			return et_bool(ets, then);
		return then ? a->arg[0] : et_not(ets, a->arg[0]);
	}
	return NULL;
}

static const struct et *simplify_compare(
	struct ets *ets, enum et_op op, const struct et *a, const struct et *b)
{
	if (a == b)
		return et_bool(ets, op == ET_ULE || op == ET_SLE);
	if (op == ET_ULT && is_value(b, 0))
		return et_bool(ets, false);
	if (op == ET_ULE && is_value(a, 0))
		return et_bool(ets, true);
	if (op == ET_ULT && is_value(b, 1))
		return et_binary(ets, ET_EQ, 0, a, et_const(ets, a->width, 0));
	return NULL;
}

static const struct et *simplify(
	struct ets *ets, enum et_op op, unsigned flags, const struct et *a, const struct et *b)
{
	switch (op) {
	case ET_ADD:
		return simplify_add(ets, flags, a, b);
	case ET_SUB:
		return simplify_sub(ets, a, b);
	case ET_MUL:
		return simplify_mul(ets, a, b);
	case ET_AND:
		return simplify_and(ets, a, b);
	case ET_OR:
		return simplify_or(ets, a, b);
	case ET_XOR:
		return simplify_xor(ets, a, b);
	case ET_UDIV:
	case ET_SDIV:
		return is_value(b, 1) && b->width > 1 ? a : NULL;
	case ET_UREM:
	case ET_SREM:
		return is_value(b, 1) && b->width > 1 ? et_const(ets, a->width, 0) : NULL;
	case ET_LSHR:
		return simplify_lshr(ets, a, b);
	case ET_SHL:
	case ET_ASHR:
		return is_value(b, 0) ? a : NULL;
	case ET_EQ:
		return simplify_eq(ets, a, b);
	case ET_ULT:
	case ET_ULE:
	case ET_SLT:
	case ET_SLE:
		return simplify_compare(ets, op, a, b);
	case ET_CONST:
	case ET_SYM:
	case ET_APP:
	case ET_ZEXT:
	case ET_SEXT:
	case ET_TRUNC:
	case ET_ITE:
	case ET_OPS:
		break;
	}
	bug("et_binary: not a binary operator");
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
	return simple ? simple : raw(ets, op, width, flags, a, b);
}

static const struct et *simplify_trunc(struct ets *ets, unsigned width, const struct et *a)
{
	switch (a->op) {
	case ET_TRUNC:
		return et_cast(ets, ET_TRUNC, width, a->arg[0]);
	case ET_ZEXT:
	case ET_SEXT: {
		unsigned inner = a->arg[0]->width;
		if (inner == width)
			return a->arg[0];
		return et_cast(ets, inner > width ? ET_TRUNC : (enum et_op)a->op, width, a->arg[0]);
	}
	case ET_SHL:
		if (a->arg[1]->op == ET_CONST && a->arg[1]->value >= width)
			return et_const(ets, width, 0);
		return NULL;
	case ET_AND:
	case ET_OR:
	case ET_XOR: {
		const struct et *x = et_cast(ets, ET_TRUNC, width, a->arg[0]);
		const struct et *y = et_cast(ets, ET_TRUNC, width, a->arg[1]);
		return et_binary(ets, (enum et_op)a->op, 0, x, y);
	}
	default:
		return NULL;
	}
}

static const struct et *simplify_cast(
	struct ets *ets, enum et_op op, unsigned width, const struct et *a)
{
	if (a->op == ET_CONST) {
		uint64_t args[] = { a->value };
		return et_const(ets, width, et_fold(op, width, a->width, args));
	}
	if (op == ET_TRUNC)
		return simplify_trunc(ets, width, a);
	if (a->op == ET_ZEXT)
		return et_cast(ets, ET_ZEXT, width, a->arg[0]);
	if (op == ET_SEXT && a->op == ET_SEXT)
		return et_cast(ets, ET_SEXT, width, a->arg[0]);
	return NULL;
}

const struct et *et_cast(struct ets *ets, enum et_op op, unsigned width, const struct et *a)
{
	if (width == a->width)
		return a;
	assert(op == ET_TRUNC ? width < a->width : width > a->width);
	const struct et *simple = simplify_cast(ets, op, width, a);
	return simple ? simple : raw(ets, op, width, 0, a, NULL);
}

const struct et *et_ite(
	struct ets *ets, const struct et *c, const struct et *a, const struct et *b)
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
	const struct et *args[] = { c, a, b };
	struct shape shape = { .op = ET_ITE, .width = a->width, .nargs = 3, .args = args };
	return intern(ets, &shape);
}

const struct et *et_rebuild(
	struct ets *ets, const struct et *et, const struct et *const *args)
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
