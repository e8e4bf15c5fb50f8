#include "kernelanalysis/signals/full_bits.h"

#include <string.h>

/* Tests by which who has looked at a word of bits knows that all are there. */

const struct et *bit_of(struct ets *ets, const struct et *term)
{
	if (et_is_const(term) && term->value && !(term->value & (term->value - 1)))
		return et_const(ets, 64, (uint64_t)__builtin_ctzll(term->value));
	if (term->op != ET_SHL || !et_is_const(term->arg[0]) || term->arg[0]->value != 1)
		return NULL;
	const struct et *index = term->arg[1];
	return index->width < 64 ? et_cast(ets, ET_ZEXT, 64, index) : index;
}

/* How many bits from the lowest one on are set, where these are all: 2^n - 1; NULL: it is no such number. */
static const struct et *bits_below(struct ets *ets, const struct et *term)
{
	if (et_is_const(term))
		return term->value && !(term->value & (term->value + 1))
			       ? et_const(ets, 64, (uint64_t)__builtin_popcountll(term->value)) : NULL;
	bool less = term->op == ET_ADD || term->op == ET_SUB;
	for (unsigned i = 0; less && i < (term->op == ET_ADD ? 2 : 1); i++) {
		const struct et *one = term->arg[1 - i];
		uint64_t by = term->op == ET_ADD ? et_const(ets, term->width, UINT64_MAX)->value : 1;
		if (et_is_const(one) && one->value == by && term->arg[i]->op == ET_SHL)
			return bit_of(ets, term->arg[i]);
	}
	return NULL;
}

/* What stands beside the value in a sum by an operator; NULL: it is no such sum. */
static const struct et *beside(const struct et *sum, enum et_op op, const struct et *value)
{
	if (sum->op != op)
		return NULL;
	return sum->arg[0] == value ? sum->arg[1] : sum->arg[1] == value ? sum->arg[0] : NULL;
}

/* The word is what was found, or that with one more bit. */
static bool is_word(struct ets *ets, const struct et *word, const struct et *value, struct full *full)
{
	const struct et *more = beside(word, ET_OR, value);
	full->but = more ? bit_of(ets, more) : NULL;
	return word == value || full->but;
}

/* All bits below a number but for one: full ^ bit. */
static bool full_but_one(struct ets *ets, const struct et *term, struct full *full)
{
	for (unsigned i = 0; i < 2 && term->op == ET_XOR; i++) {
		full->n = bits_below(ets, term->arg[i]);
		full->but = bit_of(ets, term->arg[1 - i]);
		if (full->n && full->but)
			return true;
	}
	return false;
}

static bool full_side(struct ets *ets, const struct et *goal, const struct et *seen, const struct et *value,
	struct full *full)
{
	*full = (struct full){ 0 };
	if (seen == value && full_but_one(ets, goal, full))
		return true;
	full->n = bits_below(ets, goal);
	if (!full->n)
		return false;
	const struct et *flipped = beside(seen, ET_XOR, value), *masked = beside(seen, ET_AND, goal);
	if (flipped) {
		full->but = bit_of(ets, flipped);
		return full->but != NULL;
	}
	return is_word(ets, masked ? masked : seen, value, full);
}

LLVMValueRef counted_bits(const struct symbol *sym)
{
	bool opaque = sym->kind == SYM_HAVOC || sym->kind == SYM_UNKNOWN || sym->kind == SYM_DATA;
	LLVMValueRef call = opaque ? (LLVMValueRef)(uintptr_t)sym->origin : NULL;
	return call && LLVMIsACallInst(call) && !strncmp(call_name(call), "llvm.ctpop.i", 12) ? call : NULL;
}

/* The word whose bits a term counts, as it is where the test stands; NULL: it is no such number. */
static const struct et *counted_word(const struct reading *reading, const struct et *term)
{
	while ((term->op == ET_TRUNC || term->op == ET_ZEXT) && term->width >= 8)
		term = term->arg[0];
	if (term->op != ET_SYM && term->op != ET_APP)
		return NULL;
	LLVMValueRef call = counted_bits(term->sym->original ? term->sym->original : term->sym);
	if (!call || (!reading->one && reading->there(reading->data, value_et(reading->kernel->env, call)) != term))
		return NULL;
	return reading->there(reading->data, value_et(reading->kernel->env, call_arg(call, 0)));
}

/* As many bits are there as a number says, or all that are but for one's own. */
static bool counts_full(const struct reading *reading, const struct et *goal, const struct et *seen,
	struct full *full)
{
	struct ets *ets = reading->kernel->ets;
	const struct et *word = goal->width >= 8 && goal->width <= 64 ? counted_word(reading, seen) : NULL;
	*full = (struct full){ .counted = true };
	if (!word || !is_word(ets, word, reading->value, full))
		return false;
	full->n = goal->width < 64 ? et_cast(ets, ET_ZEXT, 64, goal) : goal;
	if (full->but || !reading->own)
		return true;
	full->n = et_binary(ets, ET_ADD, 0, full->n, et_const(ets, 64, 1));
	full->but = reading->own;
	full->own = true;
	return true;
}

bool says_full(const struct reading *reading, const struct et *condition, struct full *full)
{
	struct ets *ets = reading->kernel->ets;
	if (condition->op == ET_AND && condition->width == 1)
		return says_full(reading, condition->arg[0], full) || says_full(reading, condition->arg[1], full);
	if (condition->op != ET_EQ)
		return false;
	const struct et *value = reading->value;
	bool sized = condition->arg[0]->width == value->width;
	for (unsigned i = 0; i < 2; i++) {
		const struct et *goal = condition->arg[i], *seen = condition->arg[1 - i];
		if ((sized && full_side(ets, goal, seen, value, full)) || counts_full(reading, goal, seen, full))
			return true;
	}
	return false;
}
