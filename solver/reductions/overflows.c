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

struct range {
	bool known;  /* the term is made of ids and constants alone */
	bool varies; /* of ids among them */
	unsigned __int128 most;
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
	return (struct range){ true, true, size->value - 1 };
}

/* How much an operation makes of operands that are at most so much, were its width no limit. */
static unsigned __int128 unlimited(const struct et *et, unsigned __int128 a, unsigned __int128 b)
{
	switch ((enum et_op)et->op) {
	case ET_ADD:
		return a + b;
	case ET_MUL:
		return a * b;
	case ET_SHL:
		return b < et->width ? a << b : 0;
	default:
		return mask_bits(et->width);
	}
}

static bool is_growing(const struct et *et)
{
	return et->op == ET_ADD || et->op == ET_MUL || (et->op == ET_SHL && et_is_const(et->arg[1]));
}

/* The most that an operation makes of operands that are at most so much, none being below zero where it reads them as signed. */
static unsigned __int128 most_of(const struct et *et, const unsigned __int128 most[3])
{
	const unsigned __int128 any = mask_bits(et->width);
	uint64_t by = et->nargs > 1 && et_is_const(et->arg[1]) ? et->arg[1]->value : 0;
	switch ((enum et_op)et->op) {
	case ET_ADD:
	case ET_MUL:
	case ET_SHL:
		return is_growing(et) ? unlimited(et, most[0], most[1]) : any;
	case ET_ZEXT:
	case ET_SEXT:
	case ET_TRUNC:
		return most[0];
	case ET_AND:
		return most[0] < most[1] ? most[0] : most[1];
	case ET_OR:
	case ET_XOR:
		return most[0] + most[1];
	case ET_LSHR:
	case ET_ASHR:
		return et_is_const(et->arg[1]) && by < et->width ? most[0] >> by : any;
	case ET_UDIV:
	case ET_SDIV:
		return by ? most[0] / by : any;
	case ET_UREM:
	case ET_SREM:
		return by && most[0] >= by ? by - 1 : by ? most[0] : any;
	case ET_ITE:
		return most[1] > most[2] ? most[1] : most[2];
	default:
		return any;
	}
}

/* Is a number of the term's arguments below zero, read as signed, where that makes a difference. */
static bool may_be_below(const struct et *et, const unsigned __int128 most[3])
{
	bool reads_sign = et->op == ET_ASHR || et->op == ET_SDIV || et->op == ET_SREM || et->op == ET_SEXT;
	for (unsigned i = 0; reads_sign && i < et->nargs && i < 2; i++)
		if (most[i] > mask_bits(et->arg[i]->width - 1))
			return true;
	return false;
}

static struct range of_operation(struct overflows *o, const struct et *et)
{
	struct range whole = { true, false, mask_bits(et->width) };
	unsigned __int128 most[3] = { 0 };
	for (unsigned i = 0; i < et->nargs && i < 3; i++) {
		struct range arg = range_of(o, et->arg[i]);
		whole.known &= arg.known;
		whole.varies |= arg.varies;
		most[i] = arg.most;
	}
	unsigned __int128 found = may_be_below(et, most) ? whole.most : most_of(et, most);
	whole.most = found < whole.most ? found : whole.most;
	return whole;
}

static struct range range_of(struct overflows *o, const struct et *et)
{
	if (et_is_const(et))
		return (struct range){ true, false, et->value };
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

/* Differences are not assumed to stay above 0. */
static bool takes_away(const struct et *et)
{
	return et->op == ET_ADD && et_is_const(et->arg[1]) && et_signed(et->arg[1]) < 0;
}

static const struct et *written_out(void *data, struct ets *ets, const struct et *et)
{
	struct overflows *o = data;
	if (!is_growing(et) || et->flags || et->width < 32 || takes_away(et))
		return NULL;
	struct range a = range_of(o, et->arg[0]), b = range_of(o, et->arg[1]);
	if (!a.known || !b.known || (!a.varies && !b.varies) ||
		unlimited(et, a.most, b.most) <= mask_bits(et->width))
		return NULL;
	return left_of(ets, et);
}

void overflows_tell(struct launch *launch)
{
	struct overflows *o = arena_alloc(launch->kernel->arena, sizeof(*o));
	o->launch = launch;
	o->ranges = ptrmap_new(launch->kernel->arena);
	et_map_operations(launch->map, written_out, o);
}
