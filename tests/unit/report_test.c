#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include <jansson.h>

#include "driver/transfer.h"
#include "report/fingerprint.h"
#include "report/report.h"

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

static struct loc at(const char *file, unsigned line, unsigned column)
{
	return (struct loc){ file, line, column };
}

static struct launch_result launch_at(unsigned line, enum verdict verdict)
{
	return (struct launch_result){
		.loc = at("gone.cu", line, 3),
		.grid = { "(n+127)/128", "1", "1" },
		.block = { "128", "1", "1" },
		.verdict = verdict,
		.seconds = 0.25,
	};
}

static struct race a_race(struct arena *arena)
{
	struct race race = {
		.kind = RACE_INTER_BLOCK,
		.space = SPACE_GLOBAL,
		.severity = SEVERITY_ERROR,
		.cause = "no synchronization orders the two blocks",
		.object = "out",
		.access = { { .loc = at("gone.cu", 12, 5),
				    .type = ACCESS_WRITE,
				    .text = "out[i % n] = v;" },
			{ .loc = at("gone.cu", 12, 5),
				.type = ACCESS_WRITE,
				.text = "out[i % n] = v;" } },
		.witness = { .grid_dim = { 2, 1, 1 },
			.block_dim = { 128, 1, 1 },
			.thread = { { { 0, 0, 0 }, { 0, 0, 0 } }, { { 1, 0, 0 }, { 0, 0, 0 } } } },
	};
	struct witness_param n = { "n", 128, false }, big = { "big", -1, true };
	vec_push(arena, &race.witness.params, n);
	vec_push(arena, &race.witness.params, big);
	return race;
}

/* One kernel with one launch of each verdict, the race also at a second launch. */
static struct results sample(struct arena *arena)
{
	struct results results = { .seconds = 0.5 };
	struct kernel_result kernel = { "step", "_Z4stepv", at("gone.cu", 10, 0), { 0 },
		{ 0 } };
	struct launch_result race = launch_at(40, VERDICT_RACE),
			     again = launch_at(41, VERDICT_RACE);
	struct launch_result proved = launch_at(42, VERDICT_RACE_FREE);
	struct launch_result open = launch_at(43, VERDICT_UNDECIDED);
	struct launch_result vacuous = launch_at(44, VERDICT_VACUOUS);
	vec_push(arena, &race.races, a_race(arena));
	vec_push(arena, &again.races, a_race(arena));
	struct fact fact = { FACT_ASSERT, NULL, "assert(rows == cols)", at("gone.cu", 30, 2) };
	vec_push(arena, &proved.facts, fact);
	vec_push(arena, &vacuous.facts, fact);
	proved.assumptions = ASSUME_NO_WRAP | ASSUME_IN_BOUNDS;
	struct undecided reason = { "inline assembly is not modelled", at("gone.cu", 15, 7) };
	vec_push(arena, &open.undecided, reason);
	vec_push(arena, &kernel.launches, race);
	vec_push(arena, &kernel.launches, again);
	vec_push(arena, &kernel.launches, proved);
	vec_push(arena, &kernel.launches, open);
	vec_push(arena, &kernel.launches, vacuous);
	vec_push(arena, &results.kernels, kernel);
	struct finding finding = { "barrier-divergence", SEVERITY_WARNING, at("gone.cu", 20, 1),
		"some threads of a block can skip this barrier" };
	vec_push(arena, &results.findings, finding);
	struct file_error error = { .file = "bad.cu", .message = "does not compile" };
	vec_push(arena, &results.errors, error);
	return results;
}

static const char *printed(struct arena *arena, report_fn *format, const struct results *results,
	const struct report_style *style)
{
	char *text;
	size_t size;
	FILE *file = open_memstream(&text, &size);
	assert_non_null(file);
	format(arena, results, style, file);
	fclose(file);
	const char *copy = arena_strndup(arena, text, size);
	free(text);
	return copy;
}

