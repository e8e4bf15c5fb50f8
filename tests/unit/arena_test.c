#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/vec.h"

static void gives_zeroed_aligned_memory(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	for (size_t size = 0; size < 300; size++) {
		unsigned char *bytes = arena_alloc(arena, size);
		assert_non_null(bytes);
		assert_int_equal((uintptr_t)bytes % _Alignof(max_align_t), 0);
		for (size_t i = 0; i < size; i++)
			assert_int_equal(bytes[i], 0);
		memset(bytes, 0xff, size);
	}
	arena_free(arena);
}

static void gives_more_than_a_chunk(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	size_t size = 1 << 20;
	char *large = arena_alloc(arena, size);
	char *after = arena_alloc(arena, 16);
	memset(large, 1, size);
	assert_int_equal(after[0], 0);
	assert_true(arena_used(arena) >= size + 16);
	arena_free(arena);
}

static void hands_out_again_what_came_back(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	char *first = arena_alloc(arena, 256), *odd = arena_alloc(arena, 48);
	memset(first, 1, 256);
	arena_reuse(arena, first, 256);
	arena_reuse(arena, odd, 48);
	arena_reuse(arena, NULL, 0);
	assert_ptr_not_equal(arena_alloc(arena, 128), first);
	assert_ptr_not_equal(arena_alloc(arena, 48), odd);
	char *again = arena_alloc(arena, 256);
	assert_ptr_equal(again, first);
	for (int i = 0; i < 256; i++)
		assert_int_equal(again[i], 0);
	assert_ptr_not_equal(arena_alloc(arena, 256), first);
	arena_free(arena);
}

static void copies_and_formats_text(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	char source[] = "kernel";
	char *copy = arena_strdup(arena, source);
	source[0] = 'K';
	assert_string_equal(copy, "kernel");
	assert_string_equal(arena_strndup(arena, "blockDim.x", 8), "blockDim");
	assert_string_equal(arena_printf(arena, "%s+%d", copy, 12), "kernel+12");
	assert_string_equal(arena_printf(arena, "%0200d", 0) + 199, "0");
	arena_free(arena);
}

static void drops_nothing_at_all(void **state)
{
	(void)state;
	arena_free(NULL);
	arena_free(arena_new());
}

static void vectors_grow_and_keep_order(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	VEC(unsigned) numbers = { 0 };
	vec_each(number, &numbers)
		fail();
	for (unsigned i = 0; i < 1000; i++)
		vec_push(arena, &numbers, i * i);
	assert_int_equal(numbers.n, 1000);
	unsigned i = 0;
	vec_each(number, &numbers) {
		assert_int_equal(*number, i * i);
		i++;
	}
	assert_int_equal(i, 1000);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gives_zeroed_aligned_memory),
		cmocka_unit_test(gives_more_than_a_chunk),
		cmocka_unit_test(hands_out_again_what_came_back),
		cmocka_unit_test(copies_and_formats_text),
		cmocka_unit_test(drops_nothing_at_all),
		cmocka_unit_test(vectors_grow_and_keep_order),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
