#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "solver/check_pair.h"

/* What is left of a query's conditions when loops that are over are left out, and where they have to stay. */
struct world {
	struct arena *arena;
	struct ets *ets;
	const struct et *rounds, *bound, *tid;
	fact_list facts;
	struct query query;
};

typedef const struct et *term;

static term symbol(struct world *w, enum sym_kind kind, const char *name, unsigned width)
{
	return et_sym(w->ets, symbol_new(w->ets, kind, LEVEL_THREAD, width, name));
}

static term number(struct world *w, unsigned width, uint64_t value)
{
	return et_const(w->ets, width, value);
}

static term short_of(struct world *w, term rounds)
{
	return et_cast(w->ets, ET_TRUNC, 32, rounds);
}

static term round_before(struct world *w)
{
	return et_binary(w->ets, ET_SUB, ET_NSW, w->rounds, number(w, 64, 1));
}

static void condition(struct world *w, term holds)
{
	vec_push(w->arena, &w->query.conditions, holds);
}

/* `end` holds after the rounds, and after none before. */
static void ended(struct world *w, term end, term end_before)
{
	term none = et_binary(w->ets, ET_EQ, 0, w->rounds, number(w, 64, 0));
	condition(w, end);
	condition(w, et_or(w->ets, none, et_not(w->ets, end_before)));
}

static struct world begin(void)
{
	struct arena *arena = arena_new();
	struct world w = { .arena = arena, .ets = ets_new(arena) };
	w.rounds = symbol(&w, SYM_LOOP, "k", 64);
	w.bound = symbol(&w, SYM_PARAM, "n", 32);
	w.tid = symbol(&w, SYM_ID, "threadIdx.x", 32);
	w.query.ets = w.ets;
	for (unsigned i = 0; i < 2; i++)
		w.query.offset[i] = et_cast(w.ets, ET_SEXT, 64, w.tid);
	condition(&w, et_binary(w.ets, ET_ULT, 0, w.tid, number(&w, 32, 64)));
	return w;
}

/* for (i = 0; i < n; i++); */
static struct world counted(void)
{
	struct world w = begin();
	ended(&w, et_binary(w.ets, ET_SLE, 0, w.bound, short_of(&w, w.rounds)),
		et_binary(w.ets, ET_SLE, 0, w.bound, short_of(&w, round_before(&w))));
	return w;
}

static void expect(struct world *w, size_t conditions)
{
	w->query.facts = &w->facts;
	query_drop_ended(&w->query);
	assert_int_equal(w->query.conditions.n, conditions);
	arena_free(w->arena);
}

static void test_counted(void **state)
{
	(void)state;
	struct world w = counted();
	expect(&w, 1);
}

/* for (i = 16; i > 0; i >>= 1); */
static void test_halved(void **state)
{
	(void)state;
	struct world w = begin();
	term sixteen = number(&w, 32, 16), zero = number(&w, 32, 0);
	term now = et_binary(w.ets, ET_LSHR, 0, sixteen, short_of(&w, w.rounds));
	term before = et_binary(w.ets, ET_LSHR, 0, sixteen, short_of(&w, round_before(&w)));
	ended(&w, et_binary(w.ets, ET_SLE, 0, now, zero), et_binary(w.ets, ET_SLE, 0, before, zero));
	expect(&w, 1);
}

static void test_addressed(void **state)
{
	(void)state;
	struct world w = counted();
	w.query.offset[1] = w.rounds;
	expect(&w, 3);
}

static void test_exchanged(void **state)
{
	(void)state;
	struct world w = counted();
	w.query.offset[0] = symbol(&w, SYM_HAVOC, "drawn", 64);
	expect(&w, 3);
}

static void test_spoken_of(void **state)
{
	(void)state;
	struct world w = counted();
	condition(&w, et_binary(w.ets, ET_SLT, 0, w.tid, short_of(&w, w.rounds)));
	expect(&w, 4);
}

static void test_in_facts(void **state)
{
	(void)state;
	struct world w = counted();
	struct fact fact = { .cond = et_binary(w.ets, ET_ULT, 0, w.rounds, number(&w, 64, 8)) };
	vec_push(w.arena, &w.facts, fact);
	expect(&w, 3);
}

/* Of a loop that ends at 3 and has not ended before 5 nothing is true. */
static void test_contradictory(void **state)
{
	(void)state;
	struct world w = begin();
	ended(&w, et_binary(w.ets, ET_EQ, 0, w.rounds, number(&w, 64, 3)),
		et_binary(w.ets, ET_SLE, 0, w.rounds, number(&w, 64, 5)));
	expect(&w, 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_counted),
		cmocka_unit_test(test_halved),
		cmocka_unit_test(test_addressed),
		cmocka_unit_test(test_exchanged),
		cmocka_unit_test(test_spoken_of),
		cmocka_unit_test(test_in_facts),
		cmocka_unit_test(test_contradictory),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
