#include "solver/reductions/shape.h"

#include <stdlib.h>
#include <string.h>

#include "base/ptrmap.h"
#include "base/vec.h"

#define SIZE_MAX_TEXT 6000
#define LEAST_TEXT 2 /* of a node */

typedef VEC(char) text_list;
typedef VEC(int64_t) constant_list;

/* Text and constants of one subterm. */
struct part {
	text_list text;
	constant_list constants;
	bool too_large;
};

/* The parts that were made, by term: without its constant, and with it. */
struct parts {
	struct arena *arena;
	struct ptrmap *made[2];
};

static struct parts parts_new(struct arena *arena)
{
	return (struct parts){ arena, { ptrmap_new(arena), ptrmap_new(arena) } };
}

static bool commutes(const struct et *et)
{
	return et->op == ET_ADD || et->op == ET_MUL || et->op == ET_AND || et->op == ET_OR ||
	       et->op == ET_XOR || et->op == ET_EQ;
}

/* Is an operand's constant part of the shape. */
static bool needs_constants(const struct et *et)
{
	return !(et->op == ET_APP || et->op == ET_ADD || et->op == ET_SUB || et->op == ET_MUL || et->op == ET_ITE ||
		 et_op_class((enum et_op)et->op) == ET_COMPARE ||
		 et_op_class((enum et_op)et->op) == ET_CAST) ||
	       et->width == 1;
}

static void put(struct arena *arena, struct part *part, char c)
{
	vec_push(arena, &part->text, c);
	part->too_large |= part->text.n > SIZE_MAX_TEXT;
}

/* Five bits a letter, the last of which is a capital. */
static void put_number(struct arena *arena, struct part *part, uint64_t number)
{
	for (; number > 31; number >>= 5)
		put(arena, part, (char)('`' + (number & 31)));
	put(arena, part, (char)('@' + number));
}

static void append(struct arena *arena, struct part *to, const struct part *from)
{
	if (to->too_large)
		return;
	vec_each(c, &from->text) vec_push(arena, &to->text, *c);
	vec_each(value, &from->constants) vec_push(arena, &to->constants, *value);
	to->too_large |= from->too_large || to->text.n > SIZE_MAX_TEXT;
}

static int compare(const struct part *a, const struct part *b)
{
	size_t n = a->text.n < b->text.n ? a->text.n : b->text.n;
	int order = n ? memcmp(a->text.at, b->text.at, n) : 0;
	return order ? order : (a->text.n > b->text.n) - (a->text.n < b->text.n);
}

static const struct part *part_of(struct parts *parts, const struct et *et, bool keep);

/* The order in which the shape lists a term's operands. */
static bool swapped(struct parts *parts, const struct et *et)
{
	bool keep = needs_constants(et);
	return commutes(et) &&
	       compare(part_of(parts, et->arg[0], keep), part_of(parts, et->arg[1], keep)) > 0;
}

static void write_operator(struct arena *arena, struct part *part, const struct et *et)
{
	put(arena, part, '(');
	put_number(arena, part, et->op);
	put_number(arena, part, et->width);
	put_number(arena, part, et->flags);
	put_number(arena, part, et->op == ET_CONST ? et->value
			   : et->op == ET_SYM || et->op == ET_APP ? et->sym->id
								  : 0);
}

static void write_part(struct parts *parts, struct part *part, const struct et *et, bool keep)
{
	struct arena *arena = parts->arena;
	if (et->op == ET_CONST && !keep && et->width > 1) {
		put(arena, part, '#');
		put_number(arena, part, et->width);
		vec_push(arena, &part->constants, et_signed(et));
		return;
	}
	bool swap = et->nargs == 2 && swapped(parts, et);
	write_operator(arena, part, et);
	for (unsigned i = 0; i < et->nargs && !part->too_large; i++)
		append(arena, part, part_of(parts, et->arg[swap ? !i : i], needs_constants(et)));
	put(arena, part, ')');
}

static const struct part *part_of(struct parts *parts, const struct et *et, bool keep)
{
	struct part *part = ptrmap_get(parts->made[keep], et);
	if (part)
		return part;
	part = arena_alloc(parts->arena, sizeof(*part));
	write_part(parts, part, et, keep);
	ptrmap_set(parts->made[keep], et, part);
	return part;
}

