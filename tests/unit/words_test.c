#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "frontend/translate.h"
#include "frontend/words.h"

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

/* Words joined by |, commands by ||. */
static const char *joined(struct arena *arena, const text_list *words)
{
	const char *text = "";
	vec_each(word, words)
		text = arena_printf(arena, "%s%s%s", text, word == words->at ? "" : "|", *word);
	return text;
}

static const char *shell(struct arena *arena, const char *text)
{
	command_list commands = { 0 };
	words_shell(arena, text, &commands);
	const char *all = "";
	vec_each(command, &commands)
		all = arena_printf(arena, "%s%s%s", all, command == commands.at ? "" : "||",
			joined(arena, command));
	return all;
}

static void splits_as_a_shell(void **state)
{
	static const char *const rows[][2] = {
		{ "", "" },
		{ "  a  b\tc ", "a|b|c" },
		{ "a 'b c' \"d e\" f\\ g", "a|b c|d e|f g" },
		{ "-DS=\"\\\"x y\\\"\" '' \"\"", "-DS=\"x y\"||" },
		{ "a'b'\"c\"d", "abcd" },
		{ "\"a\\b\\$c\" 'a\\b'", "a\\b$c|a\\b" },
		{ "a && b; c || d | e & f", "a||b||c||d||e||f" },
		{ "a '&&' \"; |\" \\&", "a|&&|; ||&" },
		{ "a > out 2>&1 < in 2>> err b", "a|b" },
		{ "a\\\nb \\\n c", "ab|c" },
		{ "a 'unended", "a|unended" },
		{ "a \"unended\\", "a|unended\\" },
		{ "a \\", "a" },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		assert_string_equal(shell(*state, rows[i][0]), rows[i][1]);
}

static void splits_option_files_and_lists(void **state)
{
	static const struct {
		const char *text;
		enum { OPTIONS, COMMAS, BLANKS } how;
		const char *words;
	} rows[] = {
		{ "-DA\n -DB # -DC && d", OPTIONS, "-DA|-DB|#|-DC|&&|d" },
		{ "-I\"a b\"\n", OPTIONS, "-Ia b" },
		{ "a,b=2,,c", COMMAS, "a|b=2|c" },
		{ "F=a\\,b,c", COMMAS, "F=a,b|c" },
		{ "F=\"a,b\",c d", COMMAS, "F=\"a,b\"|c d" },
		{ "-a -b,-c", BLANKS, "-a|-b|-c" },
		{ "-DX=\"a b\" -c\\n", BLANKS, "-DX=\"a b\"|-c\\n" },
		{ ",, ,", BLANKS, "" },
		{ "a\\", COMMAS, "a\\" },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		text_list words = { 0 };
		if (rows[i].how == OPTIONS)
			words_file(*state, rows[i].text, &words);
		else
			words_list(*state, rows[i].text, rows[i].how == BLANKS, &words);
		assert_string_equal(joined(*state, &words), rows[i].words);
	}
}

static uint32_t next_random(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

/* What is quoted comes back as it was. */
static void quotes_any_word(void **state)
{
	static const char letters[] = "ab '\"\\$`&|;<>#\n\t,=-";
	uint32_t seed = 1;
	for (int round = 0; round < 2000; round++) {
		char word[9];
		size_t n = 1 + next_random(&seed) % 8;
		for (size_t i = 0; i < n; i++)
			word[i] = letters[next_random(&seed) % (sizeof(letters) - 1)];
		word[n] = '\0';
		command_list commands = { 0 };
		words_shell(*state, word_quoted(*state, word), &commands);
		assert_int_equal(commands.n, 1);
		assert_int_equal(commands.at[0].n, 1);
		assert_string_equal(commands.at[0].at[0], word);
	}
}

static bool is_harmless(const char *flag)
{
	static const char *const starts[] = { "-D", "-U", "-I", "-isystem", "-iquote", "-idirafter",
		"-include", "-imacros", "-std=", "-fgpu-rdc", "-fno-", "-fe", "-fs", "-fu",
		"-frtti", "-fm", "-ft", "-fc", "-fb", "-fg", "-fd",
		"-stdlib=", "--sysroot=", "--gcc-", "-nostdinc++", "-Xarch_device" };
	for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++)
		if (!strncmp(flag, starts[i], strlen(starts[i])))
			return true;
	return false;
}

/* Any mix of flags is read to its end, and nothing comes out that could write a file. */
static void survives_any_flags(void **state)
{
	static const char *const parts[] = { "-", "--", "=", ",", " ", "\"", "\\", "D", "I", "MF",
		"-o", "-odir", "-optf", "x", "arch=", "sm_80", "compute_", "-gencode", "-Xcompiler",
		"-rdc", "true", "-x", "cu", "-std", "c++17", "-include", "-isystem", "-t", "4", "@",
		"-G", "-save-temps", "-E", "-MD", "-fplugin=x", "-B", "-Xclang", "[", "]",
		"-Werror", "-l" };
	uint32_t seed = 7;
	for (int round = 0; round < 4000; round++) {
		text_list words = { 0 };
		vec_push(*state, &words, round % 2 ? "nvcc" : "clang++");
		for (size_t n = next_random(&seed) % 8; n; n--) {
			const char *word = "";
			for (size_t m = next_random(&seed) % 4; m; m--)
				word = arena_printf(*state, "%s%s", word,
					parts[next_random(&seed) %
						(sizeof(parts) / sizeof(*parts))]);
			vec_push(*state, &words, word);
		}
		struct translation out = translate_command(*state, &words, "a.cu", "/no/folder");
		bool value = false;
		vec_each(flag, &out.flags) {
			assert_true(value || is_harmless(*flag));
			value = !value &&
				(!strcmp(*flag, "-isystem") || !strcmp(*flag, "-iquote") ||
					!strcmp(*flag, "-idirafter") ||
					!strcmp(*flag, "-include") || !strcmp(*flag, "-imacros"));
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(splits_as_a_shell, setup, teardown),
		cmocka_unit_test_setup_teardown(splits_option_files_and_lists, setup, teardown),
		cmocka_unit_test_setup_teardown(quotes_any_word, setup, teardown),
		cmocka_unit_test_setup_teardown(survives_any_flags, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
