#include "expr/linear.h"

enum { LEAST_WIDTH = 32, MOST_SHIFT = 31 };

static bool is_wide_cast(const struct et *et)
{
	if (et->op == ET_TRUNC)
		return et->width >= LEAST_WIDTH;
	return (et->op == ET_SEXT || et->op == ET_ZEXT) && et->arg[0]->width >= LEAST_WIDTH;
}

/* The number that a term is multiplied by, and the term; NULL: it is no such product. */
static const struct et *multiplied(const struct et *et, int64_t *by)
{
	if (et->op == ET_SHL && et_is_const(et->arg[1]) && et->arg[1]->value <= MOST_SHIFT) {
		*by = (int64_t)1 << et->arg[1]->value;
		return et->arg[0];
	}
	if (et->op != ET_MUL)
		return NULL;
	unsigned at = et_is_const(et->arg[0]) ? 0 : 1;
	if (!et_is_const(et->arg[at]))
		return NULL;
	*by = et_signed(et->arg[at]);
	return et->arg[1 - at];
}

bool et_linear(const struct et *et, const struct et *var, int64_t *factor, int64_t *constant)
{
	int64_t by, f, c;
	*factor = *constant = 0;
	if (et == var) {
		*factor = 1;
		return true;
	}
	if (et_is_const(et)) {
		*constant = et_signed(et);
		return true;
	}
	if (is_wide_cast(et))
		return et_linear(et->arg[0], var, factor, constant);
	const struct et *term = multiplied(et, &by);
	if (term)
		return et_linear(term, var, &f, &c) && !__builtin_mul_overflow(f, by, factor) &&
		       !__builtin_mul_overflow(c, by, constant);
	if (et->op != ET_ADD && et->op != ET_SUB)
		return false;
	if (!et_linear(et->arg[0], var, factor, constant) || !et_linear(et->arg[1], var, &f, &c))
		return false;
	return et->op == ET_ADD ? !__builtin_add_overflow(*factor, f, factor) &&
					  !__builtin_add_overflow(*constant, c, constant)
				: !__builtin_sub_overflow(*factor, f, factor) &&
					  !__builtin_sub_overflow(*constant, c, constant);
}

bool et_factor(struct arena *arena, const struct et *et, const struct et *var, int64_t *factor)
{
	int64_t by, f;
	*factor = et == var;
	if (et == var)
		return true;
	if (is_wide_cast(et))
		return et_factor(arena, et->arg[0], var, factor);
	const struct et *term = multiplied(et, &by);
	if (term)
		return et_factor(arena, term, var, &f) && !__builtin_mul_overflow(f, by, factor);
	if (et->op != ET_ADD && et->op != ET_SUB)
		return !et_mentions(arena, et, var);
	if (!et_factor(arena, et->arg[0], var, factor) || !et_factor(arena, et->arg[1], var, &f))
		return false;
	return et->op == ET_ADD ? !__builtin_add_overflow(*factor, f, factor) : !__builtin_sub_overflow(*factor, f, factor);
}

static const struct et *quotient(struct ets *ets, const struct et *et, int64_t by, bool negative);

/* Of a product the factor that shows it is divided. */
static const struct et *factor_quotient(struct ets *ets, const struct et *et, int64_t by, bool negative)
{
	for (unsigned i = 0; et->op == ET_MUL && i < 2; i++) {
		const struct et *factor = quotient(ets, et->arg[i], by, negative);
		if (factor)
			return et_binary(ets, ET_MUL, et->flags, factor, et->arg[!i]);
	}
	return NULL;
}

static const struct et *product_quotient(struct ets *ets, const struct et *et, int64_t by, bool negative)
{
	int64_t factor;
	const struct et *term = multiplied(et, &factor);
	if (!term)
		return factor_quotient(ets, et, by, negative);
	if (!factor || (factor < 0 && !negative))
		return NULL;
	if (factor % by == 0)
		return et_binary(ets, ET_MUL, et->op == ET_MUL ? et->flags : ET_NSW, term,
			et_const(ets, et->width, (uint64_t)(factor / by) & mask_bits(et->width)));
	if (factor < 0 || by % factor)
		return NULL;
	return quotient(ets, term, by / factor, negative);
}

