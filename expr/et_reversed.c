#include "expr/et.h"

const struct et *et_reversed(struct ets *ets, const struct et *word, unsigned bits)
{
	const struct et *sum = et_const(ets, word->width, 0), *two = et_const(ets, word->width, 2);
	for (unsigned i = 0; i < bits; i++) {
		uint64_t place = UINT64_C(1) << (bits - 1 - i);
		unsigned flags = bits < word->width ? ET_NUW | ET_NSW : ET_NUW;
		const struct et *above = et_binary(
			ets, ET_UDIV, 0, word, et_const(ets, word->width, UINT64_C(1) << i));
		const struct et *bit = et_binary(ets, ET_MUL, flags,
			et_binary(ets, ET_UREM, 0, above, two),
			et_const(ets, word->width, place));
		sum = et_binary(ets, ET_ADD, ET_NUW, sum, bit);
	}
	return sum;
}
