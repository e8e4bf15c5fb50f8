#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "frontend/clang.h"
#include "hostanalysis/host.h"

/* Small host programs: the dump of their launches has (and has not) certain lines. */

static struct arena *arena;

static int setup(void **state)
{
	(void)state;
	arena = arena_new();
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	arena_free(arena);
	return 0;
}

/* The dump of a program's launches, where functions grow to so many instructions (0: as is usual). */
static const char *launches_within(const char *source, unsigned max)
{
	char path[] = "/tmp/hgrd-host-XXXXXX.cu";
	int file = mkstemps(path, 3);
	assert_true(file >= 0);
	assert_int_equal(write(file, source, strlen(source)), strlen(source));
	close(file);
	char *argv[] = { "hgrd", path };
	struct options options;
	struct compiler compiler;
	const char *error = NULL;
	assert_true(options_parse(arena, 2, argv, &options, &error));
	assert_true(compiler_find(arena, &options, &compiler, &error));
	struct compiled compiled = compile(arena, &compiler, path);
	unlink(path);
	if (compiled.error)
		print_message("%s\n", compiled.diagnostics);
	assert_null(compiled.error);
	struct module *module =
		module_read(arena, compiled.host.at, compiled.host.n, &error);
	assert_non_null(module);
	struct host_options host_options = { .max_inlined = max };
	struct host *host =
		host_analyse(arena, ets_new(arena), module, &host_options, &error);
	assert_non_null(host);
	const char *text = host_show(arena, host);
	module_free(module);
	return text;
}

static const char *launches(const char *source)
{
	return launches_within(source, 0);
}

static void has(const char *text, const char *part)
{
	if (!strstr(text, part)) {
		print_message("expected '%s' in:\n%s\n", part, text);
		fail();
	}
}

static void lacks(const char *text, const char *part)
{
	if (strstr(text, part)) {
		print_message("did not expect '%s' in:\n%s\n", part, text);
		fail();
	}
}

#define KERNEL "__global__ void k(float *a, float *b, int n) {}\n"
#define OWN_SIZE 240 /* half as much as run_all below grows to */
#define HEAD "#include <cassert>\n#include <cstdlib>\n" KERNEL

static void test_assert(void **state)
{
	(void)state;
	const char *text = launches(HEAD "void f(float *a, int rows, int cols) {\n"
					 "  assert(rows == cols);\n"
					 "  k<<<rows / 16, 16>>>(a, a, cols);\n"
					 "}\n");
	has(text, "launch _Z1kPfS_i");
	has(text, "grid (rows / 16, 1, 1) block (16, 1, 1)");
	has(text, "arg 2: cols");
	has(text, "assert: rows == cols");
	has(text, "args 0, 1: same + 0");
}

static void test_guard_and_loop(void **state)
{
	(void)state;
	const char *text = launches(HEAD "void f(float *a, int n) {\n"
					 "  if (n <= 5) return;\n"
					 "  for (int i = 0; i < n; i += 16) k<<<1, 32>>>(a, a, i);\n"
					 "}\n");
	has(text, "arg 2: k0 * 16");
	has(text, "loop-bound: k0 * 16 < n");
	has(text, "guard: 5 < n");
}

/* A branch that rejoins before the launch says nothing; one that only may lead to it neither. */
static void test_no_false_guard(void **state)
{
	(void)state;
	const char *text = launches(HEAD "void g();\n"
					 "void f(float *a, int n, int m) {\n"
					 "  if (n > 5) g();\n"
					 "  for (int i = 0; i < m; i++) if (n == i) g();\n"
					 "  k<<<1, 32>>>(a, a, n);\n"
					 "}\n");
	lacks(text, "guard:");
	lacks(text, "assert:");
	lacks(text, "loop-bound:");
}

static void test_path_from_main(void **state)
{
	(void)state;
	const char *text = launches(HEAD "static void inner(float *p, int n) {\n"
					 "  k<<<n, 64>>>(p, p + 4, n);\n"
					 "}\n"
					 "void outer(float *p, int n) { if (n > 3) inner(p, 2 * n); }\n"
					 "int main(int argc, char **argv) {\n"
					 "  float *p; int m = atoi(argv[1]);\n"
					 "  cudaMalloc(&p, m * sizeof(float));\n"
					 "  outer(p, m);\n"
					 "}\n");
	has(text, "from main");
	has(text, "grid (m * 2, 1, 1)");
	has(text, "guard: 3 < m");
	has(text, "allocation: 0 < m");
	has(text, "args 0, 1: same + 16");
	lacks(text, "from _Z5outer");
}

