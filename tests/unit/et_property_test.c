#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "expr/span.h"
#include "solver/witnesses/model.h"
#include "solver/encoding/smt.h"

/*
 * Every operator at several widths on random terms: the evaluator, the integer
 * encoding and Z3's bit-vectors agree. Leaves are pinned to random values; then
 * "term == value" must be satisfiable and "term != value" must not, where
 * the value is the evaluator's. A failing case prints its seed; rerun with
 * HGRD_SEED=that HGRD_ROUNDS=1.
 */
#define LEAVES 3

struct bench {
	struct arena *arena;
	struct ets *ets;
	struct ints *ints;
	struct smt *smt;
	struct literals literals;
	const struct et *leaves[LEAVES];
	uint64_t values[LEAVES];
	const struct symbol *function;
	uint64_t state; /* of the generator: splitmix64 */
};

static uint64_t draw(struct bench *b)
{
	uint64_t z = b->state += UINT64_C(0x9e3779b97f4a7c15);
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* Small numbers, their negatives, powers of two and their neighbours, anything. */
static uint64_t draw_value(struct bench *b, unsigned width)
{
	uint64_t value = draw(b) % 40;
	switch (draw(b) % 5) {
	case 0:
		value = 0 - value;
		break;
	case 1:
		value = (UINT64_C(1) << draw(b) % width) + draw(b) % 3 - 1;
		break;
	case 2:
		value = draw(b);
		break;
	}
	return value & mask_bits(width);
}

static uint64_t function_value(const uint64_t *args)
{
	return args[0] * 7 + 3;
}

static bool leaf_value(void *data, const struct et *leaf, const uint64_t *args, uint64_t *value)
{
	struct bench *b = data;
	*value = leaf->op == ET_APP ? function_value(args) : 0;
	for (unsigned i = 0; i < LEAVES; i++)
		if (b->leaves[i] == leaf)
			*value = b->values[i];
	return true;
}

static uint64_t evaluate(struct bench *b, const struct et *et)
{
	uint64_t value;
	assert_true(et_eval(b->arena, et, leaf_value, b, &value));
	return value;
}

static uint64_t model_leaf(void *data, const struct et *leaf, const uint64_t *args)
{
	(void)args;
	return evaluate(data, leaf);
}

static const struct et *draw_term(struct bench *b, unsigned width, unsigned depth);

static const struct et *draw_leaf(struct bench *b, unsigned width)
{
	const struct et *leaf = b->leaves[draw(b) % LEAVES];
	if (draw(b) % 3 == 0)
		return et_const(b->ets, width, draw_value(b, width));
	if (draw(b) % 8 == 0)
		leaf = et_app(b->ets, b->function, 1, &b->leaves[draw(b) % 2]);
	if (leaf->width == width)
		return leaf;
	if (leaf->width > width)
		return et_cast(b->ets, ET_TRUNC, width, leaf);
	return et_cast(b->ets, draw(b) % 2 ? ET_ZEXT : ET_SEXT, width, leaf);
}

static unsigned draw_width(struct bench *b, unsigned from, unsigned to)
{
	static const unsigned widths[] = { 1, 8, 16, 32, 64 };
	unsigned width;
	do
		width = widths[draw(b) % 5];
	while (width < from || width > to);
	return width;
}

/* A term with this operator on top; its width is `width` where the operator leaves a choice. */
static const struct et *draw_op(struct bench *b, enum et_op op, unsigned width, unsigned depth)
{
	switch (et_op_class(op)) {
	case ET_LEAF:
		return draw_leaf(b, width);
	case ET_ARITH:
	case ET_SHIFT:
	case ET_COMPARE: {
		const struct et *x = draw_term(b, width, depth), *y = draw_term(b, width, depth);
		if (et_op_class(op) == ET_SHIFT && draw(b) % 2)
			y = et_const(b->ets, width, draw(b) % width);
		bool flagged = op == ET_ADD || op == ET_SUB || op == ET_MUL || op == ET_SHL;
		unsigned flags = flagged && draw(b) % 3 == 0 ? (unsigned)(draw(b) % 4) : 0;
		return et_binary(b->ets, op, flags, x, y);
	}
	case ET_CAST:
		if (op == ET_TRUNC ? width == 64 : width == 1)
			return draw_leaf(b, width);
		if (op == ET_TRUNC)
			return et_cast(b->ets, op, width,
				draw_term(b, draw_width(b, width + 1, 64), depth));
		return et_cast(b->ets, op, width, draw_term(b, draw_width(b, 1, width - 1), depth));
	case ET_CHOOSE: {
		const struct et *c = draw_term(b, 1, depth);
		const struct et *x = draw_term(b, width, depth);
		return et_ite(b->ets, c, x, draw_term(b, width, depth));
	}
	}
	return NULL;
}

static const struct et *draw_term(struct bench *b, unsigned width, unsigned depth)
{
	if (!depth)
		return draw_leaf(b, width);
	enum et_op op = (enum et_op)(draw(b) % ET_OPS);
	if (et_op_class(op) != ET_COMPARE)
		return draw_op(b, op, width, depth - 1);
	const struct et *bit = draw_op(b, op, draw_width(b, 1, 64), depth - 1);
	return width == 1 ? bit : et_cast(b->ets, ET_ZEXT, width, bit);
}

static void pin(void *data, const struct et *et)
{
	void **both = data;
	struct bench *b = both[0];
	struct query *query = both[1];
	if (et->op != ET_SYM && et->op != ET_APP)
		return;
	const struct et *value = et_const(b->ets, et->width, evaluate(b, et));
	vec_push(b->arena, &query->conditions, et_binary(b->ets, ET_EQ, 0, et, value));
}

static struct query pinned(struct bench *b, const struct et *term, bool equal)
{
	struct query query = { .ets = b->ets };
	const struct et *value = et_const(b->ets, term->width, evaluate(b, term));
	const struct et *same = et_binary(b->ets, ET_EQ, 0, term, value);
	void *both[] = { b, &query };
	et_once(b->arena, term, pin, both);
	vec_push(b->arena, &query.conditions, equal ? same : et_not(b->ets, same));
	return query;
}

static bool has_opaque(const struct bench *b)
{
	vec_each(var, &b->ints->vars)
		if (var->kind == IVAR_OPAQUE)
			return true;
	return false;
}

static enum smt_result check_integers(
	struct bench *b, struct problem *problem, const struct query *query, bool no_wrap)
{
	lit_list lits = { 0 };
	problem_fill(problem, b->arena, b->ints, &b->literals, query);
	smt_open(b->smt, SMT_PRODUCTS);
	problem_assert_held(problem);
	vec_each(form, &problem->asserted)
		smt_assert(b->smt, *form);
	if (no_wrap)
		vec_push(b->arena, &lits, problem->no_wrap);
	return smt_check(b->smt, &lits, 2);
}

static enum smt_result check_bits(struct bench *b, const struct query *query)
{
	lit_list lits = { 0 };
	smt_open_bits(b->smt, true);
	for (size_t i = 0; i < query->conditions.n; i++)
		smt_assert_bits(b->smt, NULL, query->conditions.at[i]);
	return smt_check(b->smt, &lits, 2);
}

/* NULL, or what is wrong. */
static const char *examine(struct bench *b, const struct et *term)
{
	struct problem problem = { 0 };
	struct query same = pinned(b, term, true), other = pinned(b, term, false);
	struct answer answer = { .kind = ANSWER_SAT };
	if (check_bits(b, &same) == SMT_UNSAT)
		return "bit-vectors exclude the value";
	if (check_bits(b, &other) == SMT_SAT)
		return "bit-vectors allow another value";
	if (check_integers(b, &problem, &other, true) == SMT_SAT && !has_opaque(b))
		return "integers allow another value";
	enum smt_result loose = check_integers(b, &problem, &same, false);
	model_fill(&answer, b->arena, &problem, model_leaf, b);
	bool defined = model_check(&answer, &problem);
	if (defined && loose == SMT_UNSAT)
		return "integers exclude the value without assumption";
	if (check_integers(b, &problem, &same, true) == SMT_UNSAT && defined &&
		!smt_in_core(b->smt, problem.no_wrap))
		return "integers exclude the value";
	return NULL;
}

/* A leaf's value and some others. */
static bool leaf_span(void *data, const struct et *leaf, struct span *span)
{
	struct bench *b = data;
	if (leaf->op == ET_APP)
		return false;
	uint64_t value = evaluate(b, leaf), step = 1 + draw(b) % 4, most = mask_bits(leaf->width);
	uint64_t below = value / step, above = (most - value) / step;
	below = draw(b) % 2 && below > 3 ? draw(b) % 3 : below;
	above = draw(b) % 2 && above > 3 ? draw(b) % 3 : above;
	*span = span_steps(leaf->width, value - below * step, value + above * step, step);
	return true;
}

/* NULL, or what is wrong. */
static const char *examine_span(struct bench *b, const struct et *term)
{
	uint64_t value = evaluate(b, term);
	struct span span = span_of(b->arena, term, leaf_span, b);
	if (value < span.lo || value > span.hi)
		return "the span's bounds exclude the value";
	return (value & span.zeros) || (~value & span.ones) ? "the span's bits exclude the value" : NULL;
}

static void bench_fill(struct bench *b, unsigned width)
{
	static const char *const names[] = { "x", "y", "z" };
	b->arena = arena_new();
	b->ets = ets_new(b->arena);
	for (unsigned i = 0; i < LEAVES; i++) {
		unsigned own = i < 2 ? width : draw_width(b, 1, 64);
		struct symbol *sym = symbol_new(b->ets, SYM_PARAM, LEVEL_GRID, own, names[i]);
		b->leaves[i] = et_sym(b->ets, sym);
		b->values[i] = draw_value(b, own);
	}
	b->function = symbol_new(b->ets, SYM_LOAD, LEVEL_GRID, width, "f");
}

static void tell(const struct bench *b, enum et_op op, uint64_t seed, const struct et *term,
	const char *wrong)
{
	print_error("HGRD_SEED=%llu: %s at width %u: %s\n  %s\n", (unsigned long long)seed,
		et_op_text(op), term->width, wrong, et_show(b->arena, term, true));
	for (unsigned i = 0; i < LEAVES; i++)
		print_error("  %s = %llu (%u bits)\n", b->leaves[i]->sym->name,
			(unsigned long long)b->values[i], b->leaves[i]->width);
}

static void run_case(enum et_op op, unsigned width, uint64_t seed)
{
	const bound_list none = { 0 };
	struct bench b = { .state = seed * 1000 + op * 10 + width };
	bench_fill(&b, width);
	b.ints = ints_new(b.arena, b.ets, &none);
	b.smt = smt_new(b.arena, b.ints);
	const struct et *term = draw_op(&b, op, width, 1 + draw(&b) % 2);
	const char *wrong = examine(&b, term);
	if (wrong)
		tell(&b, op, seed, term, wrong);
	smt_free(b.smt);
	arena_free(b.arena);
	assert_null(wrong);
}

static void run_span(enum et_op op, unsigned width, uint64_t seed)
{
	struct bench b = { .state = seed * 1000 + op * 10 + width };
	bench_fill(&b, width);
	const struct et *term = draw_op(&b, op, width, 1 + (unsigned)(draw(&b) % 3));
	const char *wrong = examine_span(&b, term);
	if (wrong)
		tell(&b, op, seed, term, wrong);
	arena_free(b.arena);
	assert_null(wrong);
}

static uint64_t setting(const char *name, uint64_t otherwise)
{
	const char *text = getenv(name);
	return text ? strtoull(text, NULL, 10) : otherwise;
}

static void each_operator(
	void run(enum et_op op, unsigned width, uint64_t seed), uint64_t otherwise)
{
	static const unsigned widths[] = { 1, 8, 16, 32, 64 };
	uint64_t seed = setting("HGRD_SEED", 1), rounds = setting("HGRD_ROUNDS", otherwise);
	for (uint64_t round = 0; round < rounds; round++)
		for (unsigned op = 0; op < ET_OPS; op++)
			for (unsigned i = 0; i < 5; i++)
				run((enum et_op)op, widths[i], seed + round);
}

static void test_operators(void **state)
{
	(void)state;
	each_operator(run_case, 1);
}

static void test_spans(void **state)
{
	(void)state;
	each_operator(run_span, 50);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_operators),
		cmocka_unit_test(test_spans),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
