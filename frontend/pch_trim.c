#include "frontend/pch_trim.h"

#include <stdint.h>
#include <string.h>

#include "base/vec.h"

enum { AST_BLOCK = 8, DELAYED_ERRORS = 64, UNKNOWN_RECORD = 999 };
enum { TOP_WIDTH = 2, BYTE = 8, WORD = 32, CODE_CHUNK = 6, CODE_BITS = 2 * CODE_CHUNK };
enum { END_BLOCK, ENTER_BLOCK, DEFINE_ABBREVIATION, PLAIN_RECORD, FIRST_ABBREVIATION };
enum encoding { LITERAL, FIXED, VBR, ARRAY, CHAR6, BLOB };

struct operand {
	enum encoding encoding;
	unsigned width;
};
typedef VEC(struct operand) operand_list;

/* Bits, the lowest of each byte first. Behind the end all are 0, and `bad` is set. */
struct bits {
	unsigned char *bytes;
	uint64_t at, end;
	bool bad;
};

static uint64_t take_fixed(struct bits *bits, unsigned width)
{
	uint64_t value = 0;
	if (width > 2 * WORD || bits->end - bits->at < width) {
		bits->bad = true;
		return 0;
	}
	for (unsigned i = 0; i < width; i++, bits->at++) {
		uint64_t bit = bits->bytes[bits->at / BYTE] >> bits->at % BYTE & 1;
		value |= bit << i;
	}
	return value;
}

static uint64_t take_vbr(struct bits *bits, unsigned width)
{
	if (width < 2 || width > WORD) {
		bits->bad = true;
		return 0;
	}
	const uint64_t more = (uint64_t)1 << (width - 1);
	uint64_t value = 0, chunk = more;
	for (unsigned shift = 0; chunk & more && shift < 2 * WORD; shift += width - 1) {
		chunk = take_fixed(bits, width);
		value |= (chunk & (more - 1)) << shift;
	}
	return value;
}

static void pass(struct bits *bits, uint64_t count)
{
	if (bits->end - bits->at < count)
		bits->bad = true;
	else
		bits->at += count;
}

static void align(struct bits *bits)
{
	pass(bits, (WORD - bits->at % WORD) % WORD);
}

/* Behind the head of a block, whose number and width are filled; how many bits it has. */
static uint64_t take_head(struct bits *bits, uint64_t *block, unsigned *width)
{
	*block = take_vbr(bits, 8);
	*width = (unsigned)take_vbr(bits, 4);
	align(bits);
	return WORD * take_fixed(bits, WORD);
}

static operand_list take_abbreviation(struct arena *arena, struct bits *bits)
{
	operand_list operands = { 0 };
	for (uint64_t n = take_vbr(bits, 5); n && !bits->bad; n--) {
		struct operand operand = { .encoding = LITERAL };
		if (take_fixed(bits, 1)) {
			take_vbr(bits, 8);
		} else {
			operand.encoding = (enum encoding)take_fixed(bits, 3);
			if (operand.encoding == FIXED || operand.encoding == VBR)
				operand.width = (unsigned)take_vbr(bits, 5);
			bits->bad |= operand.encoding == LITERAL || operand.encoding > BLOB;
		}
		vec_push(arena, &operands, operand);
	}
	return operands;
}

static void pass_operand(struct bits *bits, struct operand operand)
{
	if (operand.encoding == FIXED)
		take_fixed(bits, operand.width);
	else if (operand.encoding == VBR && operand.width)
		take_vbr(bits, operand.width);
	else if (operand.encoding == CHAR6)
		take_fixed(bits, 6);
}

/* An array's element is the operand behind it. */
static void pass_abbreviated(struct bits *bits, const operand_list *operands)
{
	for (size_t i = 0; i < operands->n && !bits->bad; i++) {
		struct operand operand = operands->at[i];
		if (operand.encoding == ARRAY && i + 1 < operands->n) {
			i++;
			for (uint64_t n = take_vbr(bits, 6); n && !bits->bad; n--)
				pass_operand(bits, operands->at[i]);
		} else if (operand.encoding == BLOB) {
			uint64_t length = take_vbr(bits, 6);
			align(bits);
			pass(bits, BYTE * length);
			align(bits);
		} else {
			pass_operand(bits, operand);
		}
	}
}

/* The number of a plain record; it is behind its operands then. */
static uint64_t pass_plain(struct bits *bits)
{
	uint64_t number = take_vbr(bits, CODE_CHUNK);
	for (uint64_t n = take_vbr(bits, 6); n && !bits->bad; n--)
		take_vbr(bits, 6);
	return number;
}

static void put_number(struct bits *bits, uint64_t at)
{
	const unsigned low = UNKNOWN_RECORD & 31, more = 32, high = UNKNOWN_RECORD >> 5;
	const unsigned value = low | more | high << CODE_CHUNK;
	for (unsigned i = 0; i < CODE_BITS; i++, at++) {
		unsigned char mask = (unsigned char)(1u << at % BYTE);
		bits->bytes[at / BYTE] &= (unsigned char)~mask;
		if (value >> i & 1)
			bits->bytes[at / BYTE] |= mask;
	}
}

/* Where in a block of the syntax tree the number of the list stands; 0: nowhere. */
static uint64_t find_list(struct arena *arena, struct bits *bits, unsigned width)
{
	VEC(operand_list) abbreviations = { 0 };
	uint64_t found = 0, inner, n;
	unsigned inner_width;
	while (!bits->bad) {
		uint64_t kind = take_fixed(bits, width);
		uint64_t at = bits->at;
		switch (kind) {
		case END_BLOCK:
			return bits->bad ? 0 : found;
		case ENTER_BLOCK:
			n = take_head(bits, &inner, &inner_width);
			pass(bits, n);
			break;
		case DEFINE_ABBREVIATION:
			vec_push(arena, &abbreviations, take_abbreviation(arena, bits));
			break;
		case PLAIN_RECORD:
			if (pass_plain(bits) == DELAYED_ERRORS)
				found = at;
			break;
		default:
			if (kind - FIRST_ABBREVIATION < abbreviations.n)
				pass_abbreviated(
					bits, &abbreviations.at[kind - FIRST_ABBREVIATION]);
			else
				bits->bad = true;
		}
	}
	return 0;
}

bool pch_trim(struct arena *arena, unsigned char *bytes, size_t size)
{
	static const char magic[] = "CPCH";
	if (size < strlen(magic) || memcmp(bytes, magic, strlen(magic)))
		return false;
	struct bits bits = { .bytes = bytes, .at = WORD, .end = BYTE * (uint64_t)size };
	while (!bits.bad && bits.at < bits.end) {
		uint64_t block = 0;
		unsigned width = 0;
		if (take_fixed(&bits, TOP_WIDTH) != ENTER_BLOCK)
			return false;
		uint64_t n = take_head(&bits, &block, &width);
		if (block != AST_BLOCK || bits.bad) {
			pass(&bits, n);
			continue;
		}
		uint64_t at = find_list(arena, &bits, width);
		if (at)
			put_number(&bits, at);
		return at;
	}
	return false;
}
