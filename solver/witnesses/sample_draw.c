#include "solver/witnesses/sample_internal.h"

#include "solver/witnesses/model.h"

/* Values for symbols: those that races of real programs have, the query's own constants, and ends of ranges. */
#define CONSTANTS 24

uint64_t sample_draw(struct sample *sample, uint64_t below)
{
	sample->random ^= sample->random << 13;
	sample->random ^= sample->random >> 7;
	sample->random ^= sample->random << 17;
	return (sample->random >> 11) % below;
}

void sample_find_constants(struct sample *sample)
{
	vec_each(step, &sample->tape->steps) {
		if (!et_is_const(step->et) || step->et->width == 1 || sample->constants.n == CONSTANTS)
			continue;
		int64_t value = et_signed(step->et);
		if (value > -INT32_MAX && value < INT32_MAX)
			vec_push(sample->tape->arena, &sample->constants, value);
	}
}

static struct slot *slot_below(struct sample *sample, uint32_t index)
{
	const struct step *step = &sample->tape->steps.at[index];
	while (et_op_class((enum et_op)step->et->op) == ET_CAST)
		step = &sample->tape->steps.at[step->args[0]];
	return step->et->op == ET_SYM ? &sample->tape->slots.at[step->slot] : NULL;
}

void sample_find_divisors(struct sample *sample)
{
	const struct tape *tape = sample->tape;
	bool *vague = arena_alloc(tape->arena, tape->steps.n + 1);
	for (size_t i = 0; i < tape->steps.n; i++) {
		const struct step *step = &tape->steps.at[i];
		const struct et *et = step->et;
		bool divides = et->op == ET_UREM || et->op == ET_SREM || et->op == ET_UDIV || et->op == ET_SDIV;
		bool leaf = et->op == ET_SYM || et->op == ET_APP;
		vague[i] = leaf && is_approximation(et);
		for (unsigned k = 0; k < et->nargs; k++)
			vague[i] |= vague[step->args[k]];
		struct slot *slot = divides && vague[step->args[0]] ? slot_below(sample, step->args[1]) : NULL;
		if (slot)
			slot->divides = true;
	}
}

static int64_t draw_constant(struct sample *sample)
{
	if (!sample->constants.n)
		return (int64_t)sample_draw(sample, 8);
	return sample->constants.at[sample_draw(sample, sample->constants.n)] + (int64_t)sample_draw(sample, 3) - 1;
}

/* In every other pair of rounds sizes are so small that many threads meet who mix up digits of numbers made of them. */
static bool is_tiny(const struct sample *sample)
{
	return sample->round / 2 % 2;
}

static int64_t draw_size(struct sample *sample)
{
	static const int64_t tiny[] = { 2, 3, 1, 4 };
	if (is_tiny(sample) && sample_draw(sample, 8))
		return tiny[sample_draw(sample, sizeof(tiny) / sizeof(*tiny))];
	static const int64_t sizes[] = { 64, 100, 1000, 256, 16, 4, 3, 1, 2, 0, 33, 4096 };
	return sizes[sample_draw(sample, sizeof(sizes) / sizeof(*sizes))];
}

/* Neighbours, in one of few warps; at last also threads that are a power of two apart. */
static int64_t draw_thread(struct sample *sample)
{
	if (is_tiny(sample) && sample_draw(sample, 4))
		return (int64_t)sample_draw(sample, sample_draw(sample, 2) ? 8 : 64);
	if (sample->round > SAMPLE_NEAR && sample_draw(sample, 2))
		return (int64_t)(sample_draw(sample, 3) + (UINT64_C(1) << sample_draw(sample, 10)));
	return (int64_t)(sample_draw(sample, 3) * 32 + sample_draw(sample, sample_draw(sample, 3) ? 3 : 32));
}

static int64_t draw_round(struct sample *sample)
{
	return sample_draw(sample, 2) ? 0 : (int64_t)sample_draw(sample, sample_draw(sample, 2) ? 4 : 16);
}

/* A value that such a symbol has often. */
static int64_t draw_usual(struct sample *sample, const struct symbol *sym)
{
	static const int64_t blocks[] = { 2, 3, 1, 4, 8 }, block_sizes[] = { 64, 32, 16, 128, 256, 8, 4, 1 };
	switch (sym->builtin) {
	case BUILTIN_TID:
		return draw_thread(sample);
	case BUILTIN_CTAID:
		return (int64_t)sample_draw(sample, 3);
	case BUILTIN_NTID:
		return block_sizes[sample_draw(sample, 8)];
	case BUILTIN_NCTAID:
		return blocks[sample_draw(sample, 5)];
	case BUILTIN_NONE:
		break;
	}
	if (sym->kind == SYM_LOOP)
		return draw_round(sample);
	if (sym->kind == SYM_PARAM || sym->kind == SYM_HOST)
		return draw_size(sample);
	return (int64_t)sample_draw(sample, sample_draw(sample, 2) ? 3 : 64);
}

/* Near an end of a range, or anywhere in it. */
static int64_t draw_between(struct sample *sample, int64_t least, int64_t most)
{
	uint64_t size = (uint64_t)most - (uint64_t)least + 1, near = size && size < 4 ? size : 4;
	switch (sample_draw(sample, 4)) {
	case 0:
		return least + (int64_t)sample_draw(sample, size ? size : 64);
	case 1:
		return most - (int64_t)sample_draw(sample, near);
	default:
		return least + (int64_t)sample_draw(sample, near);
	}
}

/* What is usual where the conditions let it be so, else something that they let it be. */
uint64_t sample_draw_value(struct sample *sample, struct slot *slot)
{
	const struct symbol *sym = slot->sym;
	int64_t least, most, value = sample_draw(sample, 4) ? draw_usual(sample, sym) : draw_constant(sample);
	bool known = tape_range(sample->tape, slot, &least, &most);
	if (slot->divides && sample->round % 2)
		value = 1;
	if (known && (value < least || value > most))
		value = draw_between(sample, least, most);
	return (uint64_t)value & mask_bits(sym->width);
}

