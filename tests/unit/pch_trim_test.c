#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "frontend/child.h"
#include "frontend/pch_trim.h"

enum { AST_BLOCK = 8, OTHER_BLOCK = 15, LIST = 64, PASSED_OVER = 999 };

/* Bits as the bitstream has them, the lowest of each byte first. */
struct stream {
	unsigned char bytes[512];
	size_t n;
};

static void put(struct stream *to, uint64_t value, unsigned width)
{
	for (unsigned i = 0; i < width; i++, to->n++)
		to->bytes[to->n / 8] |= (unsigned char)((value >> i & 1) << to->n % 8);
}

static void put_vbr(struct stream *to, uint64_t value, unsigned width)
{
	const uint64_t more = (uint64_t)1 << (width - 1);
	for (; value >= more; value >>= width - 1)
		put(to, (value & (more - 1)) | more, width);
	put(to, value, width);
}

static void put_align(struct stream *to)
{
	while (to->n % 32)
		put(to, 0, 1);
}

/* Begins a block in one of width `outer`; where its length is to be put by end_block. */
static size_t put_block(struct stream *to, unsigned outer, unsigned number, unsigned width)
{
	put(to, 1, outer);
	put_vbr(to, number, 8);
	put_vbr(to, width, 4);
	put_align(to);
	put(to, 0, 32);
	return to->n / 8;
}

static void end_block(struct stream *to, unsigned width, size_t start)
{
	put(to, 0, width);
	put_align(to);
	uint32_t words = (uint32_t)((to->n / 8 - start) / 4);
	memcpy(to->bytes + start - 4, &words, sizeof(words));
}

static void put_record(struct stream *to, unsigned width, unsigned number, unsigned n)
{
	put(to, 3, width);
	put_vbr(to, number, 6);
	put_vbr(to, n, 6);
	for (unsigned i = 0; i < n; i++)
		put_vbr(to, 100 + i, 6);
}

/* A literal, a fixed number, an array of six-bit characters; then a blob. */
static void put_abbreviations(struct stream *to)
{
	put(to, 2, 5);
	put_vbr(to, 4, 5);
	put(to, 1, 1);
	put_vbr(to, LIST, 8);
	put(to, 0, 1);
	put(to, 1, 3);
	put_vbr(to, 7, 5);
	put(to, 0, 1);
	put(to, 3, 3);
	put(to, 0, 1);
	put(to, 4, 3);
	put(to, 2, 5);
	put_vbr(to, 2, 5);
	put(to, 0, 1);
	put(to, 2, 3);
	put_vbr(to, 6, 5);
	put(to, 0, 1);
	put(to, 5, 3);
}

static void put_abbreviated(struct stream *to)
{
	put(to, 4, 5);
	put(to, 77, 7);
	put_vbr(to, 3, 6);
	put(to, 0x2a555, 18);
	put(to, 5, 5);
	put_vbr(to, 1234, 6);
	put_vbr(to, 5, 6);
	put_align(to);
	put(to, 0x1122334455, 40);
	put_align(to);
}

/* A file with the list, under this number, behind all else that may come before it. */
static struct stream file_with(unsigned number)
{
	struct stream file = { 0 };
	memcpy(file.bytes, "CPCH", 4);
	file.n = 32;
	size_t other = put_block(&file, 2, OTHER_BLOCK, 5);
	put_record(&file, 5, LIST, 3);
	end_block(&file, 5, other);
	size_t tree = put_block(&file, 2, AST_BLOCK, 5);
	put_abbreviations(&file);
	put_record(&file, 5, 40, 2);
	put_abbreviated(&file);
	size_t inner = put_block(&file, 5, 11, 6);
	put_record(&file, 6, LIST, 1);
	end_block(&file, 6, inner);
	put_record(&file, 5, number, 9);
	put_abbreviated(&file);
	put_record(&file, 5, 65, 1);
	end_block(&file, 5, tree);
	return file;
}

static void list_is_passed_over(void **state)
{
	struct stream file = file_with(LIST);
	const struct stream wanted = file_with(PASSED_OVER);
	assert_true(pch_trim(*state, file.bytes, file.n / 8));
	assert_memory_equal(file.bytes, wanted.bytes, sizeof(file.bytes));
	assert_false(pch_trim(*state, file.bytes, file.n / 8));
	assert_memory_equal(file.bytes, wanted.bytes, sizeof(file.bytes));
}

static void what_is_not_understood_stays(void **state)
{
	const struct stream whole = file_with(LIST);
	for (size_t size = 0; size < whole.n / 8 - 4; size++) {
		struct stream cut = whole;
		unsigned char *exact = malloc(size ? size : 1);
		memcpy(exact, whole.bytes, size);
		assert_false(pch_trim(*state, exact, size));
		assert_memory_equal(exact, cut.bytes, size);
		free(exact);
	}
	struct stream other = whole;
	other.bytes[0] = 'D';
	assert_false(pch_trim(*state, other.bytes, other.n / 8));
}

static void bad_bits_do_no_harm(void **state)
{
	const struct stream whole = file_with(LIST);
	for (size_t bit = 0; bit < whole.n; bit++) {
		unsigned char *bad = malloc(whole.n / 8);
		memcpy(bad, whole.bytes, whole.n / 8);
		bad[bit / 8] ^= (unsigned char)(1u << bit % 8);
		pch_trim(*state, bad, whole.n / 8);
		free(bad);
	}
}

/* Clang's own files have the list where it is looked for. */
static void clang_writes_the_list(void **state)
{
	static const char text[] = "#define D __attribute__((device))\n"
				   "inline D int twice(int i) { return 2 * i; }\n";
	char header[] = "/tmp/hgrd-trim-XXXXXX.h", made[] = "/tmp/hgrd-trim-XXXXXX.pch";
	int fd = mkstemps(header, 2), empty = mkstemps(made, 4);
	assert_true(fd >= 0 && empty >= 0);
	close(empty);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	char *command[] = { (char *)HGRD_CLANG, (char *)"-x", (char *)"cuda",
		(char *)"--cuda-device-only", (char *)"--cuda-gpu-arch=sm_80", (char *)"-nocudalib",
		(char *)"-nocudainc", (char *)"-w", (char *)"-Xclang", (char *)"-emit-pch",
		(char *)"-emit-llvm", (char *)"-c", (char *)"-o", made, header, NULL };
	struct child child;
	assert_true(child_start(&child, NULL, command));
	children_finish(*state, &child, 1);
	assert_true(child_succeeded(&child));
	static unsigned char bytes[1 << 20];
	int pch = open(made, O_RDONLY);
	ssize_t size = read(pch, bytes, sizeof(bytes));
	close(pch);
	unlink(header);
	unlink(made);
	assert_in_range(size, 1, sizeof(bytes) - 1);
	assert_true(pch_trim(*state, bytes, (size_t)size));
	assert_false(pch_trim(*state, bytes, (size_t)size));
}

static int make_arena(void **state)
{
	*state = arena_new();
	return 0;
}

static int drop_arena(void **state)
{
	arena_free(*state);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(list_is_passed_over),
		cmocka_unit_test(what_is_not_understood_stays),
		cmocka_unit_test(bad_bits_do_no_harm),
		cmocka_unit_test(clang_writes_the_list),
	};
	return cmocka_run_group_tests(tests, make_arena, drop_arena);
}
