#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include <llvm-c/IRReader.h>

#include "base/effort.h"
#include "solver/check_pair.h"

/*
 * What budget.c and sketch.c decide. Limits are counted in hours here, so that the moments that pass during a test do
 * not matter.
 */
#define SECONDS 8000.0
#define MOMENT 100.0

static void expect_about(double value, double expected)
{
	assert_true(value > expected - MOMENT && value < expected + MOMENT);
}

struct world {
	LLVMContextRef context;
	LLVMModuleRef module;
	struct arena *arena;
	struct ets *ets;
	struct kernel kernel;
	struct check_options options;
	struct check check;
};

static struct world *world_new(void)
{
	struct arena *arena = arena_new();
	struct world *w = arena_alloc(arena, sizeof(*w));
	w->arena = arena;
	w->ets = ets_new(arena);
	w->kernel = (struct kernel){ .arena = arena, .ets = w->ets };
	w->options = (struct check_options){ .seconds = SECONDS };
	struct solver_options options = { .query_seconds = 1, .linear_first = true };
	effort_start();
	w->check = (struct check){ .run = arena,
		.kernel = &w->kernel,
		.options = &w->options,
		.solver = solver_new(arena, w->ets, &options),
		.end = effort_now() + SECONDS };
	budget_whole(&w->check);
	return w;
}

static void world_free(struct world *w)
{
	solver_free(w->check.solver);
	if (w->context) {
		LLVMDisposeModule(w->module);
		LLVMContextDispose(w->context);
	}
	arena_free(w->arena);
}

static double left(const struct world *w)
{
	return w->check.deadline - effort_now();
}

static void test_launches(void **state)
{
	(void)state;
	effort_start();
	double now = effort_now(), end = now + SECONDS;
	expect_about(budget_launch(SECONDS, end, 4) - now, SECONDS / 4);
	expect_about(budget_launch(SECONDS, end, 1) - now, SECONDS);
	expect_about(budget_launch(SECONDS, end, 1000) - now, SECONDS / 8);
	expect_about(budget_launch(SECONDS, now + SECONDS / 16, 1000) - now, SECONDS / 16);
}

static void test_questions(void **state)
{
	(void)state;
	struct world *w = world_new();
	double brief = budget_short(&w->check);
	assert_true(brief > 0 && brief < 1);
	expect_about(budget_again(&w->check, 1), SECONDS);
	expect_about(budget_again(&w->check, 2), SECONDS / 4);
	expect_about(budget_again(&w->check, 40), SECONDS / 40);
	assert_true(budget_again(&w->check, 1000000) == brief);
	w->options.seconds = 2 * brief;
	assert_true(budget_short(&w->check) < brief);
	world_free(w);
}

/* From the moment on from which there is no proof any more a part of the time is left. */
static void test_doomed(void **state)
{
	(void)state;
	struct world *w = world_new();
	budget_for_pairs(&w->check);
	expect_about(left(w), SECONDS);
	budget_doomed(&w->check);
	expect_about(left(w), SECONDS / 2);
	w->check.known_at -= SECONDS / 4;
	budget_doomed(&w->check);
	expect_about(left(w), SECONDS / 4);
	budget_whole(&w->check);
	expect_about(left(w), SECONDS);
	w->check.end = effort_now() + SECONDS / 64;
	budget_for_pairs(&w->check);
	expect_about(left(w), SECONDS / 64);
	world_free(w);
}

/* Once questions have stayed open others get less, but for a part that is left to each; where there is no proof all get as little. */
static void test_opened(void **state)
{
	(void)state;
	struct world *w = world_new();
	double brief = budget_first(&w->check);
	assert_true(brief == budget_short(&w->check));
	w->check.opened = 1;
	assert_true(budget_first(&w->check) == brief / 2);
	w->check.opened = 9;
	assert_true(budget_first(&w->check) == brief / 4);
	budget_doomed(&w->check);
	assert_true(budget_first(&w->check) == budget_short(&w->check) && budget_short(&w->check) <= brief);
	world_free(w);
}

/* Instructions of lines 1, 1 and 2. */
static const char lines[] =
	"define void @f() !dbg !3 {\n"
	"  fence seq_cst, !dbg !5\n"
	"  fence acquire, !dbg !6\n"
	"  ret void, !dbg !7\n"
	"}\n"
	"!llvm.dbg.cu = !{!0}\n"
	"!llvm.module.flags = !{!2}\n"
	"!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)\n"
	"!1 = !DIFile(filename: \"in.cu\", directory: \"/\")\n"
	"!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
	"!3 = distinct !DISubprogram(name: \"f\", file: !1, line: 1, type: !4, unit: !0, "
	"spFlags: DISPFlagDefinition)\n"
	"!4 = !DISubroutineType(types: !{})\n"
	"!5 = !DILocation(line: 1, column: 1, scope: !3)\n"
	"!6 = !DILocation(line: 1, column: 9, scope: !3)\n"
	"!7 = !DILocation(line: 2, column: 1, scope: !3)\n";

