#include "expr/et.h"

uint64_t mask_bits(unsigned width)
{
	assert(width >= 1 && width <= 64);
	return width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

int64_t sign_extend(uint64_t value, unsigned width)
{
	value &= mask_bits(width);
	uint64_t sign = UINT64_C(1) << (width - 1);
	return (int64_t)((value ^ sign) - sign);
}

int64_t et_signed(const struct et *et)
{
	assert(et_is_const(et));
	return sign_extend(et->value, et->width);
}

const struct et_operator *et_operator(enum et_op op)
{
	static const struct et_operator operators[] = {
#define OP(name, text, arity, kind, reads, strength) [ET_##name] = { text, ET_##kind, READS_##reads, strength },
#include "expr/et.def"
#undef OP
	};
	assert(op < ET_OPS);
	return &operators[op];
}

enum et_class et_op_class(enum et_op op)
{
	return et_operator(op)->class;
}

const char *et_op_text(enum et_op op)
{
	return et_operator(op)->text;
}

int et_reads(const struct et *et)
{
	static const uint8_t one[] = { [READS_NEITHER] = 0, [READS_SIGNED] = ET_NSW, [READS_UNSIGNED] = ET_NUW };
	enum et_reads reads = et_operator((enum et_op)et->op)->reads;
	unsigned flags = reads == READS_BOTH ? et->flags : one[reads];
	return flags & ET_NSW ? 1 : flags & ET_NUW ? -1 : 0;
}

static uint64_t signed_divide(int64_t a, int64_t b)
{
	if (b == 0)
		return 0;
	if (b == -1)
		return 0 - (uint64_t)a;
	return (uint64_t)(a / b);
}

static uint64_t signed_remainder(int64_t a, int64_t b)
{
	return b == 0 || b == -1 ? 0 : (uint64_t)(a % b);
}

static uint64_t shift_right_arithmetic(int64_t a, uint64_t amount, unsigned width)
{
	if (amount >= width)
		amount = 63;
	return (uint64_t)(a < 0 ? ~(~a >> amount) : a >> amount);
}

uint64_t et_fold(enum et_op op, unsigned width, unsigned arg_width, const uint64_t *args)
{
	uint64_t a = args[0] & mask_bits(op == ET_ITE ? 1 : arg_width);
	uint64_t b = et_op_class(op) == ET_CAST ? 0 : args[1] & mask_bits(arg_width);
	int64_t sa = sign_extend(a, op == ET_ITE ? 1 : arg_width), sb = sign_extend(b, arg_width);
	uint64_t result = 0;
	switch (op) {
	case ET_ADD:
		result = a + b;
		break;
	case ET_SUB:
		result = a - b;
		break;
	case ET_MUL:
		result = a * b;
		break;
	case ET_UDIV:
		result = b ? a / b : 0;
		break;
	case ET_SDIV:
		result = signed_divide(sa, sb);
		break;
	case ET_UREM:
		result = b ? a % b : 0;
		break;
	case ET_SREM:
		result = signed_remainder(sa, sb);
		break;
	case ET_AND:
		result = a & b;
		break;
	case ET_OR:
		result = a | b;
		break;
	case ET_XOR:
		result = a ^ b;
		break;
	case ET_SHL:
		result = b < width ? a << b : 0;
		break;
	case ET_LSHR:
		result = b < width ? a >> b : 0;
		break;
	case ET_ASHR:
		result = shift_right_arithmetic(sa, b, width);
		break;
	case ET_ZEXT:
	case ET_TRUNC:
		result = a;
		break;
	case ET_SEXT:
		result = (uint64_t)sa;
		break;
	case ET_EQ:
		result = a == b;
		break;
	case ET_ULT:
		result = a < b;
		break;
	case ET_ULE:
		result = a <= b;
		break;
	case ET_SLT:
		result = sa < sb;
		break;
	case ET_SLE:
		result = sa <= sb;
		break;
	case ET_ITE:
		result = a ? args[1] : args[2];
		break;
	case ET_CONST:
	case ET_SYM:
	case ET_APP:
	case ET_OPS:
		bug("et_fold: not an operator");
	}
	return result & mask_bits(width);
}
