#include "solver/digits/digits_internal.h"

/* Conditions and facts as bounds, as multiples, and as signs of divisors. */

/* 0 < s * f, with s not negative, is 0 < f. */
static void know_factor(struct digits *d, const struct poly *room)
{
	const struct poly *factor, *rest;
	if (room->n < 2)
		return;
	const struct mono *common = room->at[0].mono;
	for (uint32_t i = 1; i < room->n; i++)
		common = mono_gcd(d->ps, common, room->at[i].mono);
	if (!common->degree || !digits_natural(d, common))
		return;
	poly_split(d->ps, room, common, &factor, &rest);
	digits_know(d, poly_add_const(d->ps, factor, -1));
}

static void read_comparison(struct digits *d, const struct et *et)
{
	bool is_unsigned = et->op == ET_ULT || et->op == ET_ULE;
	bool strict = et->op == ET_ULT || et->op == ET_SLT;
	const struct poly *a = digits_read(d, et->arg[0], is_unsigned);
	const struct poly *b = digits_read(d, et->arg[1], is_unsigned);
	const struct poly *room = poly_sub(d->ps, b, a);
	if (!room)
		return;
	digits_know(d, poly_add_const(d->ps, room, strict ? -1 : 0));
	if (strict)
		know_factor(d, room);
	if (et->op == ET_EQ)
		digits_know(d, poly_scale(d->ps, room, -1));
}

/* That a dividend is natural has to be known first, and that what flips a bit is a power. */
enum reading_turn { TURN_PLAIN, TURN_DIVIDES, TURN_FLIPS };

#define CONDITION_TERMS_MAX 400 /* larger ones, as that a hash is a given one, say nothing of digits */

struct condition_turn {
	enum reading_turn turn;
	unsigned terms;
};

static void turn_visit(void *data, const struct et *et)
{
	struct condition_turn *condition = data;
	enum reading_turn own = TURN_PLAIN;
	if (et->op == ET_UDIV || et->op == ET_SDIV || et->op == ET_UREM || et->op == ET_SREM)
		own = TURN_DIVIDES;
	else if (et->op == ET_ITE && et->width > 1)
		own = TURN_DIVIDES;
	else if (et->op == ET_XOR && et->width > 1)
		own = TURN_FLIPS;
	condition->turn = own > condition->turn ? own : condition->turn;
	condition->terms++;
}

struct parts {
	struct digits *d;
	bool found;
};

static void parts_visit(void *data, const struct et *et)
{
	struct parts *parts = data;
	bool divides = et->op == ET_UDIV || et->op == ET_SDIV || et->op == ET_UREM || et->op == ET_SREM;
	bool masks = et->op == ET_AND || et->op == ET_XOR || et->op == ET_LSHR || et->op == ET_ASHR;
	if (!parts->found && (divides || masks) && et->width > 1)
		parts->found = !digits_is_shared_term(parts->d, et);
}

/* Does a condition speak of digits of one thread's values? They are other ones than the address has, maybe. */
static bool passes_over(struct digits *d, const struct et *et)
{
	struct parts parts = { d, false };
	if (!d->skips_parts && d->meets_parts)
		return false;
	et_once(d->arena, et, parts_visit, &parts);
	d->meets_parts |= parts.found;
	return parts.found && d->skips_parts;
}

static void read_condition(struct digits *d, const struct et *et, enum reading_turn turn)
{
	struct condition_turn own = { TURN_PLAIN, 0 };
	if (et->op == ET_AND && et->width == 1) {
		read_condition(d, et->arg[0], turn);
		read_condition(d, et->arg[1], turn);
		return;
	}
	et_once(d->arena, et, turn_visit, &own);
	if (own.terms > CONDITION_TERMS_MAX)
		return;
	if (own.turn == turn && et_op_class((enum et_op)et->op) == ET_COMPARE && et->arg[0]->width > 1)
		read_comparison(d, et);
}

static void read_conditions(struct digits *d, enum reading_turn turn)
{
	const struct query *query = d->query;
	for (size_t i = 0; query->facts && i < query->facts->n; i++) {
		d->fact = (int)i;
		read_condition(d, query->facts->at[i].cond, turn);
	}
	d->fact = -1;
	for (size_t i = 0; i < query->conditions.n; i++)
		if (!passes_over(d, query->conditions.at[i]))
			read_condition(d, query->conditions.at[i], turn);
}

/* x == c, in one spelling. */
static bool is_constant_case(const struct et *et)
{
	return et->op == ET_EQ && et_is_const(et->arg[1]) && et->arg[0]->width > 1;
}