static void prints_text(void **state)
{
	struct results results = sample(*state);
	struct report_style style = { .explain = true };
	assert_string_equal(printed(*state, report_text, &results, &style),
		"gone.cu:12:5: error: inter-block write-write race on 'out' (global) in kernel "
		"'step' "
		"[hgrd-race]\n"
		"  12 | out[i % n] = v;\n"
		"gone.cu:12:5: note: also here, by another thread\n"
		"note: witness: gridDim=(2,1,1) blockDim=(128,1,1) n=128 big=18446744073709551615: "
		"block (0,0,0) thread (0,0,0) and block (1,0,0) thread (0,0,0) both touch out+0\n"
		"gone.cu:40:3: note: launched here\n"
		"gone.cu:41:3: note: launched here\n"
		"note: cause: no synchronization orders the two blocks\n"
		"gone.cu:42:3: note: kernel 'step' <<<((n+127)/128,1,1), (128,1,1)>>> is "
		"race-free\n"
		"gone.cu:30:2: note: assert: assert(rows == cols)\n"
		"note: assuming: no-wrap, in-bounds\n"
		"gone.cu:15:7: warning: kernel 'step' undecided: inline assembly is not modelled "
		"[hgrd-undecided]\n"
		"gone.cu:43:3: note: launched here\n"
		"gone.cu:44:3: warning: kernel 'step' is never launched here: these facts "
		"contradict "
		"each other [hgrd-vacuous]\n"
		"gone.cu:30:2: note: assert: assert(rows == cols)\n"
		"gone.cu:20:1: warning: some threads of a block can skip this barrier "
		"[hgrd-barrier-divergence]\n"
		"1 kernel, 5 launches: 2 races, 1 race-free, 1 undecided, 1 vacuous, 1 other "
		"finding; "
		"1 file not checked (0.50 s)\n");
}

static void prints_both_accesses(void **state)
{
	struct results results = { 0 };
	struct kernel_result kernel = { .name = "step" };
	struct launch_result launch = { .verdict = VERDICT_RACE };
	struct race race = a_race(*state);
	race.kind = RACE_INTRA_WARP;
	race.space = SPACE_SHARED;
	race.severity = SEVERITY_WARNING;
	race.cause = NULL;
	race.access[1] = (struct race_access){ .loc = at("gone.cu", 14, 9), .type = ACCESS_READ };
	struct frame frame = { "helper", at("gone.cu", 30, 4) };
	vec_push(*state, &race.access[1].stack, frame);
	vec_push(*state, &launch.races, race);
	vec_push(*state, &kernel.launches, launch);
	vec_push(*state, &results.kernels, kernel);
	struct report_style style = { 0 };
	const char *text = printed(*state, report_text, &results, &style);
	assert_non_null(strstr(text, "warning: intra-warp write-read race on 'out' (shared)"));
	assert_non_null(strstr(text, "gone.cu:14:9: note: and this read, by another thread\n"
				     "gone.cu:30:4: note: inlined here\n"));
	assert_non_null(strstr(text, "note: no launch is in sight"));
	assert_null(strstr(text, "cause"));
}

static void prints_json(void **state)
{
	struct results results = sample(*state);
	struct report_style style = { 0 };
	json_error_t error;
	json_t *root = json_loads(printed(*state, report_json, &results, &style), 0, &error);
	assert_non_null(root);
	json_t *kernel = json_array_get(json_object_get(root, "kernels"), 0);
	json_t *launches = json_object_get(kernel, "launches");
	assert_int_equal(json_array_size(launches), 5);
	json_t *race = json_array_get(json_object_get(json_array_get(launches, 1), "races"), 0);
	assert_string_equal(json_string_value(json_object_get(race, "kind")), "inter-block");
	json_t *params = json_object_get(json_object_get(race, "witness"), "params");
	assert_int_equal(json_integer_value(json_object_get(params, "n")), 128);
	assert_string_equal(
		json_string_value(json_object_get(params, "big")), "18446744073709551615");
	json_t *proof = json_object_get(json_array_get(launches, 2), "proof");
	json_t *assumptions = json_object_get(proof, "assumptions");
	assert_int_equal(json_array_size(assumptions), 2);
	assert_string_equal(json_string_value(json_array_get(assumptions, 0)), "no-wrap");
	json_t *summary = json_object_get(root, "summary");
	assert_int_equal(json_integer_value(json_object_get(summary, "race")), 2);
	assert_int_equal(json_integer_value(json_object_get(summary, "race_free")), 1);
	json_decref(root);
}

static void survives_odd_text(void **state)
{
	struct results results = { 0 };
	struct file_error error = { .file = "\xff\"\\\n.cu" };
	vec_push(*state, &results.errors, error);
	struct report_style style = { 0 };
	json_t *root = json_loads(printed(*state, report_json, &results, &style), 0, NULL);
	assert_non_null(root);
	json_t *file = json_object_get(json_array_get(json_object_get(root, "errors"), 0), "file");
	assert_string_equal(json_string_value(file), "?\"\\\n.cu");
	json_decref(root);
}

