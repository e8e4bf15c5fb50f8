#include <string.h>

#include "kernelanalysis/sums/sums.h"

/* What threads exchange by shuffles, ballots and counting barriers, and what they count in sets of lanes. */

static const struct sum_value any = { .kind = SUM_ANY };

static bool begins(const char *name, const char *prefix)
{
	return !strncmp(name, prefix, strlen(prefix));
}

/* The argument as a number; false: it is none. */
static bool number_of(
	struct sums *m, LLVMValueRef call, unsigned index, unsigned thread, uint32_t *number)
{
	struct sum_value value = sum_operand(m, call_arg(call, index), thread);
	*number = (uint32_t)value.number;
	return value.kind == SUM_NUMBER;
}

enum shuffle { SHUFFLE_UP, SHUFFLE_DOWN, SHUFFLE_BFLY, SHUFFLE_IDX, SHUFFLES };

static enum shuffle shuffle_of(const char *name)
{
	static const char *const names[] = { "llvm.nvvm.shfl.sync.up.i32",
		"llvm.nvvm.shfl.sync.down.i32", "llvm.nvvm.shfl.sync.bfly.i32",
		"llvm.nvvm.shfl.sync.idx.i32" };
	enum shuffle shuffle = 0;
	while (shuffle < SHUFFLES && strcmp(names[shuffle], name))
		shuffle++;
	return shuffle;
}

/* The lane that is read (PTX ISA, shfl.sync). */
static unsigned source_lane(enum shuffle shuffle, unsigned lane, uint32_t by, uint32_t clamp)
{
	uint32_t segment = clamp >> 8 & 31, last = (lane & segment) | (clamp & 31 & ~segment);
	uint32_t from = (lane & segment) | (by & 31 & ~segment);
	by &= 31;
	if (shuffle == SHUFFLE_UP)
		return (int)(lane - by) >= (int)last ? lane - by : lane;
	if (shuffle == SHUFFLE_DOWN)
		from = lane + by;
	else if (shuffle == SHUFFLE_BFLY)
		from = lane ^ by;
	return from <= last ? from : lane;
}

static struct sum_value shuffled(struct sums *m, LLVMValueRef call, enum shuffle shuffle,
	const struct sum_threads *together, unsigned thread)
{
	uint32_t mask, by, clamp;
	unsigned lane = thread % EXTENT_WARP;
	if (!number_of(m, call, 0, thread, &mask) || !number_of(m, call, 2, thread, &by) ||
		!number_of(m, call, 3, thread, &clamp))
		return any;
	unsigned from = source_lane(shuffle, lane, by, clamp);
	unsigned other = thread - lane + from;
	if (!(mask >> lane & 1) || !(mask >> from & 1) || other >= m->threads ||
		!sum_has(together, other))
		return any;
	return sum_operand(m, call_arg(call, 1), other);
}

/* Adds a lane's bit to those of a ballot; false: they are no set of atoms. */
static bool vote(struct sum_value *bits, struct sum_value flag, unsigned thread)
{
	uint32_t bit = UINT32_C(1) << thread % EXTENT_WARP;
	if (sum_is(flag, 0))
		return true;
	if (flag.kind == SUM_NUMBER && bits->kind == SUM_NUMBER) {
		bits->number |= bit;
		return true;
	}
	if (flag.kind != SUM_ATOMS || flag.begin != thread || flag.end != thread + 1 ||
		(bits->kind == SUM_NUMBER ? bits->number != 0 : bits->of != flag.of))
		return false;
	if (bits->kind == SUM_NUMBER)
		*bits = (struct sum_value){
			.kind = SUM_BITS, .of = flag.of, .begin = thread / EXTENT_WARP
		};
	bits->end |= bit;
	return true;
}

static struct sum_value balloted(
	struct sums *m, LLVMValueRef call, const struct sum_threads *together, unsigned thread)
{
	uint32_t mask;
	unsigned first = thread - thread % EXTENT_WARP;
	struct sum_value bits = sum_number(0);
	if (!number_of(m, call, 0, thread, &mask) || !(mask >> thread % EXTENT_WARP & 1))
		return any;
	for (unsigned i = 0; i < EXTENT_WARP && first + i < m->threads; i++) {
		if (!(mask >> i & 1) || sum_has(&m->gone, first + i))
			continue;
		if (!sum_has(together, first + i) ||
			!vote(&bits, sum_operand(m, call_arg(call, 1), first + i), first + i))
			return any;
	}
	return bits;
}

/* How many threads of the block bring a flag that is set. */
static struct sum_value counted(struct sums *m, LLVMValueRef flag)
{
	struct sum_value all = sum_operand(m, flag, 0);
	for (unsigned t = 0; t < m->threads; t++) {
		struct sum_value own = sum_operand(m, flag, t);
		if (own.kind != SUM_ATOMS || own.of != all.of || own.begin != t || own.end != t + 1 ||
			sum_has(&m->gone, t))
			return any;
	}
	all.end = m->threads;
	return all;
}

/* The number of lanes in a set of neighbouring ones. */
static struct sum_value population(struct sum_value value)
{
	if (value.kind == SUM_NUMBER)
		return sum_number((uint64_t)__builtin_popcountll(value.number));
	if (value.kind != SUM_BITS)
		return any;
	unsigned first = (unsigned)__builtin_ctz(value.end);
	unsigned n = (unsigned)__builtin_popcount(value.end);
	if (value.end >> first != (uint32_t)mask_bits(n))
		return any;
	first += value.begin * EXTENT_WARP;
	return (struct sum_value){
		.kind = SUM_ATOMS, .of = value.of, .begin = first, .end = first + n
	};
}

struct sum_value sum_called(
	struct sums *m, LLVMValueRef call, const struct sum_threads *together, unsigned thread)
{
	const char *name = call_name(call);
	enum shuffle shuffle = shuffle_of(name);
	if (begins(name, "llvm.ctpop."))
		return population(sum_operand(m, call_arg(call, 0), thread));
	if (m->doubted)
		return any;
	if (shuffle < SHUFFLES)
		return shuffled(m, call, shuffle, together, thread);
	if (begins(name, "llvm.nvvm.vote.ballot.sync"))
		return balloted(m, call, together, thread);
	if (begins(name, "llvm.nvvm.barrier.cta.red.popc") && call_args(call) == 2)
		return counted(m, call_arg(call, 1));
	return any;
}