/*
 * Is the term, written out, one of at most *room nodes: subterms that it shares count each time, so that it can be far
 * larger than it is in memory.
 */
static bool has_room(const struct et *et, unsigned *room)
{
	if (!*room)
		return false;
	--*room;
	for (unsigned i = 0; i < et->nargs; i++)
		if (!has_room(et->arg[i], room))
			return false;
	return true;
}

bool shape_of(struct arena *arena, const struct et *et, struct shape *shape)
{
	unsigned room = SIZE_MAX_TEXT / LEAST_TEXT;
	if (!has_room(et, &room))
		return false;
	struct arena *scratch = arena_new();
	struct parts parts = parts_new(scratch);
	const struct part *part = part_of(&parts, et, false);
	bool fits = !part->too_large;
	*shape = (struct shape){ .text = arena_strndup(arena, part->text.at, part->text.n) };
	int64_t *constants = arena_alloc(arena, part->constants.n * sizeof(*constants));
	vec_each(value, &part->constants)
		constants[shape->n++] = *value;
	shape->constants = constants;
	arena_free(scratch);
	return fits;
}

struct general {
	struct arena *arena;
	struct parts *parts;
	struct ets *ets;
	size_t count, at;
	const int64_t *const *lists;
	bool too_wide;
	unsigned side;
	shape_symbol_list *symbols;
};

static int64_t common_divisor(int64_t a, int64_t b)
{
	while (b) {
		int64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a < 0 ? -a : a;
}

static const struct symbol *symbol_for(
	struct general *general, size_t at, unsigned width, int64_t most)
{
	vec_each(known, general->symbols) {
		if (known->side == general->side && known->at == at && known->width == width &&
			known->most == most)
			return known->sym;
	}
	struct symbol *sym =
		symbol_new(general->ets, SYM_HAVOC, LEVEL_THREAD, width, "constant");
	sym->copy = (uint8_t)(general->side + 1);
	sym->bounded = true;
	sym->lo = 0;
	sym->hi = most;
	struct shape_symbol entry = { general->side, at, width, most, sym };
	vec_push(general->arena, general->symbols, entry);
	return sym;
}

static const struct et *general_constant(struct general *general, unsigned width)
{
	size_t at = general->at++;
	struct ets *ets = general->ets;
	int64_t low = general->lists[0][at], high = low, step = 0;
	for (size_t i = 1; i < general->count; i++) {
		int64_t value = general->lists[i][at];
		general->too_wide |= __builtin_sub_overflow(value, general->lists[0][at], &(int64_t){ 0 });
		step = common_divisor(step, (int64_t)((uint64_t)value - (uint64_t)general->lists[0][at]));
		low = value < low ? value : low;
		high = value > high ? value : high;
	}
	const struct et *first = et_const(ets, width, (uint64_t)low & mask_bits(width));
	if (!step)
		return first;
	general->too_wide |= (high >> (width - 3)) - (low >> (width - 3)) > 1;
	const struct symbol *sym = symbol_for(general, at, width, (high - low) / step);
	const struct et *more = et_binary(ets, ET_MUL, ET_NSW, et_sym(ets, sym),
		et_const(ets, width, (uint64_t)step));
	return et_binary(ets, ET_ADD, ET_NSW, first, more);
}

static const struct et *generalise(struct general *general, const struct et *et, bool keep)
{
	const struct et *args[256];
	if (et->op == ET_CONST)
		return keep || et->width == 1 ? et : general_constant(general, et->width);
	bool inner = needs_constants(et);
	if (et->nargs == 2) {
		bool swap = swapped(general->parts, et);
		args[swap] = generalise(general, et->arg[swap], inner);
		args[!swap] = generalise(general, et->arg[!swap], inner);
	} else {
		for (unsigned i = 0; i < et->nargs; i++)
			args[i] = generalise(general, et->arg[i], inner);
	}
	return et->nargs ? et_rebuild(general->ets, et, args) : et;
}

const struct et *shape_generalise(struct arena *arena, struct ets *ets, const struct et *et,
	size_t count, const int64_t *const *lists, unsigned side, shape_symbol_list *symbols)
{
	struct arena *scratch = arena_new();
	struct parts parts = parts_new(scratch);
	struct general general = { arena, &parts, ets, count, 0, lists, false, side, symbols };
	const struct et *term = generalise(&general, et, false);
	arena_free(scratch);
	return general.too_wide ? NULL : term;
}
