#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "solver/reductions/recall.h"
#include "solver/verdict.h"

/* Which answers of one launch hold for another one. */
struct world {
	struct arena *arena;
	struct ets *ets;
	const struct et *known[3]; /* conditions of facts */
	struct query query;
	struct recall *recall;
};

static const struct et *condition(struct world *w, const char *name)
{
	return et_sym(w->ets, symbol_new(w->ets, SYM_HOST, LEVEL_GRID, 1, name));
}

static struct world *world_new(void)
{
	struct arena *arena = arena_new();
	struct world *w = arena_alloc(arena, sizeof(*w));
	w->arena = arena;
	w->ets = ets_new(arena);
	w->recall = recall_new(arena);
	for (unsigned i = 0; i < 3; i++)
		w->known[i] = condition(w, "fact");
	w->query.ets = w->ets;
	for (unsigned i = 0; i < 2; i++) {
		w->query.offset[i] = et_sym(w->ets, symbol_new(w->ets, SYM_HOST, LEVEL_GRID, 64, "offset"));
		w->query.size[i] = 4;
	}
	vec_push(arena, &w->query.conditions, condition(w, "condition"));
	return w;
}

/* The facts with these numbers, in this order. */
static fact_list *facts(struct world *w, const char *numbers)
{
	fact_list *list = arena_alloc(w->arena, sizeof(*list));
	for (; *numbers; numbers++) {
		struct fact fact = { .kind = FACT_ASSERT, .cond = w->known[*numbers - '0'] };
		vec_push(w->arena, list, fact);
	}
	return list;
}

static const struct answer *find(struct world *w, const fact_list *list)
{
	struct query query = w->query;
	query.facts = list;
	return recall_find(w->recall, &query);
}

static void test_proofs(void **state)
{
	(void)state;
	struct world *w = world_new();
	struct answer proof = { .kind = ANSWER_UNSAT, .assumptions = ASSUME_NO_WRAP };
	fact_list *own = facts(w, "01");
	w->query.facts = own;
	vec_push(w->arena, &proof.core, (size_t)1);
	recall_keep(w->recall, &w->query, &proof, 1);
	assert_int_equal(find(w, own)->core.at[0], 1);
	const struct answer *more = find(w, facts(w, "120"));
	assert_int_equal(more->kind, ANSWER_UNSAT);
	assert_int_equal(more->assumptions, ASSUME_NO_WRAP);
	assert_int_equal(more->core.n, 1);
	assert_int_equal(more->core.at[0], 0);
	assert_null(find(w, facts(w, "12")));
	assert_null(find(w, facts(w, "")));
	assert_null(find(w, NULL));
	arena_free(w->arena);
}

/* A proof holds where more is known, not where less is; what both know is asked about once. */
static void test_conditions(void **state)
{
	(void)state;
	struct world *w = world_new();
	struct answer proof = { .kind = ANSWER_UNSAT }, none = { .kind = ANSWER_UNKNOWN };
	const struct et *common = condition(w, "common"), *other = condition(w, "other");
	struct query less;
	double seconds;
	fact_list *own = facts(w, "0");
	w->query.facts = own;
	vec_push(w->arena, &w->query.conditions, common);
	assert_false(recall_less(w->recall, &w->query, &less, &seconds));
	recall_keep(w->recall, &w->query, &proof, 3);
	vec_push(w->arena, &w->query.conditions, other);
	assert_int_equal(find(w, own)->kind, ANSWER_UNSAT);
	assert_false(recall_less(w->recall, &w->query, &less, &seconds));
	w->query.conditions.at[0] = other;
	w->query.conditions.n = 2;
	assert_null(find(w, own));
	assert_true(recall_less(w->recall, &w->query, &less, &seconds));
	assert_true(seconds == 3);
	assert_int_equal(less.conditions.n, 1);
	assert_ptr_equal(less.conditions.at[0], common);
	recall_keep(w->recall, &less, &none, 3);
	assert_false(recall_less(w->recall, &w->query, &less, &seconds));
	assert_null(find(w, own));
	w->query.size[0] = 8;
	w->query.conditions.n = 1;
	w->query.conditions.at[0] = common;
	assert_null(find(w, own));
	arena_free(w->arena);
}

/* That there is no proof may be due to what the one launch does not know, or the other one. */
static void test_failures(void **state)
{
	(void)state;
	struct world *w = world_new();
	struct answer none = { .kind = ANSWER_UNKNOWN };
	fact_list *own = facts(w, "0");
	w->query.facts = own;
	recall_keep(w->recall, &w->query, &none, 1);
	assert_int_equal(find(w, own)->kind, ANSWER_UNKNOWN);
	assert_null(find(w, facts(w, "0")));
	assert_null(find(w, facts(w, "01")));
	arena_free(w->arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_proofs),
		cmocka_unit_test(test_conditions),
		cmocka_unit_test(test_failures),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