static void results_travel(void **state)
{
	struct results results = sample(*state), copy = { 0 };
	struct report_style style = { .explain = true };
	byte_list bytes = { 0 };
	transfer_write(*state, &results, &bytes);
	assert_true(transfer_read(*state, bytes.at, bytes.n, &copy));
	assert_string_equal(printed(*state, report_text, &results, &style),
		printed(*state, report_text, &copy, &style));
	assert_string_equal(printed(*state, report_json, &results, &style),
		printed(*state, report_json, &copy, &style));
}

static void damaged_results_are_refused(void **state)
{
	struct results results = sample(*state), copy = { 0 };
	byte_list bytes = { 0 };
	transfer_write(*state, &results, &bytes);
	for (size_t n = 0; n < bytes.n; n++)
		assert_false(transfer_read(*state, bytes.at, n, &copy));
	assert_int_equal(copy.kernels.n, 0);
}

static void exit_codes_follow_the_results(void **state)
{
	(void)state;
	static const struct {
		size_t race, undecided, vacuous, errors, finding_errors;
		bool allow_undecided, exit_zero;
		enum exit_code code;
	} rows[] = {
		{ 0, 0, 0, 0, 0, false, false, EXIT_RACE_FREE },
		{ 1, 1, 0, 0, 0, false, false, EXIT_RACE },
		{ 0, 0, 0, 0, 1, false, false, EXIT_RACE },
		{ 1, 1, 1, 1, 0, false, false, EXIT_ERROR },
		{ 0, 1, 0, 0, 0, false, false, EXIT_UNDECIDED },
		{ 0, 0, 1, 0, 0, false, false, EXIT_UNDECIDED },
		{ 0, 1, 1, 0, 0, true, false, EXIT_RACE_FREE },
		{ 1, 0, 0, 0, 0, true, false, EXIT_RACE },
		{ 1, 1, 1, 0, 1, false, true, EXIT_RACE_FREE },
		{ 1, 0, 0, 1, 0, true, true, EXIT_ERROR },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct summary summary = { .errors = rows[i].errors };
		summary.of[VERDICT_RACE] = rows[i].race;
		summary.of[VERDICT_UNDECIDED] = rows[i].undecided;
		summary.of[VERDICT_VACUOUS] = rows[i].vacuous;
		summary.findings[SEVERITY_ERROR] = rows[i].finding_errors;
		struct options options = { .allow_undecided = rows[i].allow_undecided,
			.exit_zero = rows[i].exit_zero };
		assert_int_equal(summary_exit(&summary, &options), rows[i].code);
	}
}

/* The vectors of GitHub's own tests of primaryLocationLineHash. */
static void lines_have_fingerprints(void **state)
{
	static const struct {
		const char *text, *prints[4];
	} rows[] = {
		{ "", { "c129715d7a2bc9a3:1" } },
		{ " a\nb\n  \t\tc\n d",
			{ "271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1",
				"a23a3dc5e078b07b:1" } },
		{ " a\r\nb\r  \t\tc\n d",
			{ "271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1",
				"a23a3dc5e078b07b:1" } },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		char path[] = "/tmp/hgrd-lines-XXXXXX";
		FILE *file = fdopen(mkstemp(path), "w");
		assert_non_null(file);
		fputs(rows[i].text, file);
		fclose(file);
		struct fingerprints *prints = fingerprints_new(*state);
		for (unsigned line = 0; line < 4 && rows[i].prints[line]; line++)
			assert_string_equal(
				fingerprint_of(prints, path, line + 1), rows[i].prints[line]);
		assert_null(fingerprint_of(prints, path, 5));
		unlink(path);
	}
	assert_null(fingerprint_of(fingerprints_new(*state), "gone.cu", 1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(prints_text, setup, teardown),
		cmocka_unit_test_setup_teardown(prints_both_accesses, setup, teardown),
		cmocka_unit_test_setup_teardown(prints_json, setup, teardown),
		cmocka_unit_test_setup_teardown(survives_odd_text, setup, teardown),
		cmocka_unit_test_setup_teardown(results_travel, setup, teardown),
		cmocka_unit_test_setup_teardown(damaged_results_are_refused, setup, teardown),
		cmocka_unit_test_setup_teardown(lines_have_fingerprints, setup, teardown),
		cmocka_unit_test_setup_teardown(exit_codes_follow_the_results, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
