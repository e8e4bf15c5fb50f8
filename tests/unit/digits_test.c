#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "solver/digits/digits.h"

/* Proofs digit by digit; each has a neighbour, wrong by one, for which there must be none. */
struct world {
	struct arena *arena;
	struct ets *ets;
	fact_list facts;
	struct query query;
};

typedef const struct et *term;

/* A number of each of the two threads. */
struct both {
	term at[2];
};

static struct world begin(void)
{
	struct arena *arena = arena_new();
	struct world w = { .arena = arena, .ets = ets_new(arena) };
	w.query.ets = w.ets;
	w.query.size[0] = w.query.size[1] = 1;
	return w;
}

static term number(struct world *w, uint64_t value)
{
	return et_const(w->ets, 32, value);
}

static term param(struct world *w, const char *name)
{
	struct symbol *sym = symbol_new(w->ets, SYM_PARAM, LEVEL_GRID, 32, name);
	return et_sym(w->ets, sym);
}

static struct both own(struct world *w, const char *name)
{
	struct symbol *original = symbol_new(w->ets, SYM_ID, LEVEL_THREAD, 32, name);
	struct both both;
	for (unsigned t = 0; t < 2; t++) {
		struct symbol *copy = symbol_new(w->ets, SYM_ID, LEVEL_THREAD, 32, name);
		copy->copy = (uint8_t)(t + 1);
		copy->original = original;
		copy->bounded = true;
		copy->hi = INT32_MAX;
		both.at[t] = et_sym(w->ets, copy);
	}
	return both;
}

static term add(struct world *w, term a, term b)
{
	return et_binary(w->ets, ET_ADD, ET_NSW, a, b);
}

static term sub(struct world *w, term a, term b)
{
	return et_binary(w->ets, ET_SUB, ET_NSW, a, b);
}

static term mul(struct world *w, term a, term b)
{
	return et_binary(w->ets, ET_MUL, ET_NSW, a, b);
}

static term binary(struct world *w, enum et_op op, term a, term b)
{
	return et_binary(w->ets, op, 0, a, b);
}

static void condition(struct world *w, term holds)
{
	vec_push(w->arena, &w->query.conditions, holds);
}

static void less(struct world *w, term a, term b)
{
	condition(w, binary(w, ET_SLT, a, b));
}

static void differ(struct world *w, struct both x)
{
	condition(w, et_not(w->ets, binary(w, ET_EQ, x.at[0], x.at[1])));
}

static void at(struct world *w, unsigned t, term place)
{
	w->query.offset[t] = et_cast(w->ets, ET_SEXT, 64, place);
}

static void expect(struct world *w, bool proved)
{
	struct answer answer = { .kind = ANSWER_UNKNOWN };
	w->query.facts = &w->facts;
	assert_int_equal(digits_prove(w->arena, &w->query, &answer), proved);
	arena_free(w->arena);
}

/* Rows of p / 4 numbers, of p bytes, no less than 4 * width and `more`; width and `beyond` columns. */
static void in_words(uint64_t more, uint64_t beyond, bool proved)
{
	struct world w = begin();
	term p = param(&w, "p"), width = param(&w, "width"), words = binary(&w, ET_UDIV, p, number(&w, 4));
	struct both x = own(&w, "x"), y = own(&w, "y");
	less(&w, number(&w, 0), width);
	less(&w, add(&w, mul(&w, width, number(&w, 4)), number(&w, more - 1)), p);
	for (unsigned t = 0; t < 2; t++) {
		less(&w, x.at[t], add(&w, width, number(&w, beyond)));
		at(&w, t, add(&w, mul(&w, y.at[t], words), x.at[t]));
	}
	differ(&w, x);
	expect(&w, proved);
}

static void test_words(void **state)
{
	(void)state;
	in_words(0, 0, true);
	in_words((uint64_t)-1, 0, false);
	in_words(3, 1, false);
	in_words(4, 1, true);
}

/* Rows of 4 * ceil(m / 4) numbers at most, by a test of the remainder, in planes that have `room` more than m. */
static void rounded_up(bool chosen, uint64_t room, bool proved)
{
	struct world w = begin();
	term m = param(&w, "m"), four = number(&w, 4), quotient = binary(&w, ET_SDIV, m, four);
	term none = binary(&w, ET_EQ, binary(&w, ET_SREM, m, four), number(&w, 0)), more = add(&w, quotient, number(&w, 1));
	term blocks = chosen ? et_ite(w.ets, none, quotient, more)
			     : add(&w, quotient, et_cast(w.ets, ET_ZEXT, 32, et_not(w.ets, none)));
	struct both b = own(&w, "block"), t = own(&w, "thread"), plane = own(&w, "plane");
	less(&w, number(&w, 0), m);
	differ(&w, plane);
	for (unsigned i = 0; i < 2; i++) {
		less(&w, t.at[i], four);
		condition(&w, binary(&w, ET_ULT, b.at[i], blocks));
		at(&w, i, add(&w, mul(&w, add(&w, m, number(&w, room)), plane.at[i]), add(&w, mul(&w, b.at[i], four), t.at[i])));
	}
	expect(&w, proved);
}