static void accesses_fill(struct world *w)
{
	char *message = NULL;
	LLVMMemoryBufferRef text = LLVMCreateMemoryBufferWithMemoryRangeCopy(lines, sizeof(lines) - 1, "lines");
	w->context = LLVMContextCreate();
	assert_false(LLVMParseIRInContext(w->context, text, &w->module, &message));
	LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(LLVMGetFirstFunction(w->module));
	for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at)) {
		struct access *access = arena_alloc(w->arena, sizeof(*access));
		access->index = (unsigned)w->kernel.accesses.n;
		access->instruction = at;
		vec_push(w->arena, &w->kernel.accesses, access);
	}
}

/* The first race gives a part of the time again, for others; those of its lines come last. */
static void test_settled(void **state)
{
	(void)state;
	struct world *w = world_new();
	struct interval interval = { .kind = RACE_INTER_BLOCK };
	accesses_fill(w);
	const struct access *first = w->kernel.accesses.at[0], *same = w->kernel.accesses.at[1],
			    *other = w->kernel.accesses.at[2];
	struct pair known = { &interval, { first, 0 }, { first, 0 } };
	struct pair alike = { &interval, { first, 0 }, { same, 0 } };
	struct pair apart = { &interval, { first, 0 }, { other, 0 } };
	w->check.reported = reported_new(&w->kernel);
	w->check.failures = arena_alloc(w->arena, 3 * sizeof(*w->check.failures));
	budget_doomed(&w->check);
	w->check.known_at -= SECONDS / 4;
	reported_add(w->check.reported, &known, true);
	budget_settled(&w->check);
	budget_for_pairs(&w->check);
	expect_about(left(w), SECONDS / 8);
	w->check.known_at -= SECONDS / 16;
	budget_settled(&w->check);
	budget_for_pairs(&w->check);
	expect_about(left(w), SECONDS / 16);
	assert_int_equal(pair_rank(&w->check, &apart), 0);
	pair_failed(&w->check, &apart);
	assert_true(pair_rank(&w->check, &apart) > 0);
	assert_true(pair_rank(&w->check, &alike) > pair_rank(&w->check, &apart));
	world_free(w);
}

static const struct et *value(struct world *w, const char *name)
{
	return et_sym(w->ets, symbol_new(w->ets, SYM_HOST, LEVEL_GRID, 32, name));
}

/* A sum of so many symbols. */
static const struct et *sum(struct world *w, unsigned symbols)
{
	const struct et *all = value(w, "first");
	for (unsigned i = 1; i < symbols; i++)
		all = et_binary(w->ets, ET_ADD, 0, all, value(w, "more"));
	return all;
}

static const struct et *is_zero(struct world *w, const struct et *term)
{
	return et_binary(w->ets, ET_EQ, 0, term, et_const(w->ets, 32, 0));
}

/* Sketches keep what is small as a tree, however few terms it is made of. */
static void test_sketch(void **state)
{
	(void)state;
	struct world *w = world_new();
	struct query query = { .ets = w->ets }, small;
	const struct et *simple = is_zero(w, sum(w, 20)), *doubled = value(w, "doubled");
	vec_push(w->arena, &query.conditions, simple);
	assert_false(query_sketch(w->arena, &query, &small));
	for (unsigned i = 0; i < 8; i++)
		doubled = et_binary(w->ets, ET_XOR, 0, et_binary(w->ets, ET_MUL, 0, doubled, doubled), value(w, "key"));
	vec_push(w->arena, &query.conditions, is_zero(w, doubled));
	vec_push(w->arena, &query.conditions, is_zero(w, sum(w, 200)));
	assert_true(query_sketch(w->arena, &query, &small));
	assert_int_equal(small.conditions.n, 1);
	assert_ptr_equal(small.conditions.at[0], simple);
	assert_int_equal(query.conditions.n, 3);
	assert_false(query_is_large(w->arena, &query));
	world_free(w);
}

/* Terms count once, wherever they stand. */
static void test_large(void **state)
{
	(void)state;
	struct world *w = world_new();
	struct query query = { .ets = w->ets };
	const struct et *half = sum(w, 4000);
	vec_push(w->arena, &query.conditions, is_zero(w, half));
	vec_push(w->arena, &query.conditions, et_binary(w->ets, ET_ULT, 0, half, et_const(w->ets, 32, 9)));
	assert_false(query_is_large(w->arena, &query));
	vec_push(w->arena, &query.conditions, is_zero(w, sum(w, 4000)));
	assert_true(query_is_large(w->arena, &query));
	world_free(w);
}

static void test_cheap(void **state)
{
	struct world *w = world_new();
	(void)state;
	assert_false(budget_is_cheap(&w->check));
	budget_cheap(&w->check);
	assert_true(budget_is_cheap(&w->check));
	effort_count(UINT64_C(100000000000));
	assert_false(budget_is_cheap(&w->check));
	assert_true(effort_counted() > SECONDS / 16);
	effort_start();
	assert_true(effort_counted() == 0);
	world_free(w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cheap),
		cmocka_unit_test(test_launches),
		cmocka_unit_test(test_questions),
		cmocka_unit_test(test_doomed),
		cmocka_unit_test(test_opened),
		cmocka_unit_test(test_settled),
		cmocka_unit_test(test_sketch),
		cmocka_unit_test(test_large),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
