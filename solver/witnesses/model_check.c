#include "solver/witnesses/model.h"

#include "solver/witnesses/scrambled.h"

/*
 * Judges a candidate model in machine arithmetic: what it has to fulfil, that
 * nothing undefined is evaluated, and that nothing wraps which proofs assume
 * not to wrap.
 */
#define HUGE_VALUE ((int128)1 << 120)

/* Of each term, parallel to problem->terms. */
struct run {
	const struct problem *problem;
	uint64_t *value;
	int128 *whole; /* the value as if unsigned arithmetic did not wrap; saturates */
	bool *active;  /* evaluated */
};

static uint64_t value_of(const struct run *run, const struct et *et)
{
	return run->value[problem_index(run->problem, et)];
}

static bool run_terms(struct run *run, const struct answer *answer)
{
	for (size_t i = 0; i < run->problem->terms.n; i++) {
		const struct et *et = run->problem->terms.at[i];
		uint64_t args[256];
		for (unsigned k = 0; k < et->nargs; k++)
			args[k] = value_of(run, et->arg[k]);
		if (et_is_const(et)) {
			run->value[i] = et->value;
		} else if ((et->op == ET_SYM || et->op == ET_APP)) {
			const struct model_value *found = model_find(answer, et, args);
			uint64_t own = 0;
			for (size_t k = 0; k < answer->model.n; k++)
				if (answer->model.at[k].leaf == et)
					own = answer->model.at[k].value;
			if (!found || found->value != own)
				return false;
			run->value[i] = own;
		} else {
			run->value[i] = et_fold(
				(enum et_op)et->op, et->width, et->arg[et->nargs - 1]->width, args);
		}
	}
	return true;
}

static void activate(struct run *run, const struct et *et)
{
	run->active[problem_index(run->problem, et)] = true;
}

static void activate_arguments(struct run *run, const struct et *et)
{
	bool logic = et->width == 1 && (et->op == ET_AND || et->op == ET_OR);
	for (unsigned i = 0; i < et->nargs; i++) {
		if (logic && value_of(run, et->arg[1 - i]) == (et->op == ET_OR))
			continue;
		if (et->op == ET_ITE && i && value_of(run, et->arg[0]) != (i == 1))
			continue;
		activate(run, et->arg[i]);
	}
}

static bool in_width(int128 value, unsigned width, bool is_signed)
{
	int128 half = (int128)1 << (width - 1);
	return is_signed ? value >= -half && value < half : value >= 0 && value < 2 * half;
}

static int128 exact(const struct et *et, uint64_t a, uint64_t b, bool is_signed)
{
	unsigned width = et->width;
	int128 x = is_signed ? (int128)sign_extend(a, width) : (int128)a;
	int128 y = is_signed && et->op != ET_SHL ? (int128)sign_extend(b, width) : (int128)b;
	int128 result;
	if (et->op == ET_ADD)
		return x + y;
	if (et->op == ET_SUB)
		return x - y;
	if (et->op == ET_SHL)
		y = b < 63 ? (int128)1 << b : (int128)1 << 63;
	/* Unsigned 64-bit products need 128 bits and no sign: those are out of range anyway. */
	return __builtin_mul_overflow(x, y, &result) ? (int128)1 << 126 : result;
}

static bool is_division(enum et_op op)
{
	return op == ET_UDIV || op == ET_SDIV || op == ET_UREM || op == ET_SREM;
}

static bool defined(const struct run *run, const struct et *et)
{
	enum et_op op = (enum et_op)et->op;
	uint64_t b = et->nargs > 1 ? value_of(run, et->arg[1]) : 0;
	if (is_division(op))
		return b != 0;
	if (et_op_class(op) == ET_SHIFT && b >= et->width)
		return false;
	if (et_operator(op)->reads != READS_BOTH)
		return true;
	uint64_t a = value_of(run, et->arg[0]);
	if ((et->flags & ET_NSW) && !in_width(exact(et, a, b, true), et->width, true))
		return false;
	return !(et->flags & ET_NUW) || in_width(exact(et, a, b, false), et->width, false);
}

static void activate_roots(struct run *run)
{
	const struct query *query = run->problem->query;
	for (size_t i = 0; i < query->conditions.n; i++)
		activate(run, query->conditions.at[i]);
	for (size_t i = 0; query->facts && i < query->facts->n; i++)
		activate(run, query->facts->at[i].cond);
	for (unsigned i = 0; i < 2 && query->offset[0]; i++)
		activate(run, query->offset[i]);
}

static int128 saturate(int128 a)
{
	return a > HUGE_VALUE ? HUGE_VALUE : a < -HUGE_VALUE ? -HUGE_VALUE : a;
}

static int128 whole_of(const struct run *run, const struct et *et)
{
	return run->whole[problem_index(run->problem, et)];
}

/* The machine value, read by the sign its integer has. */
static int128 plain(const struct run *run, const struct et *et)
{
	uint64_t value = value_of(run, et);
	const struct node *node = ints_node(run->problem->in, et);
	bool is_signed = et->width > 1 && node->value.lo < 0;
	return is_signed ? (int128)sign_extend(value, et->width) : (int128)value;
}

static int128 whole_product(int128 a, int128 b)
{
	int128 product;
	if (__builtin_mul_overflow(a, b, &product))
		return (a < 0) == (b < 0) ? HUGE_VALUE : -HUGE_VALUE;
	return saturate(product);
}

