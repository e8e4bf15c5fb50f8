#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "frontend/system.h"
#include "ir/module.h"

/* Kernels of a toolkit's headers are left out, by the names that the debug information gives its folders. */
static void named_headers(void **state)
{
	struct arena *arena = arena_new();
	text_list folders = { 0 };
	(void)state;
	vec_push(arena, &folders, "/usr/include");
	assert_true(system_file(arena, &folders, PATH_SYSTEM "/toolkit/include/cub/cub.cuh"));
	assert_true(system_file(arena, &folders, "/usr/include/stdio.h"));
	assert_false(system_file(arena, &folders, "/no/project/include/cub/cub.cuh"));
	assert_false(system_file(arena, &folders, "include/cub/cub.cuh"));
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(named_headers) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