/* room >= 0 or x == c, as of a loop that has come to its round x: room >= 0 alone, where that holds for c as well. */
static void know_either(struct digits *d, const struct et *other, const struct et *equal)
{
	if (other->op == ET_AND && other->width == 1) {
		know_either(d, other->arg[0], equal);
		know_either(d, other->arg[1], equal);
		return;
	}
	bool is_unsigned = other->op == ET_ULT || other->op == ET_ULE, strict = other->op == ET_ULT || other->op == ET_SLT;
	if (!strict && other->op != ET_ULE && other->op != ET_SLE)
		return;
	const struct poly *x = digits_read(d, equal->arg[0], false), *room = poly_sub(d->ps, digits_read(d, other->arg[1], is_unsigned),
										 digits_read(d, other->arg[0], is_unsigned));
	const struct poly *factor, *rest;
	if (!room || !x || x->n != 1 || x->at[0].coef != 1 || x->at[0].mono->degree != 1)
		return;
	room = poly_add_const(d->ps, room, strict ? -1 : 0);
	poly_split(d->ps, room, x->at[0].mono, &factor, &rest);
	const struct poly *there = poly_add(d->ps, rest, poly_scale(d->ps, factor, et_signed(equal->arg[1])));
	for (uint32_t i = 0; i < factor->n; i++)
		if (mono_has(factor->at[i].mono, x->at[0].mono->var[0]))
			return;
	if (factor->n && digits_at_least(d, there, 0))
		digits_know(d, room);
}

static void read_either(struct digits *d, const struct et *et)
{
	if (et->op == ET_AND && et->width == 1) {
		read_either(d, et->arg[0]);
		read_either(d, et->arg[1]);
	}
	if (et->op != ET_OR || et->width > 1)
		return;
	for (unsigned i = 0; i < 2; i++)
		if (is_constant_case(et->arg[i]) && !is_constant_case(et->arg[!i]) && !digits_divides(d, et, true) && !passes_over(d, et->arg[!i]))
			know_either(d, et->arg[!i], et->arg[i]);
}

static void read_alternatives(struct digits *d)
{
	const struct query *query = d->query;
	for (size_t i = 0; i < query->conditions.n; i++)
		read_either(d, query->conditions.at[i]);
}

/* The leaf that is a multiple of *by, a power of two, when the term is; NULL: none. */
static const struct et *multiple_leaf(const struct et *et, int128 *by)
{
	while (!digits_is_leaf(et)) {
		bool scaled = (et->op == ET_MUL || et->op == ET_SHL) && et_is_const(et->arg[1]);
		if (et->op != ET_SEXT && et->op != ET_ZEXT && !scaled)
			*by = 1;
		if (*by == 1)
			return NULL;
		int128 factor = !scaled		    ? 1
				: et->op == ET_SHL ? (int128)1 << (et->arg[1]->value & 63)
						   : (int128)et->arg[1]->value;
		for (; *by > 1 && factor % 2 == 0; factor /= 2)
			*by /= 2;
		et = et->arg[0];
	}
	return *by > 1 ? et : NULL;
}

/* x % c == 0 */
static void read_multiple(struct digits *d, const struct et *et)
{
	if (et->op == ET_AND && et->width == 1) {
		read_multiple(d, et->arg[0]);
		read_multiple(d, et->arg[1]);
		return;
	}
	bool zero = et->op == ET_EQ && et_is_const(et->arg[1]) && !et->arg[1]->value;
	const struct et *rest = et->nargs ? et->arg[0] : et;
	if (!zero || rest->nargs != 2 || !et_is_const(rest->arg[1]))
		return;
	int128 by = rest->op == ET_AND ? (int128)rest->arg[1]->value + 1 : et_signed(rest->arg[1]);
	bool divides = rest->op == ET_AND || rest->op == ET_UREM || rest->op == ET_SREM;
	if (!divides || by < 2 || (by & (by - 1)))
		return;
	const struct et *leaf = multiple_leaf(rest->arg[0], &by);
	if (leaf)
		vec_push(d->arena, &d->multiples, ((struct multiple){ leaf, by, d->fact }));
}

static void read_multiples(struct digits *d)
{
	const struct query *query = d->query;
	for (size_t i = 0; query->facts && i < query->facts->n; i++) {
		d->fact = (int)i;
		read_multiple(d, query->facts->at[i].cond);
	}
	d->fact = -1;
	for (size_t i = 0; i < query->conditions.n; i++)
		read_multiple(d, query->conditions.at[i]);
}