static void test_rounded_up(void **state)
{
	(void)state;
	for (unsigned chosen = 0; chosen < 2; chosen++) {
		rounded_up(chosen, 3, true);
		rounded_up(chosen, 2, false);
	}
}

/* min(n, t) + size * k < n, as of a thread's share that begins behind the end; `width`: threads there are. */
static void least(uint64_t more, bool proved)
{
	struct world w = begin();
	term n = param(&w, "n"), size = param(&w, "size");
	struct both t = own(&w, "thread"), k = own(&w, "round");
	differ(&w, t);
	for (unsigned i = 0; i < 2; i++) {
		term first = et_ite(w.ets, binary(&w, ET_SLT, n, t.at[i]), n, t.at[i]);
		term place = add(&w, first, mul(&w, size, k.at[i]));
		less(&w, t.at[i], add(&w, size, number(&w, more)));
		less(&w, number(&w, 0), size);
		less(&w, place, n);
		at(&w, i, place);
	}
	expect(&w, proved);
}

static void test_least(void **state)
{
	(void)state;
	least(0, true);
	least(1, false);
}

/* What is left of a row behind its whole steps of 4. */
static void rest_of_row(uint64_t more, bool proved)
{
	struct world w = begin();
	term n = param(&w, "n"), four = number(&w, 4), whole = mul(&w, binary(&w, ET_SDIV, n, four), four);
	struct both row = own(&w, "row"), k = own(&w, "k");
	less(&w, number(&w, 0), n);
	differ(&w, row);
	for (unsigned i = 0; i < 2; i++) {
		less(&w, k.at[i], add(&w, binary(&w, ET_SREM, n, four), number(&w, more)));
		at(&w, i, add(&w, mul(&w, n, row.at[i]), add(&w, whole, k.at[i])));
	}
	expect(&w, proved);
}

static void test_rest_of_row(void **state)
{
	(void)state;
	rest_of_row(0, true);
	rest_of_row(1, false);
}

/* The upper and the right side of rings in a square, row and column g + k: they have the corners in common. */
static void rings(uint64_t more, bool proved)
{
	struct world w = begin();
	term n = param(&w, "n");
	struct both g = own(&w, "ring"), k = own(&w, "k");
	differ(&w, g);
	for (unsigned i = 0; i < 2; i++) {
		term along = add(&w, g.at[i], k.at[i]), last = sub(&w, sub(&w, n, number(&w, 1)), g.at[i]);
		less(&w, along, add(&w, last, number(&w, more)));
		at(&w, i, i ? add(&w, mul(&w, n, along), last) : add(&w, mul(&w, n, g.at[i]), along));
	}
	expect(&w, proved);
}

static void test_rings(void **state)
{
	(void)state;
	rings(0, true);
	rings(2, false);
}

/* A loop that has come to its round k, or not begun. */
static void rounds(bool some, bool proved)
{
	struct world w = begin();
	term n = param(&w, "n"), zero = number(&w, 0);
	struct both row = own(&w, "row"), k = own(&w, "k");
	condition(&w, binary(&w, ET_SLE, some ? number(&w, 1) : zero, n));
	differ(&w, row);
	for (unsigned i = 0; i < 2; i++) {
		condition(&w, et_or(w.ets, binary(&w, ET_EQ, k.at[i], zero), binary(&w, ET_SLT, k.at[i], n)));
		at(&w, i, add(&w, mul(&w, n, row.at[i]), k.at[i]));
	}
	expect(&w, proved);
}

static void test_rounds(void **state)
{
	(void)state;
	rounds(true, true);
	rounds(false, false);
}

/* Blocks along diagonals: (q + r) % width, r of the number x + width * y = q * height + r. */
static void diagonal(uint64_t more, bool proved)
{
	struct world w = begin();
	term width = param(&w, "width"), height = param(&w, "height");
	struct both x = own(&w, "x"), y = own(&w, "y");
	less(&w, number(&w, 0), width);
	less(&w, number(&w, 0), height);
	condition(&w, et_not(w.ets, et_and(w.ets, binary(&w, ET_EQ, x.at[0], x.at[1]), binary(&w, ET_EQ, y.at[0], y.at[1]))));
	for (unsigned i = 0; i < 2; i++) {
		term own = add(&w, x.at[i], mul(&w, width, y.at[i]));
		term row = binary(&w, ET_SREM, own, height), turned = add(&w, binary(&w, ET_SDIV, own, height), row);
		less(&w, x.at[i], width);
		less(&w, y.at[i], add(&w, height, number(&w, more)));
		at(&w, i, add(&w, mul(&w, width, row), binary(&w, ET_SREM, turned, width)));
	}
	expect(&w, proved);
}