static void test_pitch(void **state)
{
	(void)state;
	const char *text = launches(HEAD "void f(int w, int h) {\n"
					 "  float *p; size_t pitch;\n"
					 "  cudaMallocPitch(&p, &pitch, w * sizeof(float), h);\n"
					 "  k<<<1, 32>>>(p, p, (int)(pitch / sizeof(float)));\n"
					 "}\n");
	has(text, "arg 2: pitch / 4");
	has(text, "allocation: w * 4 <= pitch");
	has(text, "allocation: 0 < pitch");
}

static void test_ping_pong(void **state)
{
	(void)state;
	const char *text = launches(HEAD "void f(int n, int *c) {\n"
					 "  float *a, *b; cudaMalloc(&a, 64); cudaMalloc(&b, 64);\n"
					 "  for (int i = 0; i < n; i++) {\n"
					 "    k<<<1, 32>>>(a, b, i);\n"
					 "    if (c[i]) { float *t = a; a = b; b = t; }\n"
					 "  }\n"
					 "}\n");
	has(text, "distinct: 0-1");
	text = launches(HEAD "void f(int n, int *c) {\n"
			     "  float *a, *b; cudaMalloc(&a, 64); cudaMalloc(&b, 64);\n"
			     "  for (int i = 0; i < n; i++) {\n"
			     "    k<<<1, 32>>>(a, b, i);\n"
			     "    if (c[i]) a = b;\n"
			     "  }\n"
			     "}\n");
	lacks(text, "distinct: 0-1");
}

static void test_buffers_in_array(void **state)
{
	(void)state;
	const char *text = launches(HEAD "void f(int n) {\n"
					 "  float *d[2];\n"
					 "  for (int i = 0; i < 2; i++) cudaMalloc(&d[i], 64);\n"
					 "  int from = 0, to = 1;\n"
					 "  for (int i = 0; i < n; i++) {\n"
					 "    k<<<1, 32>>>(d[from], d[to], i);\n"
					 "    int t = from; from = to; to = t;\n"
					 "  }\n"
					 "}\n");
	has(text, "distinct: 0-1");
}

/* Which configuration belongs to which call, and arguments of other types. */
static void test_order_and_structures(void **state)
{
	(void)state;
	const char *text = launches(
		"struct dims { int rows, cols; long stride; };\n"
		"__global__ void s(float2 v, dims d, bool b, double x) {}\n" KERNEL
		"void f(float *p, int n, bool b) {\n"
		"  dim3 grid(n); dims d = { n, n + 1, 2 * n };\n"
		"  for (int i = 0; i < n; i++) k<<<7, 8>>>(p, p, i);\n"
		"  grid.y = 3;\n"
		"  s<<<grid, 9>>>(make_float2(1, 2), d, b, 0.5);\n"
		"}\n");
	has(text, "launch _Z1kPfS_i");
	has(text, "grid (7, 1, 1) block (8, 1, 1)");
	has(text, "launch _Z1s6float24dimsbd");
	has(text, "grid (n, 3, 1) block (9, 1, 1)");
	has(text, "arg 1: {0: n, 4: n + 1, 8: n * 2}");
	has(text, "arg 2: b");
}

static void test_launch_functions(void **state)
{
	(void)state;
	const char *text = launches(HEAD "void f(float *p, int n, bool c) {\n"
					 "  void *args[] = { &p, &p, &n };\n"
					 "  cudaLaunchCooperativeKernel((void *)k, dim3(n), dim3(32), "
					 "args, 0, 0);\n"
					 "}\n");
	has(text, "cooperative");
	has(text, "grid (n, 1, 1) block (32, 1, 1)");
	has(text, "arg 2: n");
	text = launches(KERNEL "__global__ void l(float *a, float *b, int n) {}\n"
			       "void f(float *p, int n, bool c) {\n"
			       "  auto q = c ? k : l; q<<<1, 32>>>(p, p, n);\n"
			       "}\n");
	has(text, "launch _Z1kPfS_i");
	has(text, "launch _Z1lPfS_i");
}

/* What an unknown function or a kernel may change is not taken to be unchanged. */
static void test_clobbers(void **state)
{
	(void)state;
	const char *text = launches(HEAD "void change(int *);\n"
					 "void f(float *p) {\n"
					 "  int n = 5; change(&n); int m = n; change(&n);\n"
					 "  k<<<m, 32>>>(p, p, n);\n"
					 "}\n");
	lacks(text, "arg 2: 5");
	text = launches(HEAD "void f(float *p) {\n"
			     "  int *n; cudaMallocManaged(&n, 4); *n = 5;\n"
			     "  k<<<1, 32>>>(p, (float *)n, 1); cudaDeviceSynchronize();\n"
			     "  k<<<2, 32>>>(p, p, *n);\n"
			     "}\n");
	lacks(text, "arg 2: 5");
	text = launches(HEAD "int size = 64;\n"
			     "void f(float *p) { k<<<1, 32>>>(p, p, size); }\n");
	lacks(text, "arg 2: 64");
}

