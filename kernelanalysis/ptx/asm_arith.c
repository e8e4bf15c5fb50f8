#include "kernelanalysis/ptx/asm_build.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Integer arithmetic of inline PTX (PTX ISA, Integer Arithmetic Instructions, cvt): places are computed by it. */

/* "u32" and the like: its bits, 0 for anything but an integer or untyped bits. */
static unsigned integer_bits(const char *part, bool *is_signed)
{
	char *end;
	if (!strchr("usb", *part) || !isdigit((unsigned char)part[1]))
		return 0;
	unsigned long bits = strtoul(part + 1, &end, 10);
	*is_signed = *part == 's';
	return !*end && (bits == 8 || bits == 16 || bits == 32 || bits == 64) ? (unsigned)bits : 0;
}

static LLVMTypeRef int_type(const struct asm_text *text, unsigned bits)
{
	return LLVMIntTypeInContext(text->module->context, bits);
}

/* The type "f32" and the like; NULL: another one, or a vector of two. */
static LLVMTypeRef float_type(const struct asm_text *text, const char *part, unsigned *bits)
{
	LLVMContextRef context = text->module->context;
	const struct {
		const char *name;
		unsigned bits;
		LLVMTypeRef type;
	} types[] = { { "f16", 16, LLVMHalfTypeInContext(context) },
		{ "bf16", 16, LLVMBFloatTypeInContext(context) },
		{ "f32", 32, LLVMFloatTypeInContext(context) },
		{ "f64", 64, LLVMDoubleTypeInContext(context) } };
	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++) {
		if (!strcmp(types[i].name, part)) {
			*bits = types[i].bits;
			return types[i].type;
		}
	}
	return NULL;
}

/* cvt.rn.TO.FROM to fewer bits or of an integer, and cvt.TO.FROM to more bits: rounded as LLVM does. */
static LLVMValueRef converted_float(struct asm_text *text, const struct ptx_statement *statement)
{
	bool rounds = statement->parts == 4 && !strcmp(statement->part[1], "rn"), of_signed = false;
	unsigned to_bits = 0, of_bits = 0;
	const char *of_part = statement->part[statement->parts - 1];
	if (!rounds && statement->parts != 3)
		return NULL;
	LLVMTypeRef to = float_type(text, statement->part[statement->parts - 2], &to_bits);
	LLVMTypeRef of = float_type(text, of_part, &of_bits);
	if (!of)
		of_bits = integer_bits(of_part, &of_signed);
	bool fits = of ? (rounds ? to_bits < of_bits : to_bits > of_bits) : rounds && of_bits;
	LLVMValueRef value = to && fits ? asm_value(text, statement->operand[1], of_bits) : NULL;
	if (!value)
		return NULL;
	if (!of)
		return of_signed ? LLVMBuildSIToFP(text->builder, value, to, "")
				 : LLVMBuildUIToFP(text->builder, value, to, "");
	value = LLVMBuildBitCast(text->builder, value, of, "");
	return LLVMBuildFPCast(text->builder, value, to, "");
}

/* cvt.TO.FROM of integers: cut off, or extended as the type that it comes from says. */
static LLVMValueRef converted_integer(
	struct asm_text *text, const struct ptx_statement *statement, bool *is_signed)
{
	bool of_signed = false;
	unsigned to = statement->parts == 3 ? integer_bits(statement->part[1], is_signed) : 0;
	unsigned of = to ? integer_bits(statement->part[2], &of_signed) : 0;
	LLVMValueRef value = of ? asm_value(text, statement->operand[1], of) : NULL;
	return value ? LLVMBuildIntCast2(text->builder, value, int_type(text, to), of_signed, "") : NULL;
}

bool asm_lower_convert(struct asm_text *text, const struct ptx_statement *statement)
{
	bool is_signed = false;
	if (statement->guarded || statement->operands != 2 || statement->parts < 3)
		return asm_opaque(text, statement);
	LLVMValueRef value = converted_integer(text, statement, &is_signed);
	if (!value)
		value = converted_float(text, statement);
	return value ? asm_assign(text, statement->operand[0], value, is_signed)
		     : asm_opaque(text, statement);
}

static LLVMValueRef extended(struct asm_text *text, LLVMValueRef value, unsigned bits, bool is_signed)
{
	return LLVMBuildIntCast2(text->builder, value, int_type(text, bits), is_signed, "");
}

/* Is it a shift by a constant below the width, where PTX and LLVM agree. */
static bool shifts_within(LLVMValueRef by, unsigned bits)
{
	return LLVMIsAConstantInt(by) && LLVMConstIntGetZExtValue(by) < bits;
}

static LLVMValueRef combined(
	struct asm_text *text, const char *opcode, LLVMValueRef a, LLVMValueRef b, bool is_signed)
{
	unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(a));
	if (!strcmp(opcode, "and"))
		return LLVMBuildAnd(text->builder, a, b, "");
	if (!strcmp(opcode, "or"))
		return LLVMBuildOr(text->builder, a, b, "");
	if (!strcmp(opcode, "xor"))
		return LLVMBuildXor(text->builder, a, b, "");
	if (!strcmp(opcode, "shl"))
		return shifts_within(b, bits) ? LLVMBuildShl(text->builder, a, b, "") : NULL;
	if (!strcmp(opcode, "shr") && shifts_within(b, bits))
		return is_signed ? LLVMBuildAShr(text->builder, a, b, "")
				 : LLVMBuildLShr(text->builder, a, b, "");
	return NULL;
}

bool asm_lower_bits(struct asm_text *text, const struct ptx_statement *statement)
{
	bool is_signed = false;
	LLVMValueRef of[2], value = NULL;
	unsigned bits = statement->parts == 2 ? integer_bits(statement->part[1], &is_signed) : 0;
	if (bits && !statement->guarded && statement->operands == 3 &&
		asm_operands(text, statement, bits, of))
		value = combined(text, statement->part[0], of[0], of[1], is_signed);
	return value ? asm_assign(text, statement->operand[0], value, is_signed)
		     : asm_opaque(text, statement);
}

/* mul.lo, mul.wide, mad.lo and mad.wide. */
bool asm_lower_product(struct asm_text *text, const struct ptx_statement *statement)
{
	bool is_signed = false, adds = !strcmp(statement->part[0], "mad");
	unsigned bits = statement->parts == 3 ? integer_bits(statement->part[2], &is_signed) : 0;
	bool wide = bits && !strcmp(statement->part[1], "wide") && bits <= 32;
	LLVMValueRef of[2];
	if (!bits || (!wide && strcmp(statement->part[1], "lo") != 0) || statement->guarded ||
		statement->operands != (adds ? 4u : 3u) || !asm_operands(text, statement, bits, of))
		return asm_opaque(text, statement);
	unsigned result = wide ? 2 * bits : bits;
	LLVMValueRef value = LLVMBuildMul(text->builder, extended(text, of[0], result, is_signed),
		extended(text, of[1], result, is_signed), "");
	LLVMValueRef more = adds ? asm_value(text, statement->operand[3], result) : NULL;
	if (adds && !more)
		return asm_opaque(text, statement);
	if (adds)
		value = LLVMBuildAdd(text->builder, value, more, "");
	return asm_assign(text, statement->operand[0], value, is_signed);
}
