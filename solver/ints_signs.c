#include "solver/ints.h"

/*
 * Which operators read their operands as signed values, and from that, whether
 * a symbol's integer had better be its signed or its unsigned value: both are
 * right, but the fitting one needs no correction by 2^w.
 */
static void vote(struct ints *in, const struct et *et, int sign, unsigned depth, int *votes)
{
	switch ((enum et_op)et->op) {
	case ET_SYM:
	case ET_APP:
		votes[et->sym->id] += sign;
		break;
	case ET_ADD:
	case ET_SUB:
	case ET_MUL:
	case ET_SHL:
		if (depth && !(et->flags & ET_NSW))
			for (unsigned i = 0; i < 2; i++)
				vote(in, et->arg[i], sign, depth - 1, votes);
		break;
	case ET_ITE:
		for (unsigned i = 1; depth && i < 3; i++)
			vote(in, et->arg[i], sign, depth - 1, votes);
		break;
	case ET_CONST:
	case ET_UDIV:
	case ET_SDIV:
	case ET_UREM:
	case ET_SREM:
	case ET_AND:
	case ET_OR:
	case ET_XOR:
	case ET_LSHR:
	case ET_ASHR:
	case ET_ZEXT:
	case ET_SEXT:
	case ET_TRUNC:
	case ET_EQ:
	case ET_ULT:
	case ET_ULE:
	case ET_SLT:
	case ET_SLE:
	case ET_OPS:
		break;
	}
}

/* +1: the operator reads its operands signed, -1: unsigned, 0: it does not matter. */
static int signedness(const struct et *et)
{
	switch ((enum et_op)et->op) {
	case ET_SDIV:
	case ET_SREM:
	case ET_ASHR:
	case ET_SEXT:
	case ET_SLT:
	case ET_SLE:
		return 1;
	case ET_UDIV:
	case ET_UREM:
	case ET_LSHR:
	case ET_ZEXT:
	case ET_ULT:
	case ET_ULE:
		return -1;
	case ET_ADD:
	case ET_SUB:
	case ET_MUL:
	case ET_SHL:
		return et->flags & ET_NSW ? 1 : et->flags & ET_NUW ? -1 : 0;
	case ET_CONST:
	case ET_SYM:
	case ET_APP:
	case ET_AND:
	case ET_OR:
	case ET_XOR:
	case ET_TRUNC:
	case ET_EQ:
	case ET_ITE:
	case ET_OPS:
		break;
	}
	return 0;
}

bool ints_reads_signed(const struct ints *in, const struct et *et)
{
	if (et->op != ET_EQ)
		return signedness(et) > 0;
	return ints_value(in, et->arg[0]).lo < 0 || ints_value(in, et->arg[1]).lo < 0;
}

static void signs_grow(struct ints *in, size_t room)
{
	if (room <= in->sign_room)
		return;
	int8_t *signs = arena_alloc(in->arena, room);
	if (in->sign_room)
		memcpy(signs, in->signs, in->sign_room);
	in->signs = signs;
	in->sign_room = room;
}

void ints_choose_signs(struct ints *in, size_t n, const struct et *const *terms)
{
	size_t symbols = 0;
	for (size_t i = 0; i < n; i++)
		if ((terms[i]->op == ET_SYM || terms[i]->op == ET_APP) &&
			terms[i]->sym->id >= symbols)
			symbols = terms[i]->sym->id + 1;
	signs_grow(in, symbols);
	struct arena *scratch = arena_new();
	int *votes = arena_alloc(scratch, symbols * sizeof(*votes));
	for (size_t i = 0; i < n; i++) {
		int sign = signedness(terms[i]);
		for (unsigned k = 0; sign && k < terms[i]->nargs; k++)
			vote(in, terms[i]->arg[k], sign, 6, votes);
	}
	for (size_t i = 0; i < symbols; i++)
		if (!in->signs[i] && votes[i])
			in->signs[i] = votes[i] < 0 ? 2 : 1;
	arena_free(scratch);
}
