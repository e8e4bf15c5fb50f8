#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "expr/poly.h"

struct room {
	struct arena *arena;
	struct polys *ps;
	const struct poly *x, *y, *z;
};

static struct room room_new(void)
{
	struct room r = { .arena = arena_new() };
	r.ps = polys_new(r.arena);
	r.x = poly_var(r.ps, 0);
	r.y = poly_var(r.ps, 1);
	r.z = poly_var(r.ps, 2);
	return r;
}

static void test_normal_form(void **state)
{
	(void)state;
	struct room r = room_new();
	const struct poly *sum = poly_add(r.ps, r.x, r.y), *less = poly_sub(r.ps, r.x, r.y);
	const struct poly *product = poly_mul(r.ps, sum, less);
	const struct poly *squares =
		poly_sub(r.ps, poly_mul(r.ps, r.x, r.x), poly_mul(r.ps, r.y, r.y));
	assert_ptr_equal(product, squares);
	assert_ptr_equal(poly_sub(r.ps, product, squares), poly_const(r.ps, 0));
	assert_ptr_equal(poly_add(r.ps, r.x, r.y), poly_add(r.ps, r.y, r.x));
	assert_int_equal(poly_degree(product), 2);
	assert_true(poly_is_const(poly_scale(r.ps, r.x, 0)));
	arena_free(r.arena);
}

static void test_content(void **state)
{
	(void)state;
	struct room r = room_new();
	const struct poly *p = poly_add_const(r.ps, poly_scale(r.ps, r.x, 12), 7);
	p = poly_add_var(r.ps, p, -8, 1);
	assert_true(poly_content(p) == 4);
	assert_true(poly_constant(p) == 7);
	const struct poly *q = poly_reduce(r.ps, p, 4);
	assert_ptr_equal(q, poly_add_var(r.ps, poly_scale(r.ps, r.x, 3), -2, 1));
	assert_string_equal(poly_show(r.arena, p), "7 + 12*v0 + -8*v1");
	arena_free(r.arena);
}

static void test_split(void **state)
{
	(void)state;
	struct room r = room_new();
	const struct poly *q, *rest;
	const struct poly *xy = poly_mul(r.ps, r.x, r.y);
	const struct poly *p = poly_add(r.ps, poly_add(r.ps, poly_mul(r.ps, xy, r.z), xy), r.z);
	poly_split(r.ps, p, mono_var(r.ps, 1), &q, &rest);
	assert_ptr_equal(q, poly_add(r.ps, poly_mul(r.ps, r.x, r.z), r.x));
	assert_ptr_equal(rest, r.z);
	const struct poly *by_y = poly_mul(r.ps, q, r.y);
	assert_ptr_equal(poly_add(r.ps, by_y, rest), p);
	poly_split_const(r.ps, poly_add_var(r.ps, poly_scale(r.ps, r.x, 6), 4, 1), 3, &q, &rest);
	assert_ptr_equal(q, poly_scale(r.ps, r.x, 2));
	assert_ptr_equal(rest, poly_scale(r.ps, r.y, 4));
	arena_free(r.arena);
}

static void test_monomials(void **state)
{
	(void)state;
	struct room r = room_new();
	const struct mono *x = mono_var(r.ps, 0), *y = mono_var(r.ps, 1);
	const struct mono *xxy = mono_mul(r.ps, mono_mul(r.ps, x, y), x);
	assert_int_equal(xxy->degree, 3);
	assert_ptr_equal(mono_div(r.ps, xxy, y), mono_mul(r.ps, x, x));
	assert_null(mono_div(r.ps, xxy, mono_mul(r.ps, y, y)));
	assert_ptr_equal(mono_gcd(r.ps, xxy, mono_mul(r.ps, y, x)), mono_mul(r.ps, x, y));
	assert_true(mono_has(xxy, 1) && !mono_has(xxy, 2));
	assert_ptr_equal(mono_at(r.ps, 0), mono_one(r.ps));
	arena_free(r.arena);
}

static void test_limits(void **state)
{
	(void)state;
	struct room r = room_new();
	const struct poly *p = poly_const(r.ps, POLY_COEF_MAX);
	assert_null(poly_mul(r.ps, p, p));
	assert_null(poly_add(r.ps, poly_mul(r.ps, p, p), r.x));
	for (unsigned i = 0; i < POLY_DEGREE_MAX; i++)
		p = i ? poly_mul(r.ps, p, r.x) : r.x;
	assert_non_null(p);
	assert_null(poly_mul(r.ps, p, r.x));
	assert_true(floor_div(-7, 2) == -4 && ceil_div(-7, 2) == -3);
	assert_true(floor_div(7, 2) == 3 && ceil_div(7, 2) == 4);
	arena_free(r.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_normal_form),
		cmocka_unit_test(test_content),
		cmocka_unit_test(test_split),
		cmocka_unit_test(test_monomials),
		cmocka_unit_test(test_limits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
