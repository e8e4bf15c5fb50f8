#include "kernelanalysis/draws/drawing.h"

/*
 * Words that atomics of one kind change, and only ever one way: bits are set, bits are cleared, the greatest or the least of all is
 * kept. Of two threads the later one finds at least what the earlier one has left, so that one of them alone
 * finds a bit unset that both set, or a word as it was at first.
 */

enum way { WAY_NONE, WAY_BITS, WAY_CLEARED, WAY_GREATEST, WAY_LEAST, WAY_ABOVE, WAY_BELOW };

static enum way way_of(const struct access *op)
{
	if (!LLVMIsAAtomicRMWInst(op->instruction))
		return WAY_NONE;
	switch (LLVMGetAtomicRMWBinOp(op->instruction)) {
	case LLVMAtomicRMWBinOpOr:
		return WAY_BITS;
	case LLVMAtomicRMWBinOpAnd:
		return WAY_CLEARED;
	case LLVMAtomicRMWBinOpMax:
		return WAY_GREATEST;
	case LLVMAtomicRMWBinOpMin:
		return WAY_LEAST;
	case LLVMAtomicRMWBinOpUMax:
		return WAY_ABOVE;
	case LLVMAtomicRMWBinOpUMin:
		return WAY_BELOW;
	default:
		return WAY_NONE;
	}
}

/* Does all that may change the word change it this way. */
static bool goes_one_way(const struct kernel *kernel, const struct access *op, enum way way)
{
	vec_each(each, &kernel->accesses) {
		const struct access *other = *each;
		bool writes = access_writes(other) && (other->object == op->object || other->object->kind == OBJECT_UNKNOWN);
		if (writes && !keeps_value(other) && accesses_may_meet(other, op) &&
			(way_of(other) != way || other->size != op->size))
			return false;
	}
	return true;
}

/* A word that holds what was left there, or more of it. */
static const struct et *holds(struct ets *ets, enum way way, const struct et *word, const struct et *left)
{
	switch (way) {
	case WAY_BITS:
		return et_binary(ets, ET_EQ, 0, et_binary(ets, ET_AND, 0, word, left), left);
	case WAY_CLEARED:
		return et_binary(ets, ET_EQ, 0, et_binary(ets, ET_AND, 0, word, left), word);
	case WAY_GREATEST:
		return et_binary(ets, ET_SLE, 0, left, word);
	case WAY_LEAST:
		return et_binary(ets, ET_SLE, 0, word, left);
	case WAY_ABOVE:
		return et_binary(ets, ET_ULE, 0, left, word);
	case WAY_BELOW:
		return et_binary(ets, ET_ULE, 0, word, left);
	case WAY_NONE:
		break;
	}
	return et_bool(ets, true);
}

static const struct et *found_by(const struct drawing *d, const struct access *op, unsigned t)
{
	return drawn_term(d, value_et(d->kernel->env, op->instruction), t);
}

/* Thread t has come first: the other one finds what it has put there. The words of both are the same ones. */
static const struct et *comes_first(
	const struct drawing *d, const struct access *const ops[2], enum way way, unsigned t)
{
	struct ets *ets = d->kernel->ets;
	const struct et *put = drawn_term(d, value_et(d->kernel->env, ops[t]->operand), t);
	const struct et *found = found_by(d, ops[!t], !t);
	return et_and(ets, holds(ets, way, found, put), holds(ets, way, found, found_by(d, ops[t], t)));
}

/* Does whether thread t comes to its access rest on what it has found. */
static bool decides(struct drawing *d, const struct access *op, unsigned t)
{
	const struct et *found = found_by(d, op, t);
	return (found->op == ET_SYM || found->op == ET_APP) && drawing_mentions(d, found);
}

/* The number of the one bit that the term sets; NULL: it is no such. */
static const struct et *bit_of(const struct et *mask)
{
	bool shifts = mask->op == ET_SHL && et_is_const(mask->arg[0]) && mask->arg[0]->value == 1;
	return shifts ? mask->arg[1] : NULL;
}

/* Does the word that is found have all bits of the mask, however that is asked of a single one. */
static const struct et *has_bits(struct ets *ets, const struct et *word, const struct et *mask)
{
	const struct et *zero = et_const(ets, word->width, 0), *one = et_const(ets, word->width, 1);
	const struct et *bits = et_binary(ets, ET_AND, 0, word, mask), *number = bit_of(mask);
	const struct et *whole = et_binary(ets, ET_EQ, 0, bits, mask);
	if (!number)
		return whole;
	const struct et *shifted = et_binary(ets, ET_AND, 0, et_binary(ets, ET_LSHR, 0, word, number), one);
	const struct et *signs = et_binary(ets, ET_AND, 0, et_binary(ets, ET_ASHR, 0, word, number), one);
	whole = et_and(ets, whole, et_not(ets, et_binary(ets, ET_EQ, 0, bits, zero)));
	whole = et_and(ets, whole, et_not(ets, et_binary(ets, ET_EQ, 0, shifted, zero)));
	return et_and(ets, whole, et_not(ets, et_binary(ets, ET_EQ, 0, signs, zero)));
}

/* Of two threads that set the same bits of one word one finds them set: what the general rule says of them, for those who only
 * compare. */
static const struct et *one_finds_bits(const struct drawing *d, const struct access *const ops[2])
{
	struct ets *ets = d->kernel->ets;
	const struct et *mask[2], *bit[2], *finds = et_bool(ets, false);
	for (unsigned t = 0; t < 2; t++) {
		mask[t] = drawn_term(d, value_et(d->kernel->env, ops[t]->operand), t);
		bit[t] = bit_of(mask[t]);
		finds = et_or(ets, finds, has_bits(ets, found_by(d, ops[t], t), mask[t]));
	}
	bool single = bit[0] && bit[1];
	const struct et *same = et_binary(ets, ET_EQ, 0, single ? bit[0] : mask[0], single ? bit[1] : mask[1]);
	return et_or(ets, et_not(ets, same), finds);
}

static void say_pair(struct drawing *d, const struct access *a, const struct access *b, enum way way)
{
	struct ets *ets = d->kernel->ets;
	const struct access *const ops[] = { a, b };
	if (!decides(d, a, 0) || !decides(d, b, 1))
		return;
	const struct et *same = et_binary(
		ets, ET_EQ, 0, drawn_term(d, a->address, 0), drawn_term(d, b->address, 1));
	const struct et *apart = et_not(ets, same);
	if (way == WAY_BITS)
		drawing_say(d, et_or(ets, apart, one_finds_bits(d, ops)));
	if (way != WAY_BITS || !bit_of(value_et(d->kernel->env, a->operand)))
		drawing_say(d, et_or(ets, apart,
			et_or(ets, comes_first(d, ops, way, 0), comes_first(d, ops, way, 1))));
}

void say_climbing(struct drawing *d)
{
	bool blocks = d->pair->interval->kind == RACE_INTER_BLOCK;
	vec_each(a, &d->kernel->accesses) {
		enum way way = way_of(*a);
		if (way == WAY_NONE || (*a)->scope < (blocks ? SCOPE_DEVICE : SCOPE_BLOCK) ||
			(blocks && (*a)->object->space == SPACE_SHARED) || !goes_one_way(d->kernel, *a, way))
			continue;
		vec_each(b, &d->kernel->accesses)
			if ((*b)->object == (*a)->object && way_of(*b) == way && (*b)->size == (*a)->size &&
				(*b)->scope >= (blocks ? SCOPE_DEVICE : SCOPE_BLOCK))
				say_pair(d, *a, *b, way);
	}
}