/* The same, with multiples by a negative constant, or none. */
static const struct et *quotient(struct ets *ets, const struct et *et, int64_t by, bool negative)
{
	const struct et *args[3];
	unsigned from = et->op == ET_ITE;
	if (by == 1)
		return et;
	if (et_is_const(et)) {
		int64_t value = et_signed(et);
		return value % by ? NULL
				  : et_const(ets, et->width, (uint64_t)(value / by) & mask_bits(et->width));
	}
	if (et->op == ET_MUL || et->op == ET_SHL)
		return product_quotient(ets, et, by, negative);
	bool wide = is_wide_cast(et) && et->op != ET_TRUNC;
	if (et->op != ET_ADD && et->op != ET_SUB && et->op != ET_ITE && !wide)
		return NULL;
	for (unsigned i = 0; i < et->nargs; i++) {
		args[i] = i < from ? et->arg[i] : quotient(ets, et->arg[i], by, negative);
		if (!args[i])
			return NULL;
	}
	return et_rebuild(ets, et, args);
}

const struct et *et_quotient(struct ets *ets, const struct et *et, int64_t by)
{
	return quotient(ets, et, by, false);
}

/* A sum without its constants, which are added to *constant; NULL: there is nothing else. */
static const struct et *without_constants(struct ets *ets, const struct et *et, int64_t *constant)
{
	if (et_is_const(et)) {
		*constant += et_signed(et);
		return NULL;
	}
	if (et->op == ET_SUB && et_is_const(et->arg[1])) {
		*constant -= et_signed(et->arg[1]);
		return without_constants(ets, et->arg[0], constant);
	}
	if (et->op != ET_ADD)
		return et;
	const struct et *a = without_constants(ets, et->arg[0], constant);
	const struct et *b = without_constants(ets, et->arg[1], constant);
	return a && b ? et_binary(ets, ET_ADD, et->flags, a, b) : a ? a : b;
}

const struct et *et_element(struct ets *ets, const struct et *et, int64_t offset, int64_t by)
{
	int64_t constant = -offset;
	const struct et *rest = without_constants(ets, et, &constant);
	const struct et *whole = rest ? quotient(ets, rest, by, true) : et_const(ets, et->width, 0);
	if (!whole || constant % by)
		return NULL;
	return et_binary(ets, ET_ADD, ET_NSW, whole,
		et_const(ets, et->width, (uint64_t)(constant / by) & mask_bits(et->width)));
}

enum { MOST_ADDENDS = 16 };

struct addends {
	const struct et *at[MOST_ADDENDS];
	bool minus[MOST_ADDENDS];
	unsigned n;
	uint64_t constant;
	bool many;
};

static void addends_add(struct addends *sum, const struct et *et, bool minus)
{
	if (et->op == ET_ADD || et->op == ET_SUB) {
		addends_add(sum, et->arg[0], minus);
		addends_add(sum, et->arg[1], minus != (et->op == ET_SUB));
		return;
	}
	if (et_is_const(et)) {
		sum->constant += minus ? -et->value : et->value;
		return;
	}
	for (unsigned i = 0; i < sum->n; i++) {
		if (sum->at[i] != et || sum->minus[i] == minus)
			continue;
		sum->n--;
		sum->at[i] = sum->at[sum->n];
		sum->minus[i] = sum->minus[sum->n];
		return;
	}
	sum->many |= sum->n == MOST_ADDENDS;
	if (sum->many)
		return;
	sum->at[sum->n] = et;
	sum->minus[sum->n++] = minus;
}

const struct et *et_difference(struct ets *ets, const struct et *a, const struct et *b)
{
	struct addends sum = { .n = 0 };
	addends_add(&sum, a, false);
	addends_add(&sum, b, true);
	if (sum.many)
		return et_binary(ets, ET_SUB, 0, a, b);
	const struct et *rest = et_const(ets, a->width, 0);
	for (unsigned i = 0; i < sum.n; i++)
		rest = et_binary(ets, sum.minus[i] ? ET_SUB : ET_ADD, 0, rest, sum.at[i]);
	return et_binary(ets, ET_ADD, 0, rest, et_const(ets, a->width, sum.constant & mask_bits(a->width)));
}

static const struct et *flags_drop(void *data, struct ets *ets, const struct et *et)
{
	bool wraps = et->op == ET_ADD || et->op == ET_SUB || et->op == ET_MUL || et->op == ET_SHL;
	(void)data;
	return wraps && et->flags ? et_binary(ets, et->op, 0, et->arg[0], et->arg[1]) : NULL;
}

const struct et *et_unflagged(struct ets *ets, const struct et *et)
{
	struct et_map *map = et_map_new(ets, NULL, NULL);
	et_map_operations(map, flags_drop, NULL);
	return et_map_apply(map, et);
}
