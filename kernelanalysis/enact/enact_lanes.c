#include <string.h>

#include "kernelanalysis/enact/enact_internal.h"

/* Values that lanes of a warp give each other (PTX ISA: shfl.sync, vote.sync, match.sync, redux.sync). */

static const struct enact_value unknown;

enum exchange {
	NONE, SHUFFLE_UP, SHUFFLE_DOWN, SHUFFLE_BFLY, SHUFFLE_IDX, VOTE_BALLOT, VOTE_ANY, VOTE_ALL, VOTE_UNI,
	MATCH_ANY, REDUCE_ADD, REDUCE_MIN, REDUCE_MAX, REDUCE_UMIN, REDUCE_UMAX, REDUCE_AND, REDUCE_OR, REDUCE_XOR
};

static const struct row {
	const char *name;
	enum exchange exchange;
} rows[] = { { "llvm.nvvm.shfl.sync.up.i32", SHUFFLE_UP }, { "llvm.nvvm.shfl.sync.down.i32", SHUFFLE_DOWN },
	{ "llvm.nvvm.shfl.sync.bfly.i32", SHUFFLE_BFLY }, { "llvm.nvvm.shfl.sync.idx.i32", SHUFFLE_IDX },
	{ "llvm.nvvm.shfl.sync.up.f32", SHUFFLE_UP }, { "llvm.nvvm.shfl.sync.down.f32", SHUFFLE_DOWN },
	{ "llvm.nvvm.shfl.sync.bfly.f32", SHUFFLE_BFLY }, { "llvm.nvvm.shfl.sync.idx.f32", SHUFFLE_IDX },
	{ "llvm.nvvm.vote.ballot.sync", VOTE_BALLOT }, { "llvm.nvvm.vote.any.sync", VOTE_ANY },
	{ "llvm.nvvm.vote.all.sync", VOTE_ALL }, { "llvm.nvvm.vote.uni.sync", VOTE_UNI },
	{ "llvm.nvvm.match.any.sync.i32", MATCH_ANY }, { "llvm.nvvm.match.any.sync.i64", MATCH_ANY },
	{ "llvm.nvvm.redux.sync.add", REDUCE_ADD }, { "llvm.nvvm.redux.sync.min", REDUCE_MIN },
	{ "llvm.nvvm.redux.sync.max", REDUCE_MAX }, { "llvm.nvvm.redux.sync.umin", REDUCE_UMIN },
	{ "llvm.nvvm.redux.sync.umax", REDUCE_UMAX }, { "llvm.nvvm.redux.sync.and", REDUCE_AND },
	{ "llvm.nvvm.redux.sync.or", REDUCE_OR }, { "llvm.nvvm.redux.sync.xor", REDUCE_XOR } };

unsigned enact_exchange(LLVMValueRef call)
{
	const char *name = call_name(call);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (!strcmp(rows[i].name, name))
			return rows[i].exchange;
	return NONE;
}

unsigned enact_mask_operand(unsigned exchange)
{
	return exchange >= REDUCE_ADD ? 1 : 0;
}

static struct enact_value brought(const struct enact_player *player, unsigned which)
{
	return enact_operand(player, &player->waits->operands.at[which]);
}

static struct enact_value shuffled(const struct enact_player *warp, unsigned lane, uint32_t mask, unsigned exchange)
{
	struct enact_value by = brought(&warp[lane], 2), clamp = brought(&warp[lane], 3);
	uint32_t segment = (uint32_t)clamp.bits >> 8 & 31, step = (uint32_t)by.bits & 31;
	uint32_t last = (lane & segment) | ((uint32_t)clamp.bits & 31 & ~segment), from = lane + step;
	if (!by.known || !clamp.known)
		return unknown;
	if (exchange == SHUFFLE_UP)
		from = (int)(lane - step) >= (int)last ? lane - step : lane;
	if (exchange == SHUFFLE_BFLY)
		from = lane ^ step;
	if (exchange == SHUFFLE_IDX)
		from = (lane & segment) | (step & ~segment);
	if (exchange != SHUFFLE_UP && from > last)
		from = lane;
	return from < ENACT_WARP && mask >> from & 1 ? brought(&warp[from], 1) : unknown;
}

static struct enact_value voted(const struct enact_player *warp, uint32_t mask, unsigned exchange)
{
	uint32_t set = 0;
	for (unsigned i = 0; i < ENACT_WARP; i++) {
		if (!(mask >> i & 1))
			continue;
		struct enact_value flag = brought(&warp[i], 1);
		if (!flag.known)
			return unknown;
		set |= (uint32_t)(flag.bits & 1) << i;
	}
	if (exchange == VOTE_BALLOT)
		return enact_known(set);
	if (exchange == VOTE_ANY)
		return enact_known(set != 0);
	return enact_known(set == mask || (exchange == VOTE_UNI && !set));
}

static struct enact_value matched(const struct enact_player *warp, unsigned lane, uint32_t mask)
{
	uint32_t set = 0;
	struct enact_value own = brought(&warp[lane], 1);
	for (unsigned i = 0; i < ENACT_WARP; i++) {
		struct enact_value other = mask >> i & 1 ? brought(&warp[i], 1) : enact_known(0);
		if (!own.known || !other.known)
			return unknown;
		if (mask >> i & 1 && other.bits == own.bits)
			set |= UINT32_C(1) << i;
	}
	return enact_known(set);
}

static uint32_t reduced_with(unsigned exchange, uint32_t a, uint32_t b)
{
	switch ((enum exchange)exchange) {
	case REDUCE_ADD:
		return a + b;
	case REDUCE_MIN:
		return (int32_t)a < (int32_t)b ? a : b;
	case REDUCE_MAX:
		return (int32_t)a > (int32_t)b ? a : b;
	case REDUCE_UMIN:
		return a < b ? a : b;
	case REDUCE_UMAX:
		return a > b ? a : b;
	case REDUCE_AND:
		return a & b;
	case REDUCE_OR:
		return a | b;
	default:
		return a ^ b;
	}
}

static struct enact_value reduced(const struct enact_player *warp, uint32_t mask, unsigned exchange)
{
	unsigned first = (unsigned)__builtin_ctz(mask);
	struct enact_value all = brought(&warp[first], 0);
	for (unsigned i = first + 1; i < ENACT_WARP; i++) {
		if (!(mask >> i & 1))
			continue;
		struct enact_value own = brought(&warp[i], 0);
		all.known &= own.known;
		all.bits = reduced_with(exchange, (uint32_t)all.bits, (uint32_t)own.bits);
	}
	all.raw = 0;
	return all;
}

static struct enact_value exchanged(const struct enact_player *warp, unsigned lane, uint32_t mask, unsigned exchange)
{
	if (exchange <= SHUFFLE_IDX)
		return shuffled(warp, lane, mask, exchange);
	if (exchange <= VOTE_UNI)
		return voted(warp, mask, exchange);
	return exchange == MATCH_ANY ? matched(warp, lane, mask) : reduced(warp, mask, exchange);
}

void enact_exchanged(struct enact_player *warp, uint32_t mask)
{
	struct enact_value values[ENACT_WARP];
	for (unsigned i = 0; i < ENACT_WARP; i++)
		if (mask >> i & 1)
			values[i] = exchanged(warp, i, mask, warp[i].waits->number);
	for (unsigned i = 0; i < ENACT_WARP; i++)
		if (mask >> i & 1) {
			const struct enact_insn *insn = warp[i].waits;
			values[i].bits &= mask_bits(insn->width ? insn->width : 64);
			warp[i].slots[insn->slot] = values[i];
			warp[i].state = ENACT_RUNS;
		}
}
