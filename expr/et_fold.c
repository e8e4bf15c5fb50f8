#include "expr/et.h"

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

/* Operators with one or three operands; of one operand the other bits are 0. */
static uint64_t fold_others(enum et_op op, unsigned arg_width, const uint64_t *args)
{
	switch (op) {
	case ET_ITE:
		return args[0] & 1 ? args[1] : args[2];
	case ET_ZEXT:
	case ET_TRUNC:
		return args[0] & mask_bits(arg_width);
	case ET_SEXT:
		return (uint64_t)sign_extend(args[0], arg_width);
	default:
		bug("et_fold: not an operator");
	}
}

uint64_t et_fold(enum et_op op, unsigned width, unsigned arg_width, const uint64_t *args)
{
	const uint64_t mask = mask_bits(width), of_args = mask_bits(arg_width);
	switch (op) {
	case ET_ADD:
		return (args[0] + args[1]) & mask;
	case ET_SUB:
		return (args[0] - args[1]) & mask;
	case ET_MUL:
		return args[0] * args[1] & mask;
	case ET_UDIV:
		return args[1] & mask ? (args[0] & mask) / (args[1] & mask) : 0;
	case ET_SDIV:
		return signed_divide(sign_extend(args[0], width), sign_extend(args[1], width)) & mask;
	case ET_UREM:
		return args[1] & mask ? (args[0] & mask) % (args[1] & mask) : 0;
	case ET_SREM:
		return signed_remainder(sign_extend(args[0], width), sign_extend(args[1], width)) & mask;
	case ET_AND:
		return args[0] & args[1] & mask;
	case ET_OR:
		return (args[0] | args[1]) & mask;
	case ET_XOR:
		return (args[0] ^ args[1]) & mask;
	case ET_SHL:
		return (args[1] & mask) < width ? args[0] << (args[1] & mask) & mask : 0;
	case ET_LSHR:
		return (args[1] & mask) < width ? (args[0] & mask) >> (args[1] & mask) : 0;
	case ET_ASHR:
		return shift_right_arithmetic(sign_extend(args[0], width), args[1] & mask, width) & mask;
	case ET_EQ:
		return (args[0] & of_args) == (args[1] & of_args);
	case ET_ULT:
		return (args[0] & of_args) < (args[1] & of_args);
	case ET_ULE:
		return (args[0] & of_args) <= (args[1] & of_args);
	case ET_SLT:
		return sign_extend(args[0], arg_width) < sign_extend(args[1], arg_width);
	case ET_SLE:
		return sign_extend(args[0], arg_width) <= sign_extend(args[1], arg_width);
	default:
		return fold_others(op, arg_width, args) & mask;
	}
}
