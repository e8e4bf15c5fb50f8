#include "solver/reductions/overflows.h"

/*
 * Unsigned arithmetic is taken not to wrap, as indices that do are no indices. Of arithmetic on ids and constants alone the launch
 * shows by its sizes that it does: (id * 65536u) >> 16 in a grid of more than 65536 threads. Such a result is put as what is
 * left of it, so that there is nothing to assume: bits are taken off before a shift, and off the product in twice the width.
 */

struct overflows {
	struct launch *launch;
	struct ptrmap *ranges; /* of terms; NULL: not known yet */
};

/* What a term of ids and constants amounts to, were widths no limit: within its width unsigned, or within it signed, or any number. */
struct range {
	bool known;  /* the term is made of ids and constants alone */
	bool varies; /* of ids among them */
	__int128 least, most;
};

static struct range range_of(struct overflows *o, const struct et *et);

static struct range of_symbol(const struct overflows *o, const struct symbol *sym)
{
	const struct launch *launch = o->launch;
	const struct et *size = sym->builtin == BUILTIN_TID     ? launch->block[sym->axis]
				: sym->builtin == BUILTIN_CTAID ? launch->grid[sym->axis]
								: NULL;
	if (!size || !et_is_const(size) || !size->value)
		return (struct range){ 0 };
	return (struct range){ true, true, 0, size->value - 1 };
}

static bool is_growing(const struct et *et)
{
	return et->op == ET_ADD || et->op == ET_MUL || (et->op == ET_SHL && et_is_const(et->arg[1]));
}

static __int128 smaller(__int128 a, __int128 b)
{
	return a < b ? a : b;
}

static __int128 larger(__int128 a, __int128 b)
{
	return a > b ? a : b;
}

static struct range any(const struct et *et)
{
	return (struct range){ .most = mask_bits(et->width) };
}

static bool fits(const struct et *et, struct range range)
{
	__int128 half = mask_bits(et->width) >> 1;
	return range.least >= 0 ? range.most <= mask_bits(et->width) : range.least >= -half - 1 && range.most <= half;
}

/* The operand of a sum, difference or product: a constant with the highest bit is one below zero. */
static struct range summand(const struct et *arg, struct range range)
{
	return et_is_const(arg) ? (struct range){ .least = et_signed(arg), .most = et_signed(arg) } : range;
}

/* The product, or what is as far off as that no width holds it. */
static __int128 times(__int128 a, __int128 b)
{
	const __int128 far = (__int128)1 << 120;
	__int128 result;
	if (!__builtin_mul_overflow(a, b, &result) && result < far && result > -far)
		return result;
	return (a < 0) == (b < 0) ? far : -far;
}

static struct range product(struct range a, struct range b)
{
	__int128 corner[] = { times(a.least, b.least), times(a.least, b.most), times(a.most, b.least), times(a.most, b.most) };
	return (struct range){ .least = smaller(smaller(corner[0], corner[1]), smaller(corner[2], corner[3])),
		.most = larger(larger(corner[0], corner[1]), larger(corner[2], corner[3])) };
}

/* What an operation makes of its operands, were its width no limit. */
static struct range unlimited(const struct et *et, struct range a, struct range b)
{
	struct range left = summand(et->arg[0], a), right = summand(et->arg[1], b);
	switch ((enum et_op)et->op) {
	case ET_ADD:
		return (struct range){ .least = left.least + right.least, .most = left.most + right.most };
	case ET_SUB:
		return (struct range){ .least = left.least - right.most, .most = left.most - right.least };
	case ET_MUL:
		return product(left, right);
	case ET_SHL:
		return et_is_const(et->arg[1]) && b.most < et->width
			       ? product(left, (struct range){ .least = (__int128)1 << b.most, .most = (__int128)1 << b.most })
			       : any(et);
	default:
		return any(et);
	}
}

/* Of a division, remainder or shift to the right by a constant. */
static struct range of_part(const struct et *et, struct range a, uint64_t by)
{
	bool is_signed = et->op == ET_ASHR || et->op == ET_SDIV || et->op == ET_SREM;
	bool shifts = et->op == ET_ASHR || et->op == ET_LSHR;
	__int128 half = mask_bits(et->width) >> 1;
	if ((is_signed ? a.most > half || (shifts ? by >= et->width : !by || by > half) : a.least < 0) ||
		(shifts ? by >= et->width : !by))
		return any(et);
	if (shifts)
		return (struct range){ .least = a.least >> by, .most = a.most >> by };
	if (et->op == ET_UDIV || et->op == ET_SDIV)
		return (struct range){ .least = a.least / by, .most = a.most / by };
	return (struct range){ .least = larger(a.least, a.least < 0 ? -(__int128)(by - 1) : 0), .most = smaller(a.most, by - 1) };
}

