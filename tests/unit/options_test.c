#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/options.h"
#include "frontend/translate.h"

#define MAX_ARGS 16

/* Parses the words of a command line; fills *error when it is not understood. */
static bool parse(
	struct arena *arena, const char *const *words, struct options *options, const char **error)
{
	char *argv[MAX_ARGS] = { arena_strdup(arena, "hgrd") };
	int argc = 1;
	for (; words[argc - 1]; argc++) {
		assert_true(argc < MAX_ARGS);
		argv[argc] = arena_strdup(arena, words[argc - 1]);
	}
	*error = NULL;
	return options_parse(arena, argc, argv, options, error);
}

#define WORDS(...) ((const char *const[]){ __VA_ARGS__, NULL })

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

static void has_defaults(void **state)
{
	struct options options;
	const char *error;
	assert_true(parse(*state, WORDS("a.cu"), &options, &error));
	assert_true(options.timeout == 10);
	assert_true(options.jobs >= 1);
	assert_int_equal(options_arch_number(&options), 80);
	assert_null(options.clang);
	assert_false(options.explain);
	assert_false(options.block_dim.given);
	assert_int_equal(options.color, COLOR_AUTO);
	assert_int_equal(options.files.n, 1);
}

static void reads_every_kind(void **state)
{
	struct options options;
	const char *error;
	assert_true(parse(*state,
		WORDS("--explain", "--clang=/x/clang", "--arch", "compute_90a", "--kernel=a",
			"--kernel", "b", "--timeout=2.5", "-j4", "--block-dim=8,4", "--color=never",
			"--dump=cfg,pair", "x.cu"),
		&options, &error));
	assert_true(options.explain);
	assert_string_equal(options.clang, "/x/clang");
	assert_string_equal(options.arch, "sm_90a");
	assert_int_equal(options_arch_number(&options), 90);
	assert_int_equal(options.kernels.n, 2);
	assert_string_equal(options.kernels.at[1], "b");
	assert_true(options.timeout == 2.5);
	assert_int_equal(options.jobs, 4);
	assert_true(options.block_dim.given);
	assert_int_equal(options.block_dim.at[0], 8);
	assert_int_equal(options.block_dim.at[1], 4);
	assert_int_equal(options.block_dim.at[2], 1);
	assert_int_equal(options.color, COLOR_NEVER);
	assert_true(options_dumps(&options, STAGE_CFG));
	assert_true(options_dumps(&options, STAGE_PAIR));
	assert_false(options_dumps(&options, STAGE_HOST));
}

static void leaves_the_rest_to_clang(void **state)
{
	struct options options;
	const char *error;
	assert_true(
		parse(*state, WORDS("a.cu", "b.cu", "--", "-DX", "--explain"), &options, &error));
	assert_int_equal(options.files.n, 2);
	assert_int_equal(options.clang_flags.n, 2);
	assert_string_equal(options.clang_flags.at[1], "--explain");
	assert_false(options.explain);
}

static void says_what_is_wrong(void **state)
{
	static const struct {
		const char *word, *message;
	} rows[] = {
		{ "--explan", "unknown option '--explan'; is '--explain' meant?" },
		{ "--zzzzzzzzzz",
			"unknown option '--zzzzzzzzzz' (see hgrd --help; clang's own go after "
			"--)" },
		{ "--explain=1", "--explain takes no value" },
		{ "--arch", "--arch needs a value: sm_NN" },
		{ "--arch=x", "--arch=x: sm_NN is expected" },
		{ "--timeout=-1", "--timeout=-1: SECONDS is expected" },
		{ "--timeout=1s", "--timeout=1s: SECONDS is expected" },
		{ "--jobs=0", "--jobs=0: N is expected" },
		{ "--block-dim=0", "--block-dim=0: X[,Y[,Z]] is expected" },
		{ "--block-dim=1,", "--block-dim=1,: X[,Y[,Z]] is expected" },
		{ "--block-dim=1,2,3,4", "--block-dim=1,2,3,4: X[,Y[,Z]] is expected" },
		{ "--kernel=", "--kernel=: NAME is expected" },
		{ "--color=blue", "--color=blue: WHEN is expected" },
		{ "-x", "unknown option '-x' (see hgrd --help; clang's own go after --)" },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct options options;
		const char *error;
		assert_false(parse(*state, WORDS(rows[i].word), &options, &error));
		assert_string_equal(error, rows[i].message);
	}
}