static void test_diagonal(void **state)
{
	(void)state;
	diagonal(0, true);
	diagonal(1, false);
}

/* t & 7 | (t & 56) << 3 | k << 3, where k has three bits. */
static void bits(uint64_t most, bool proved)
{
	struct world w = begin();
	term three = number(&w, 3);
	struct both t = own(&w, "thread"), k = own(&w, "k");
	differ(&w, t);
	for (unsigned i = 0; i < 2; i++) {
		term low = binary(&w, ET_AND, t.at[i], number(&w, 7)), high = binary(&w, ET_AND, t.at[i], number(&w, 56));
		less(&w, t.at[i], number(&w, 64));
		less(&w, k.at[i], number(&w, most));
		at(&w, i, binary(&w, ET_OR, binary(&w, ET_SHL, k.at[i], three), binary(&w, ET_OR, low, binary(&w, ET_SHL, high, three))));
	}
	expect(&w, proved);
}

/* n & ~7 rounds down. */
static void aligned(uint64_t more, bool proved)
{
	struct world w = begin();
	struct both t = own(&w, "thread"), k = own(&w, "k");
	for (unsigned i = 0; i < 2; i++) {
		less(&w, k.at[i], number(&w, 8 + more));
		at(&w, i, add(&w, binary(&w, ET_AND, t.at[i], number(&w, UINT32_MAX - 7)), k.at[i]));
	}
	term steps[2] = { binary(&w, ET_LSHR, t.at[0], number(&w, 3)), binary(&w, ET_LSHR, t.at[1], number(&w, 3)) };
	less(&w, steps[0], steps[1]);
	expect(&w, proved);
}

static void test_bits(void **state)
{
	(void)state;
	bits(8, true);
	bits(9, false);
	aligned(0, true);
	aligned(1, false);
}

/* (x - x % m) / m % n and (x - ...) / (n * m), put together again. */
static void taken_off(uint64_t times, bool proved)
{
	struct world w = begin();
	term n = param(&w, "n"), m = param(&w, "m"), batch = param(&w, "batch");
	struct both x = own(&w, "x");
	differ(&w, x);
	for (unsigned i = 0; i < 2; i++) {
		term k = binary(&w, ET_SREM, x.at[i], m), j = binary(&w, ET_SREM, binary(&w, ET_SDIV, sub(&w, x.at[i], k), m), n);
		term whole = mul(&w, mul(&w, n, m), number(&w, times)), left = sub(&w, sub(&w, x.at[i], mul(&w, m, j)), k);
		term q = binary(&w, ET_SDIV, left, whole);
		less(&w, x.at[i], mul(&w, batch, mul(&w, n, m)));
		at(&w, i, add(&w, mul(&w, mul(&w, n, m), q), add(&w, mul(&w, m, j), k)));
	}
	expect(&w, proved);
}

/* taps * (x / (2 * taps)) + x % (2 * taps) / 2 of every other x. */
static void halved(uint64_t step, bool proved)
{
	struct world w = begin();
	term taps = param(&w, "taps"), both_taps = mul(&w, taps, number(&w, 2));
	struct both x = own(&w, "x");
	differ(&w, x);
	for (unsigned i = 0; i < 2; i++) {
		term low = binary(&w, ET_SREM, x.at[i], both_taps);
		less(&w, binary(&w, ET_SREM, low, number(&w, 2)), number(&w, step));
		at(&w, i, add(&w, mul(&w, taps, binary(&w, ET_SDIV, x.at[i], both_taps)), binary(&w, ET_SDIV, low, number(&w, 2))));
	}
	expect(&w, proved);
}

static void test_neighbours(void **state)
{
	(void)state;
	taken_off(1, true);
	taken_off(2, false);
	halved(1, true);
	halved(2, false);
}

/* 8 * list[x] + r of entries that differ where x does, r below 8. */
static void entries(uint64_t room, bool proved)
{
	struct world w = begin();
	const struct symbol *list = symbol_new(w.ets, SYM_LOAD, LEVEL_GRID, 32, "list");
	struct both x = own(&w, "x"), r = own(&w, "r");
	term entry[2];
	differ(&w, x);
	for (unsigned i = 0; i < 2; i++) {
		entry[i] = et_app(w.ets, list, 1, &x.at[i]);
		less(&w, r.at[i], number(&w, room));
		condition(&w, et_not(w.ets, binary(&w, ET_SLT, entry[i], number(&w, 0))));
		at(&w, i, add(&w, mul(&w, entry[i], number(&w, 8)), r.at[i]));
	}
	term apart = et_or(w.ets, binary(&w, ET_SLT, entry[0], entry[1]), binary(&w, ET_SLT, entry[1], entry[0]));
	condition(&w, et_or(w.ets, apart, binary(&w, ET_EQ, x.at[0], x.at[1])));
	expect(&w, proved);
}