static void test_contradiction(void **state)
{
	(void)state;
	const char *text = launches(HEAD "void f(float *p, int n) {\n"
					 "  assert(n > 8);\n"
					 "  if (n < 8) k<<<n, 32>>>(p, p, n);\n"
					 "}\n");
	has(text, "assert: 8 < n");
	has(text, "guard: n < 8");
}

/* --assume. */

static struct ets *assume_ets;

static const struct et *assume_name(void *data, const char *name, bool *is_unsigned)
{
	const struct et *const *terms = data;
	*is_unsigned = !strcmp(name, "gridDim.x");
	if (!strcmp(name, "gridDim.x"))
		return terms[0];
	return !strcmp(name, "n") ? terms[1] : NULL;
}

static const char *assume(const char *text, fact_list *facts)
{
	assume_ets = ets_new(arena);
	const struct et *terms[] = {
		et_sym(assume_ets, symbol_new(assume_ets, SYM_ID, LEVEL_GRID, 32, "gridDim.x")),
		et_sym(assume_ets, symbol_new(assume_ets, SYM_PARAM, LEVEL_GRID, 32, "n")),
	};
	return assume_parse(arena, assume_ets, text, assume_name, (void *)terms, facts);
}

static void assume_is(const char *text, const char *shown)
{
	fact_list facts = { 0 };
	assert_null(assume(text, &facts));
	assert_int_equal(facts.n, 1);
	assert_string_equal(et_show(arena, facts.at[0].cond, false), shown);
	assert_int_equal(facts.at[0].kind, FACT_ASSUME);
}

static void test_assume(void **state)
{
	(void)state;
	assume_is("n % 32 == 0", "n % 32 == 0");
	assume_is("n==gridDim.x*128", "n == gridDim.x * 128");
	assume_is("n > 1 + 2 * 3", "7 < n");
	assume_is("!(n < 4)", "4 <= n");
	assume_is("-n <= 0x10", "0 - n <= 16");
	fact_list facts = { 0 };
	assert_null(assume("n > 0 && gridDim.x == 1 && n < 10", &facts));
	assert_int_equal(facts.n, 3);
}

static void assume_fails(const char *text, const char *message)
{
	fact_list facts = { 0 };
	const char *error = assume(text, &facts);
	assert_non_null(error);
	has(error, message);
	assert_int_equal(facts.n, 0);
}

static void test_assume_errors(void **state)
{
	(void)state;
	assume_fails("m == 1", "no parameter or built-in 'm' at column 1");
	assume_fails("n ==", "ends early");
	assume_fails("(n == 1", "expected ')'");
	assume_fails("n == 1 1", "unexpected text at column 8");
	assume_fails("n == 1.5", "not an integer");
	assume_fails("", "ends early");
	assume_fails("n == 99999999999999999999", "number too large");
}

/* A program's own functions may grow to three times as much as others; what is larger is not followed from its callers. */
static void test_large(void **state)
{
	(void)state;
	const char *source = HEAD "template <int N> static void run(float *a, int n) {\n"
				  "  k<<<n, N>>>(a, a, n);\n"
				  "}\n"
				  "static void run_all(float *a, int n) {\n"
				  "  run<32>(a, n); run<64>(a, n); run<96>(a, n); run<128>(a, n);\n"
				  "}\n"
				  "int main() {\n"
				  "  float *a;\n"
				  "  cudaMalloc(&a, 4096);\n"
				  "  run_all(a, 5);\n"
				  "}\n";
	has(launches(source), "grid (5, 1, 1) block (32, 1, 1)");
	has(launches_within(source, OWN_SIZE), "grid (5, 1, 1) block (32, 1, 1)");
	lacks(launches_within(source, OWN_SIZE / 2), "grid (5, 1, 1) block (32, 1, 1)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_assert, setup, teardown),
		cmocka_unit_test_setup_teardown(test_guard_and_loop, setup, teardown),
		cmocka_unit_test_setup_teardown(test_no_false_guard, setup, teardown),
		cmocka_unit_test_setup_teardown(test_path_from_main, setup, teardown),
		cmocka_unit_test_setup_teardown(test_pitch, setup, teardown),
		cmocka_unit_test_setup_teardown(test_ping_pong, setup, teardown),
		cmocka_unit_test_setup_teardown(test_buffers_in_array, setup, teardown),
		cmocka_unit_test_setup_teardown(test_order_and_structures, setup, teardown),
		cmocka_unit_test_setup_teardown(test_launch_functions, setup, teardown),
		cmocka_unit_test_setup_teardown(test_clobbers, setup, teardown),
		cmocka_unit_test_setup_teardown(test_contradiction, setup, teardown),
		cmocka_unit_test_setup_teardown(test_large, setup, teardown),
		cmocka_unit_test_setup_teardown(test_assume, setup, teardown),
		cmocka_unit_test_setup_teardown(test_assume_errors, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