/* Translates words and joins the result with blanks. */
static const char *translate(struct arena *arena, const char *const *words, const char **arch)
{
	text_list in = { 0 };
	const char *joined = "";
	for (; *words; words++)
		vec_push(arena, &in, *words);
	struct translation out = translate_flags(arena, &in, NULL);
	if (out.error)
		return out.error;
	if (out.unknown.n)
		return arena_printf(arena, "unknown %s", out.unknown.at[0]);
	if (out.arch)
		*arch = out.arch;
	vec_each(flag, &out.flags)
		joined = arena_printf(arena, "%s%s%s", joined, *joined ? " " : "", *flag);
	return joined;
}

static void translates_compiler_flags(void **state)
{
	static const struct {
		const char *words[6], *flags, *arch;
	} rows[] = {
		{ { "-DX=1", "-Idir", "-Wall" }, "-DX=1 -Idir", "sm_80" },
		{ { "-D", "X", "-I", "dir", "-UY" }, "-DX -Idir -UY", "sm_80" },
		{ { "-I=dir", "-D=X", "-isystem=sys" }, "-Idir -DX -isystem sys", "sm_80" },
		{ { "-isystem", "sys", "-include", "f.h" }, "-isystem sys -include f.h", "sm_80" },
		{ { "-std", "c++17" }, "-std=c++17", "sm_80" },
		{ { "--std=c++20" }, "-std=c++20", "sm_80" },
		{ { "-arch=sm_90" }, "", "sm_90" },
		{ { "-arch", "compute_75" }, "", "sm_75" },
		{ { "-arch=native" }, "", "sm_80" },
		{ { "--cuda-gpu-arch=sm_60" }, "", "sm_60" },
		{ { "-gencode", "arch=compute_70,code=sm_70",
			  "-gencode=arch=compute_90,code=sm_90" },
			"-U__CUDA_ARCH_LIST__ -D__CUDA_ARCH_LIST__=700,900", "sm_90" },
		{ { "-lineinfo", "-O3", "-G", "-use_fast_math" }, "-D__CUDACC_DEBUG__", "sm_80" },
		{ { "-O", "3", "-lm", "-L/lib", "-t4" }, "", "sm_80" },
		{ { "-rdc=true" }, "-fgpu-rdc -D__CUDACC_RDC__", "sm_80" },
		{ { "-rdc", "false" }, "", "sm_80" },
		{ { "--extended-lambda", "-c", "-o", "x.o" }, "-D__CUDACC_EXTENDED_LAMBDA__",
			"sm_80" },
		{ { "-Xcompiler", "-fPIC,-DA=1 -fopenmp" }, "-D_OPENMP=201511 -DA=1", "sm_80" },
		{ { "-MD", "-MF", "x.d", "-save-temps" }, "", "sm_80" },
		{ { "--no-such", "-fno-rtti" }, "unknown --no-such", "sm_80" },
		{ { "-Werror", "-Xptxas=-v" }, "", "sm_80" },
		{ { "-arch" }, "compiler flag '-arch' needs a value", "sm_80" },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const char *arch = OPTION_DEFAULT_ARCH;
		assert_string_equal(translate(*state, rows[i].words, &arch), rows[i].flags);
		assert_string_equal(arch, rows[i].arch);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(has_defaults, setup, teardown),
		cmocka_unit_test_setup_teardown(reads_every_kind, setup, teardown),
		cmocka_unit_test_setup_teardown(leaves_the_rest_to_clang, setup, teardown),
		cmocka_unit_test_setup_teardown(says_what_is_wrong, setup, teardown),
		cmocka_unit_test_setup_teardown(translates_compiler_flags, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