/* Follows the integer encoding: sums and products of integers, not of residues. */
static int128 whole_term(const struct run *run, const struct et *et)
{
	bool arithmetic = et_op_class((enum et_op)et->op) == ET_ARITH && !et->flags;
	const struct et *a = et->nargs ? et->arg[0] : NULL, *b = et->nargs > 1 ? et->arg[1] : NULL;
	if (et->width == 1)
		return plain(run, et);
	if (arithmetic && et->op == ET_ADD)
		return saturate(whole_of(run, a) + whole_of(run, b));
	if (arithmetic && et->op == ET_SUB)
		return saturate(whole_of(run, a) - whole_of(run, b));
	if (arithmetic && et->op == ET_MUL)
		return whole_product(whole_of(run, a), whole_of(run, b));
	if (et->op == ET_SHL && !et->flags && value_of(run, b) < et->width)
		return whole_product(whole_of(run, a), (int128)1 << value_of(run, b));
	if (et->op == ET_ITE)
		return whole_of(run, et->arg[value_of(run, a) ? 1 : 2]);
	if (et->op == ET_TRUNC && ints_node(run->problem->in, et)->value.poly ==
					  ints_node(run->problem->in, a)->value.poly)
		return whole_of(run, a);
	return plain(run, et);
}

static void run_whole(struct run *run)
{
	for (size_t i = 0; i < run->problem->terms.n; i++)
		run->whole[i] = whole_term(run, run->problem->terms.at[i]);
}

/* Does an operand that the encoding reads as not wrapping wrap? */
static bool wraps(const struct run *run, const struct et *et)
{
	const struct node *node = ints_node(run->problem->in, et);
	bool assumed = et->op == ET_ZEXT ||
		       ((et->op == ET_AND || et->op == ET_OR || et->op == ET_XOR) && et->width >= 32);
	vec_each(side, &node->sides)
		assumed |= side->kind == SIDE_ASSUMED;
	for (unsigned i = 0; assumed && i < et->nargs; i++) {
		const struct et *arg = et->arg[i];
		int128 half = (int128)1 << (arg->width - 1);
		int128 most = ints_reads_signed(run->problem->in, et) ? half - 1 : 2 * half - 1;
		bool assumed_too = ints_may_wrap(run->problem->in->ets, arg) &&
				   !keeps_scrambled_part(et, arg);
		if (assumed_too && whole_of(run, arg) > most)
			return true;
	}
	return false;
}

/* Addresses that meet only because 64 bits wrapped do not count either. */
static bool offsets_wrap(const struct run *run)
{
	const struct et *const *offset = run->problem->query->offset;
	if (!offset[0])
		return false;
	int64_t machine = (int64_t)(value_of(run, offset[0]) - value_of(run, offset[1]));
	return whole_of(run, offset[0]) - whole_of(run, offset[1]) != machine;
}

static bool run_defined(struct run *run)
{
	run_whole(run);
	activate_roots(run);
	if (offsets_wrap(run))
		return false;
	for (size_t i = run->problem->terms.n; i-- > 0;) {
		const struct et *et = run->problem->terms.at[i];
		if (!run->active[i])
			continue;
		if (!defined(run, et) || wraps(run, et))
			return false;
		activate_arguments(run, et);
	}
	return true;
}

static bool holds(const struct answer *answer, struct arena *scratch, const struct et *cond)
{
	uint64_t value;
	return model_eval(scratch, answer, cond, &value) && value == 1;
}

static bool overlaps(const struct answer *answer, struct arena *scratch, const struct query *query)
{
	uint64_t offset[2];
	if (!query->offset[0])
		return true;
	for (unsigned i = 0; i < 2; i++)
		if (!model_eval(scratch, answer, query->offset[i], &offset[i]) ||
			(query->inside[i] && (int64_t)offset[i] < 0))
			return false;
	int64_t d = (int64_t)(offset[0] - offset[1]);
	return d < (int64_t)query->size[1] && -(int64_t)query->size[0] < d;
}

static bool all_hold(const struct answer *answer, struct arena *scratch, const struct query *query)
{
	for (size_t i = 0; i < query->conditions.n; i++)
		if (!holds(answer, scratch, query->conditions.at[i]))
			return false;
	for (size_t i = 0; query->facts && i < query->facts->n; i++)
		if (!holds(answer, scratch, query->facts->at[i].cond))
			return false;
	return overlaps(answer, scratch, query);
}

static bool in_bounds(const struct answer *answer)
{
	for (size_t i = 0; i < answer->model.n; i++) {
		const struct symbol *sym = answer->model.at[i].leaf->sym;
		int64_t value = sign_extend(answer->model.at[i].value, sym->width);
		if (sym->bounded && (value < sym->lo || value > sym->hi))
			return false;
	}
	return true;
}

bool model_check(const struct answer *answer, const struct problem *problem)
{
	struct arena *scratch = arena_new();
	size_t n = problem->terms.n + 1;
	struct run run = { .problem = problem };
	run.value = arena_alloc(scratch, n * sizeof(*run.value));
	run.whole = arena_alloc(scratch, n * sizeof(*run.whole));
	run.active = arena_alloc(scratch, n * sizeof(*run.active));
	bool good = in_bounds(answer) && run_terms(&run, answer) && run_defined(&run) &&
		    all_hold(answer, scratch, problem->query);
	arena_free(scratch);
	return good;
}
