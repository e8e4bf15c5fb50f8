#include "solver/encoding/ints.h"

/*
 * Which operators read their operands as signed values, and from that, whether
 * a symbol's integer had better be its signed or its unsigned value: both are
 * right, but the fitting one needs no correction by 2^w.
 */
static void vote(struct ints *in, const struct et *et, int sign, unsigned depth, int *votes)
{
	if (et->op == ET_SYM || et->op == ET_APP)
		votes[et->sym->id] += sign;
	bool wraps = et_operator((enum et_op)et->op)->reads == READS_BOTH && !(et->flags & ET_NSW);
	if (!depth || !(wraps || et->op == ET_ITE))
		return;
	for (unsigned i = et->op == ET_ITE; i < et->nargs; i++)
		vote(in, et->arg[i], sign, depth - 1, votes);
}

bool ints_reads_signed(const struct ints *in, const struct et *et)
{
	if (et->op != ET_EQ)
		return et_reads(et) > 0;
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
		int sign = et_reads(terms[i]);
		for (unsigned k = 0; sign && k < terms[i]->nargs; k++)
			vote(in, terms[i]->arg[k], sign, 6, votes);
	}
	for (size_t i = 0; i < symbols; i++)
		if (!in->signs[i] && votes[i])
			in->signs[i] = votes[i] < 0 ? 2 : 1;
	arena_free(scratch);
}
