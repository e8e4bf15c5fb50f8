#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/*
 * Fuzzing by hand: HGRD_FUZZ=N makes every test of random input N times as long, from another
 * seed (best in the sanitizer build).
 */
static unsigned rounds(unsigned n, uint32_t *seed)
{
	const char *text = getenv("HGRD_FUZZ");
	unsigned times = text ? (unsigned)strtoul(text, NULL, 10) : 1;
	*seed += times - 1;
	return n * times;
}

static char *random_text(struct arena *arena, uint32_t *seed, const char *letters, size_t most)
{
	size_t n = next_random(seed) % (most + 1);
	char *text = arena_alloc(arena, n + 1);
	for (size_t i = 0; i < n; i++)
		text[i] = letters[next_random(seed) % strlen(letters)];
	return text;
}

static void assert_same(const text_list *got, const text_list *wanted)
{
	assert_int_equal(got->n, wanted->n);
	for (size_t i = 0; i < got->n; i++)
		assert_string_equal(got->at[i], wanted->at[i]);
}

/* Words in a line, quoted, are the same words for a shell and in an option file. */
static void quotes_any_line(void **state)
{
	(void)state;
	static const char letters[] = "ab '\"\\$`&|;<>#\n\t,=-(){}[]*?~!";
	uint32_t seed = 3;
	for (unsigned round = rounds(2000, &seed); round; round--) {
		struct arena *arena = arena_new();
		text_list words = { 0 }, file = { 0 };
		command_list commands = { 0 };
		for (size_t n = 1 + next_random(&seed) % 6; n; n--)
			vec_push(arena, &words, random_text(arena, &seed, letters, 8));
		const char *line = words_joined(arena, &words);
		words_shell(arena, line, &commands);
		words_file(arena, line, &file);
		assert_int_equal(commands.n, 1);
		assert_same(&commands.at[0], &words);
		assert_same(&file, &words);
		arena_free(arena);
	}
}

/* An item of one of nvcc's lists, written so that it stays one: commas escaped or in quotes. */
static const char *list_item(struct arena *arena, const char *item, bool quotes)
{
	const char *text = "";
	if (quotes)
		return arena_printf(arena, "\"%s\"", item);
	for (; *item; item++)
		text = arena_printf(arena, "%s%s%c", text, *item == ',' ? "\\" : "", *item);
	return text;
}

static void lists_give_their_items(void **state)
{
	(void)state;
	uint32_t seed = 5;
	for (unsigned round = rounds(2000, &seed); round; round--) {
		struct arena *arena = arena_new();
		text_list items = { 0 }, words = { 0 };
		const char *text = "";
		bool blanks = round % 2;
		for (size_t n = 1 + next_random(&seed) % 5; n; n--) {
			bool quotes = next_random(&seed) % 2;
			const char *item = arena_printf(arena, "-%s",
				random_text(arena, &seed, quotes ? "ab=, \t'" : "ab=,'-/", 8));
			const char *written = list_item(arena, item, quotes);
			text = arena_printf(arena, "%s%s%s", text,
				!*text ? "" : blanks && next_random(&seed) % 2 ? " " : ",", written);
			vec_push(arena, &items, quotes ? written : item);
		}
		words_list(arena, text, blanks, &words);
		assert_same(&words, &items);
		arena_free(arena);
	}
}

/* Any bytes are split by any rules without harm, and no word is longer than the text. */
static void splits_any_bytes(void **state)
{
	(void)state;
	uint32_t seed = 11;
	char letters[256];
	for (int i = 0; i < 255; i++)
		letters[i] = (char)(i + 1);
	letters[255] = '\0';
	for (unsigned round = rounds(2000, &seed); round; round--) {
		struct arena *arena = arena_new();
		const char *text = random_text(
			arena, &seed, round % 2 ? letters : "'\"\\\n,<>&; 2a", 40);
		text_list words = { 0 };
		command_list commands = { 0 };
		size_t length = 0;
		words_shell(arena, text, &commands);
		words_file(arena, text, &words);
		words_list(arena, text, round % 3, &words);
		vec_each(word, &words)
			length += strlen(*word);
		assert_true(length <= 2 * strlen(text));
		arena_free(arena);
	}
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
		"-stdlib=", "--sysroot=", "--gcc-", "-nostdinc++", "-Xarch_device", "-H", "-mavx", "-msse", "-mssse", "-mfma", "-mf16c", "-mbmi",
		"-mlzcnt", "-mpopcnt", "-march=" };
	for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++)
		if (!strncmp(flag, starts[i], strlen(starts[i])))
			return true;
	return false;
}

static void assert_harmless(const struct translation *out)
{
	static const char *const take[] = { "-isystem", "-iquote", "-idirafter", "-include",
		"-imacros", "-Xarch_device" };
	bool value = false;
	vec_each(flag, &out->flags) {
		bool takes = false;
		if (!value && !is_harmless(*flag))
			fail_msg("%s may not come out", *flag);
		for (size_t i = 0; i < sizeof(take) / sizeof(*take); i++)
			takes |= !strcmp(*flag, take[i]);
		value = !value && takes;
	}
}