/* Does a fact say that a dimension of the launch is at least 1 and, with another one of that kind, within the hardware's limit. */
static bool is_dimension(const fact_list *facts, const struct fact *least)
{
	const struct et *cond = least->cond;
	if ((least->kind != FACT_GRID && least->kind != FACT_BLOCK) || cond->op != ET_ULE || !et_is_const(cond->arg[0]) || !cond->arg[0]->value)
		return false;
	for (size_t i = 0; i < facts->n; i++) {
		const struct et *most = facts->at[i].cond;
		if (facts->at[i].kind == least->kind && most->op == ET_ULE && most->arg[0] == cond->arg[1] && et_is_const(most->arg[1]) &&
			et_signed(most->arg[1]) >= 0)
			return true;
	}
	return false;
}

/* What a dimension is a quotient by, 1 or more; NULL: it is none, or that is not known. */
static const struct poly *launched_by(struct digits *d, const struct et *dimension)
{
	const struct et *by = dimension->nargs == 2 ? dimension->arg[1] : NULL;
	if (dimension->op == ET_ASHR && et_is_const(by) && by->value + 1 < dimension->width)
		return poly_const(d->ps, (int128)1 << by->value);
	const struct poly *divisor = dimension->op == ET_SDIV ? digits_read(d, by, false) : NULL;
	return divisor && digits_at_least(d, divisor, 1) ? divisor : NULL;
}

/* A dimension n / b of the launch is at least 1, as the launch succeeds: n is at least b, and natural. What a product is as a signed
 * number is the same as without sign. */
static void know_launched(struct digits *d)
{
	const fact_list *facts = d->query->facts;
	for (size_t i = 0; facts && i < facts->n; i++) {
		if (!is_dimension(facts, &facts->at[i]))
			continue;
		const struct et *dimension = facts->at[i].cond->arg[1];
		const struct poly *by = launched_by(d, dimension);
		if (!by && dimension->op != ET_MUL)
			continue;
		d->fact = (int)i;
		const struct poly *whole = digits_read(d, by ? dimension->arg[0] : dimension, false);
		digits_know(d, poly_sub(d->ps, whole, by ? by : poly_const(d->ps, 1)));
	}
	d->fact = -1;
}

void digits_read_conditions(struct digits *d)
{
	read_conditions(d, TURN_PLAIN);
	read_conditions(d, TURN_DIVIDES);
	read_conditions(d, TURN_FLIPS);
}

void digits_read_bounds(struct digits *d)
{
	read_multiples(d);
	read_conditions(d, TURN_PLAIN);
	know_launched(d);
	digits_know_dividends(d);
	read_conditions(d, TURN_DIVIDES);
	read_conditions(d, TURN_FLIPS);
	read_alternatives(d);
	bool taken = digits_know_operands(d);
	for (unsigned i = 0; taken && i < 2; i++)
		d->read[i] = ptrmap_new(d->arena);
	digits_know_factors(d);
	if (!d->names_sums)
		return;
	/* what is divided may be natural by what was read just now */
	for (uint32_t i = 0; i < d->atoms.n; i++)
		if (d->atoms.at[i].kind == ATOM_SUM && !d->atoms.at[i].natural)
			d->atoms.at[i].natural = digits_nonneg(d, poly_var(d->ps, i));
	for (unsigned i = 0; i < 2; i++)
		d->read[i] = ptrmap_new(d->arena);
	read_conditions(d, TURN_DIVIDES);
	read_conditions(d, TURN_FLIPS);
}

/* One that is read as a whole, a leaf or what is not followed, such as half of a number of unknown sign. */
static void add_divisor(struct digits *d, const struct et *et)
{
	const struct poly *poly = digits_read(d, et, false);
	if (!poly || poly->n != 1 || poly->at[0].mono->degree != 1)
		return;
	const struct atom *atom = &d->atoms.at[poly->at[0].mono->var[0]];
	if (atom->et == et && atom->shared && !atom->natural && !digits_divisor_of(d, et))
		vec_push(d->arena, &d->divisors, ((struct divisor){ et, false }));
}

static void add_divisors(struct digits *d, const struct et *et)
{
	if (et->op != ET_MUL && et->op != ET_SEXT) {
		add_divisor(d, et);
		return;
	}
	for (unsigned i = 0; i < et->nargs; i++)
		add_divisors(d, et->arg[i]);
}

/* What divides in a choice may be 0 where that is not chosen. */
static void find_divisors(struct digits *d, struct et_set *seen, const struct et *et)
{
	if (et->op == ET_ITE || !et_set_add(seen, et))
		return;
	if (et->op == ET_SDIV || et->op == ET_SREM)
		add_divisors(d, et->arg[1]);
	for (unsigned i = 0; i < et->nargs; i++)
		find_divisors(d, seen, et->arg[i]);
}

void digits_find_divisors(struct digits *d)
{
	struct et_set *seen = et_set_new(d->arena);
	for (unsigned i = 0; i < 2; i++)
		find_divisors(d, seen, d->query->offset[i]);
}
