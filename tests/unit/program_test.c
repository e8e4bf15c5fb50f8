#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hostanalysis/program/program.h"

/* The index as text, the call graph and what is planned, without any bitcode. */

static int setup(void **state)
{
	*state = arena_new();
	return 0;
}

static int teardown(void **state)
{
	arena_free(*state);
	return 0;
}

/* A unit from its index as text. */
static void add_unit(struct arena *arena, struct program *program, const char *text, bool device)
{
	struct program_unit unit = { .path = "", .host = "", .device = device ? "" : NULL };
	FILE *file = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
	assert_non_null(file);
	unit.usable = index_read(arena, file, &unit.index);
	fclose(file);
	assert_true(unit.usable);
	vec_push(arena, &program->units, unit);
}

static const char kernels[] = "f 3 9 1 launch\nk 0 0 0 kernel\nf 0 9 1 helper\nc 0 0 0 launch\n"
			      "K 0 0 0 kernel\n.\n";
static const char wrapper[] = "f 3 9 0 wrap\nc 0 0 0 launch\nf 3 900 0 far\n.\n";
static const char caller[] = "f 3 9 0 main\nc 0 0 0 wrap\nc 0 0 0 far\n.\n";
static const char second_caller[] = "f 3 9 0 other\nc 0 0 0 wrap\n.\n";

static bool has_root(const struct plan *plan, const char *name)
{
	vec_each(root, &plan->roots)
		if (!strcmp((*root)->name, name))
			return true;
	return false;
}

static void index_text(void **state)
{
	struct arena *arena = *state;
	struct unit_index index = { 0 }, again = { 0 };
	char *text = NULL, *copy = NULL;
	size_t size, length;
	static const char written[] =
		"f 3 7 1 a b\nc 0 0 0 x\na 0 0 0 x\nk 0 0 0 y\nv 0 0 0 z\n"
		"C 0 0 0 C\nn 0 0 0 c\nl 4 0 0 f\nm 8 32 0 m\nb 0 0 0 B\ns 0 0 0 s\n"
		"w 0 0 0 w\nj 0 0 0 j\nz 0 0 0 C\no 0 0 0 o\ng 2 1 1 g\n"
		"t 0 0 0 t\nK 0 0 0 K\nD 0 0 0 D\n.\n";
	FILE *in = fmemopen((void *)(uintptr_t)written, sizeof(written) - 1, "r");
	assert_true(index_read(arena, in, &index));
	fclose(in);
	FILE *out = open_memstream(&text, &size);
	index_write(&index, out);
	fclose(out);
	assert_string_equal(text, written);
	for (length = 0; length < size; length++) {
		copy = strndup(text, length);
		in = length ? fmemopen(copy, length, "r") : fopen("/dev/null", "r");
		again = (struct unit_index){ 0 };
		assert_false(index_read(arena, in, &again));
		fclose(in);
		free(copy);
	}
	free(text);
}

static void climbing(void **state)
{
	struct arena *arena = *state;
	struct program program = { 0 };
	struct plan plan;
	add_unit(arena, &program, kernels, true);
	add_unit(arena, &program, wrapper, false);
	add_unit(arena, &program, caller, false);
	add_unit(arena, &program, second_caller, false);
	program_fill(arena, &program);
	plan_first(&program, 0, &plan);
	assert_true(has_root(&plan, "launch"));
	assert_false(has_root(&plan, "helper")); /* what holds for any caller holds for it */
	bool climbed[3];
	function_vec from = plan.roots;
	assert_true(plan_next(&program, 0, &from, climbed, &plan));
	assert_true(has_root(&plan, "wrap") && has_root(&plan, "helper"));
	function_vec next = plan.roots;
	assert_true(plan_next(&program, 0, &next, climbed, &plan));
	assert_true(has_root(&plan, "main") && has_root(&plan, "other"));
	function_vec last = plan.roots;
	assert_false(plan_next(&program, 0, &last, climbed, &plan));
}

static void given_twice(void **state)
{
	struct arena *arena = *state;
	struct program program = { 0 };
	static const char giver[] = "f 3 9 0 main\nc 0 0 0 wrap\na 0 0 0 wrap\nc 0 0 0 far\n.\n";
	add_unit(arena, &program, kernels, true);
	add_unit(arena, &program, wrapper, false);
	add_unit(arena, &program, giver, false);
	program_fill(arena, &program);
	assert_true(program_function_find(&program, 0, "launch")->twice);
	assert_true(program_function_find(&program, 1, "wrap")->twice);
	assert_false(program_function_find(&program, 0, "helper")->twice);
	assert_false(program_function_find(&program, 1, "far")->twice);
}

static void taken_address(void **state)
{
	struct arena *arena = *state;
	struct program program = { 0 };
	struct plan plan;
	static const char taker[] = "f 3 9 0 table\nc 0 0 0 launch\nt 0 0 0 launch\n.\n";
	add_unit(arena, &program, kernels, true);
	add_unit(arena, &program, taker, false);
	program_fill(arena, &program);
	plan_first(&program, 0, &plan);
	assert_true(has_root(&plan, "launch"));
	assert_false(function_has_callers(program_function_find(&program, 0, "launch")));
}

static void several_definitions(void **state)
{
	struct arena *arena = *state;
	struct program program = { 0 };
	add_unit(arena, &program, kernels, true);
	add_unit(arena, &program, kernels, true);
	add_unit(arena, &program, wrapper, false);
	program_fill(arena, &program);
	assert_null(program_function_find(&program, 2, "launch"));
	for (size_t unit = 0; unit < 2; unit++) {
		struct program_function *launch = program_function_find(&program, unit, "launch");
		bool found = false;
		vec_each(from, &launch->callers)
			found |= !strcmp((*from)->name, "wrap");
		assert_true(found);
	}
}

static void too_many_callers(void **state)
{
	struct arena *arena = *state;
	struct program program = { 0 };
	struct plan plan;
	add_unit(arena, &program, kernels, true);
	for (unsigned i = 0; i < PLAN_ROOTS + 1; i++)
		add_unit(arena, &program,
			arena_printf(arena, "f 3 9 0 caller%u\nc 0 0 0 launch\n.\n", i), false);
	program_fill(arena, &program);
	plan_first(&program, 0, &plan);
	bool climbed[3];
	function_vec from = plan.roots;
	/* all callers or none: the launcher is left as it is */
	assert_false(plan_next(&program, 0, &from, climbed, &plan));
	assert_false(climbed[0] || climbed[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(index_text, setup, teardown),
		cmocka_unit_test_setup_teardown(climbing, setup, teardown),
		cmocka_unit_test_setup_teardown(given_twice, setup, teardown),
		cmocka_unit_test_setup_teardown(taken_address, setup, teardown),
		cmocka_unit_test_setup_teardown(several_definitions, setup, teardown),
		cmocka_unit_test_setup_teardown(too_many_callers, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