/* Bits of two operands, neither of which is below zero unless `one` is enough. */
static struct range of_bits(const struct et *et, struct range a, struct range b)
{
	if (et->op != ET_AND)
		return a.least < 0 || b.least < 0 ? any(et) : (struct range){ .most = a.most + b.most };
	__int128 most = mask_bits(et->width);
	return (struct range){ .most = smaller(a.least < 0 ? most : a.most, b.least < 0 ? most : b.most) };
}

static struct range of_cast(const struct et *et, struct range a)
{
	__int128 half = mask_bits(et->arg[0]->width) >> 1;
	if (et->op == ET_ZEXT ? a.least < 0 : et->op == ET_SEXT && a.most > half)
		return any(et);
	return a;
}

static struct range of_operands(const struct et *et, const struct range arg[3])
{
	switch ((enum et_op)et->op) {
	case ET_ADD:
	case ET_SUB:
	case ET_MUL:
	case ET_SHL:
		return unlimited(et, arg[0], arg[1]);
	case ET_ZEXT:
	case ET_SEXT:
	case ET_TRUNC:
		return of_cast(et, arg[0]);
	case ET_AND:
	case ET_OR:
	case ET_XOR:
		return of_bits(et, arg[0], arg[1]);
	case ET_LSHR:
	case ET_ASHR:
	case ET_UDIV:
	case ET_SDIV:
	case ET_UREM:
	case ET_SREM:
		return et_is_const(et->arg[1]) ? of_part(et, arg[0], et->arg[1]->value) : any(et);
	case ET_ITE:
		return (struct range){ .least = smaller(arg[1].least, arg[2].least), .most = larger(arg[1].most, arg[2].most) };
	default:
		return any(et);
	}
}

static struct range of_operation(struct overflows *o, const struct et *et)
{
	struct range arg[3] = { 0 };
	bool known = true, varies = false;
	for (unsigned i = 0; i < et->nargs && i < 3; i++) {
		arg[i] = range_of(o, et->arg[i]);
		known &= arg[i].known;
		varies |= arg[i].varies;
	}
	struct range whole = of_operands(et, arg);
	if (!fits(et, whole))
		whole = any(et);
	whole.known = known;
	whole.varies = varies;
	return whole;
}

static struct range range_of(struct overflows *o, const struct et *et)
{
	if (et_is_const(et))
		return (struct range){ true, false, et->value, et->value };
	struct range *range = ptrmap_get(o->ranges, et);
	if (range)
		return *range;
	range = arena_alloc(o->launch->kernel->arena, sizeof(*range));
	if (et->op == ET_SYM)
		*range = of_symbol(o, et->sym);
	else if (et->op != ET_APP)
		*range = of_operation(o, et);
	ptrmap_set(o->ranges, et, range);
	return *range;
}

/* The exponent of a factor that is a power of two, of a shift too; 0: it is none. */
static unsigned power_of(const struct et *et)
{
	if (!et_is_const(et->arg[1]) || et->op == ET_ADD)
		return 0;
	uint64_t by = et->arg[1]->value;
	if (et->op == ET_SHL)
		return by < et->width ? (unsigned)by : 0;
	return by & (by - 1) || !by ? 0 : (unsigned)__builtin_ctzll(by);
}

/* What is left of a result. NULL: it is too wide to say. */
static const struct et *left_of(struct ets *ets, const struct et *et)
{
	unsigned power = power_of(et);
	if (power) {
		const struct et *mask = et_const(ets, et->width, mask_bits(et->width - power));
		const struct et *args[] = { et_binary(ets, ET_AND, 0, et->arg[0], mask), et->arg[1] };
		return et_rebuild(ets, et, args);
	}
	if (et->width > 32)
		return NULL;
	const struct et *args[2];
	for (unsigned i = 0; i < 2; i++)
		args[i] = et_cast(ets, ET_ZEXT, 64, et->arg[i]);
	const struct et *wide = et_binary(ets, (enum et_op)et->op, 0, args[0], args[1]);
	const struct et *over = et_const(ets, 64, UINT64_C(1) << et->width);
	return et_cast(ets, ET_TRUNC, et->width, et_binary(ets, ET_UREM, 0, wide, over));
}

const struct et *overflows_written_out(struct overflows *o, struct ets *ets, const struct et *et)
{
	if (!is_growing(et) || et->flags || et->width < 32)
		return NULL;
	struct range a = range_of(o, et->arg[0]), b = range_of(o, et->arg[1]);
	if (!a.known || !b.known || (!a.varies && !b.varies) || fits(et, unlimited(et, a, b)))
		return NULL;
	return left_of(ets, et);
}

struct overflows *overflows_new(struct launch *launch)
{
	struct overflows *o = arena_alloc(launch->kernel->arena, sizeof(*o));
	o->launch = launch;
	o->ranges = ptrmap_new(launch->kernel->arena);
	return o;
}