/* Threads at the end of their rows: x + 1 == width of both, or of one. */
static void ends_of_rows(unsigned threads, bool proved)
{
	struct world w = begin();
	term width = param(&w, "width");
	struct both x = own(&w, "x"), y = own(&w, "y");
	condition(&w, et_not(w.ets, et_and(w.ets, binary(&w, ET_EQ, x.at[0], x.at[1]), binary(&w, ET_EQ, y.at[0], y.at[1]))));
	for (unsigned i = 0; i < 2; i++) {
		less(&w, x.at[i], width);
		if (i < threads)
			condition(&w, binary(&w, ET_EQ, width, add(&w, x.at[i], number(&w, 1))));
		at(&w, i, mul(&w, y.at[i], add(&w, width, number(&w, 2))));
	}
	expect(&w, proved);
}

static void test_alternatives(void **state)
{
	(void)state;
	entries(8, true);
	entries(9, false);
	ends_of_rows(2, true);
	ends_of_rows(1, false);
}

/* Tiles of 32 x 8 of slices of a * b numbers, both dimensions of the grid counting tiles and slices together; rows of `more` numbers more than a. */
static void slices(uint64_t more, bool proved)
{
	struct world w = begin();
	term a = param(&w, "a"), b = param(&w, "b"), n = param(&w, "n");
	term across = binary(&w, ET_SDIV, add(&w, a, number(&w, 31)), number(&w, 32)), down = binary(&w, ET_SDIV, add(&w, b, number(&w, 7)), number(&w, 8));
	struct both i = own(&w, "block.x"), j = own(&w, "block.y"), x = own(&w, "thread.x"), y = own(&w, "thread.y");
	differ(&w, j);
	less(&w, number(&w, 0), a);
	less(&w, number(&w, 0), b);
	for (unsigned t = 0; t < 2; t++) {
		term slice = binary(&w, ET_UDIV, i.at[t], across), volume = binary(&w, ET_UDIV, j.at[t], down);
		term column = add(&w, x.at[t], mul(&w, number(&w, 32), sub(&w, i.at[t], mul(&w, slice, across))));
		term row = add(&w, y.at[t], mul(&w, number(&w, 8), sub(&w, j.at[t], mul(&w, volume, down))));
		less(&w, x.at[t], number(&w, 32));
		less(&w, y.at[t], number(&w, 8));
		less(&w, slice, n);
		less(&w, column, add(&w, a, number(&w, more)));
		less(&w, row, b);
		term size = mul(&w, a, b);
		at(&w, t, add(&w, add(&w, mul(&w, volume, mul(&w, size, n)), mul(&w, slice, size)), add(&w, mul(&w, row, a), column)));
	}
	expect(&w, proved);
}

static void test_slices(void **state)
{
	(void)state;
	slices(0, true);
	slices(1, false);
}

/* Columns of n places of their own, of rows below n by a guard on `column + row * width` that leaves out all from n * width + `more` on. */
static void guarded(uint64_t more, bool proved)
{
	struct world w = begin();
	term n = param(&w, "n"), width = param(&w, "width");
	struct both row = own(&w, "row"), column = own(&w, "column");
	less(&w, number(&w, 0), n);
	less(&w, number(&w, 0), width);
	differ(&w, row);
	for (unsigned t = 0; t < 2; t++) {
		less(&w, column.at[t], width);
		less(&w, add(&w, column.at[t], mul(&w, row.at[t], width)), add(&w, mul(&w, n, width), number(&w, more)));
		at(&w, t, add(&w, row.at[t], mul(&w, column.at[t], n)));
	}
	expect(&w, proved);
}

static void test_guarded(void **state)
{
	(void)state;
	guarded(0, true);
	guarded(1, false);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rounded_up),
		cmocka_unit_test(test_least),
		cmocka_unit_test(test_rest_of_row),
		cmocka_unit_test(test_rings),
		cmocka_unit_test(test_rounds),
		cmocka_unit_test(test_diagonal),
		cmocka_unit_test(test_bits),
		cmocka_unit_test(test_slices),
		cmocka_unit_test(test_guarded),
		cmocka_unit_test(test_neighbours),
		cmocka_unit_test(test_alternatives),
		cmocka_unit_test(test_words),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