static const char *const parts[] = { "-", "--", "=", ",", " ", "\"", "\\", "'", "\n", "D", "I", "MF",
	"-o", "-odir", "x", "arch=", "sm_80", "compute_", "-gencode", "-Xcompiler", "-rdc", "true",
	"-x", "cu", "-std", "c++17", "-include", "-isystem", "-t", "4", "@", "-G", "-save-temps",
	"-E", "-MD", "-fplugin=x", "-B", "-Xclang", "[", "]", "-Werror", "-l", "-optf", "a.opt", "b.opt",
	"@a.opt",
#define NVCC(name, letter, takes, action, emit, why) "--" name, "-" letter,
#include "frontend/nvcc.def"
#undef NVCC
#define HOST(name, takes, who, action, emit, why) name,
#include "frontend/host.def"
#undef HOST
};

static const char *random_word(struct arena *arena, uint32_t *seed)
{
	const char *word = "";
	for (size_t m = next_random(seed) % 4; m; m--)
		word = arena_printf(arena, "%s%s", word,
			parts[next_random(seed) % (sizeof(parts) / sizeof(*parts))]);
	return word;
}

static struct translation translate_random(
	struct arena *arena, uint32_t *seed, size_t round, const char *folder)
{
	text_list words = { 0 };
	vec_push(arena, &words, round % 2 ? "nvcc" : "clang++");
	for (size_t n = next_random(seed) % 8; n; n--)
		vec_push(arena, &words, random_word(arena, seed));
	return translate_command(arena, &words, "a.cu", folder);
}

/* Any mix of flags is read to its end, and nothing comes out that could write a file. */
static void survives_any_flags(void **state)
{
	(void)state;
	uint32_t seed = 7;
	for (unsigned round = rounds(4000, &seed); round; round--) {
		struct arena *arena = arena_new();
		struct translation out = translate_random(arena, &seed, round, "/no/folder");
		assert_harmless(&out);
		arena_free(arena);
	}
}

static void write_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

/* The same for option files, which may name each other and themselves. */
static void survives_any_option_file(void **state)
{
	static const char *const names[] = { "a.opt", "b.opt" };
	char folder[] = "/tmp/hgrd-words-XXXXXX";
	uint32_t seed = 13;
	assert_non_null(mkdtemp(folder));
	for (unsigned round = rounds(300, &seed); round; round--) {
		struct arena *arena = arena_new();
		for (size_t i = 0; i < 2; i++) {
			const char *text = "";
			for (size_t n = next_random(&seed) % 6; n; n--)
				text = arena_printf(arena, "%s%s%s", text, random_word(arena, &seed),
					next_random(&seed) % 2 ? " " : "\n");
			write_file(arena_printf(arena, "%s/%s", folder, names[i]), text);
		}
		struct translation out = translate_random(arena, &seed, round, folder);
		assert_harmless(&out);
		text_list words = { 0 };
		vec_push(arena, &words, "-optf");
		vec_push(arena, &words, "a.opt,b.opt");
		out = translate_flags(arena, &words, folder);
		assert_harmless(&out);
		arena_free(arena);
	}
	for (size_t i = 0; i < 2; i++)
		unlink(arena_printf(*state, "%s/%s", folder, names[i]));
	rmdir(folder);
}

/* Files that name the next one many times over would be read for ever. */
static void ends_with_many_option_files(void **state)
{
	enum { FILES = 12 };
	char folder[] = "/tmp/hgrd-words-XXXXXX";
	text_list words = { 0 };
	assert_non_null(mkdtemp(folder));
	for (int i = 0; i < FILES; i++) {
		const char *text = "";
		for (int k = 0; k < 10; k++)
			text = arena_printf(*state, "%s-optf %d.opt\n", text, i + 1);
		write_file(arena_printf(*state, "%s/%d.opt", folder, i), i + 1 < FILES ? text : "-DX");
	}
	vec_push(*state, &words, "-optf");
	vec_push(*state, &words, "0.opt");
	struct translation out = translate_flags(*state, &words, folder);
	assert_non_null(out.error);
	for (int i = 0; i < FILES; i++)
		unlink(arena_printf(*state, "%s/%d.opt", folder, i));
	rmdir(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(splits_as_a_shell, setup, teardown),
		cmocka_unit_test_setup_teardown(splits_option_files_and_lists, setup, teardown),
		cmocka_unit_test_setup_teardown(quotes_any_word, setup, teardown),
		cmocka_unit_test(quotes_any_line),
		cmocka_unit_test(lists_give_their_items),
		cmocka_unit_test(splits_any_bytes),
		cmocka_unit_test(survives_any_flags),
		cmocka_unit_test_setup_teardown(survives_any_option_file, setup, teardown),
		cmocka_unit_test_setup_teardown(ends_with_many_option_files, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
