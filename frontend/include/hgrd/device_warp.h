/* Votes, shuffles, matches and reductions of a warp. None of them orders memory. */
#ifndef HGRD_DEVICE_WARP_H
#define HGRD_DEVICE_WARP_H

__hgrd_dev int __all_sync(unsigned int mask, int predicate)
{
	return __nvvm_vote_all_sync(mask, predicate);
}
__hgrd_dev int __any_sync(unsigned int mask, int predicate)
{
	return __nvvm_vote_any_sync(mask, predicate);
}
__hgrd_dev int __uni_sync(unsigned int mask, int predicate)
{
	return __nvvm_vote_uni_sync(mask, predicate);
}
__hgrd_dev unsigned int __ballot_sync(unsigned int mask, int predicate)
{
	return __nvvm_vote_ballot_sync(mask, predicate);
}
__hgrd_dev unsigned int __activemask(void)
{
	return __nvvm_activemask();
}
__hgrd_dev int __all(int predicate)
{
	return __nvvm_vote_all(predicate);
}
__hgrd_dev int __any(int predicate)
{
	return __nvvm_vote_any(predicate);
}
__hgrd_dev unsigned int __ballot(int predicate)
{
	return __nvvm_vote_ballot(predicate);
}
__hgrd_dev unsigned int __fns(unsigned int mask, unsigned int base, int offset)
{
	return __nvvm_fns(mask, base, offset);
}
__hgrd_dev unsigned int __lane_id(void)
{
	return __nvvm_read_ptx_sreg_laneid();
}

/* The last argument of the instruction packs the segment mask and the clamp. */
#define X(NAME, SYNC, PLAIN, CLAMP, DELTA)                                                         \
	__hgrd_dev int NAME##_sync(unsigned int mask, int value, DELTA delta, int width = 32)      \
	{                                                                                          \
		return SYNC##_i32(mask, value, delta, ((32 - width) << 8) | CLAMP);                \
	}                                                                                          \
	__hgrd_dev float NAME##_sync(unsigned int mask, float value, DELTA delta, int width = 32)  \
	{                                                                                          \
		return SYNC##_f32(mask, value, delta, ((32 - width) << 8) | CLAMP);                \
	}                                                                                          \
	__hgrd_dev int NAME(int value, DELTA delta, int width = 32)                                \
	{                                                                                          \
		return PLAIN##_i32(value, delta, ((32 - width) << 8) | CLAMP);                     \
	}                                                                                          \
	__hgrd_dev float NAME(float value, DELTA delta, int width = 32)                            \
	{                                                                                          \
		return PLAIN##_f32(value, delta, ((32 - width) << 8) | CLAMP);                     \
	}
X(__shfl, __nvvm_shfl_sync_idx, __nvvm_shfl_idx, 0x1f, int)
X(__shfl_up, __nvvm_shfl_sync_up, __nvvm_shfl_up, 0, unsigned int)
X(__shfl_down, __nvvm_shfl_sync_down, __nvvm_shfl_down, 0x1f, unsigned int)
X(__shfl_xor, __nvvm_shfl_sync_bfly, __nvvm_shfl_bfly, 0x1f, int)
#undef X

/* Wider values travel as two words. */
__hgrd_dev long long __hgrd_words(unsigned int low, unsigned int high)
{
	return (long long)(((unsigned long long)high << 32) | low);
}
#define X2(NAME, T, WORD, DELTA)                                                                   \
	__hgrd_dev T NAME##_sync(unsigned int mask, T value, DELTA delta, int width = 32)          \
	{                                                                                          \
		return (T)NAME##_sync(mask, (WORD)value, delta, width);                            \
	}                                                                                          \
	__hgrd_dev T NAME(T value, DELTA delta, int width = 32)                                    \
	{                                                                                          \
		return (T)NAME((WORD)value, delta, width);                                         \
	}
#define X(NAME, DELTA)                                                                             \
	X2(NAME, unsigned int, int, DELTA)                                                         \
	__hgrd_dev long long NAME##_sync(                                                          \
		unsigned int mask, long long value, DELTA delta, int width = 32)                   \
	{                                                                                          \
		unsigned int low = NAME##_sync(mask, (unsigned int)value, delta, width);           \
		unsigned int high = NAME##_sync(                                                   \
			mask, (unsigned int)((unsigned long long)value >> 32), delta, width);      \
		return __hgrd_words(low, high);                                                    \
	}                                                                                          \
	__hgrd_dev long long NAME(long long value, DELTA delta, int width = 32)                    \
	{                                                                                          \
		unsigned int low = NAME((unsigned int)value, delta, width);                        \
		unsigned int high = NAME(                                                          \
			(unsigned int)((unsigned long long)value >> 32), delta, width);            \
		return __hgrd_words(low, high);                                                    \
	}                                                                                          \
	X2(NAME, unsigned long long, long long, DELTA)                                             \
	X2(NAME, long, long long, DELTA)                                                           \
	X2(NAME, unsigned long, long long, DELTA)                                                  \
	__hgrd_dev double NAME##_sync(unsigned int mask, double value, DELTA delta, int width = 32)\
	{                                                                                          \
		return __builtin_bit_cast(double,                                                  \
			NAME##_sync(mask, __builtin_bit_cast(long long, value), delta, width));    \
	}                                                                                          \
	__hgrd_dev double NAME(double value, DELTA delta, int width = 32)                          \
	{                                                                                          \
		return __builtin_bit_cast(                                                         \
			double, NAME(__builtin_bit_cast(long long, value), delta, width));         \
	}
X(__shfl, int)
X(__shfl_up, unsigned int)
X(__shfl_down, unsigned int)
X(__shfl_xor, int)
#undef X
#undef X2

#define X(T, BITS, WORD)                                                                           \
	__hgrd_dev unsigned int __match_any_sync(unsigned int mask, T value)                       \
	{                                                                                          \
		return __nvvm_match_any_sync_i##BITS(mask, (WORD)value);                           \
	}                                                                                          \
	__hgrd_dev unsigned int __match_all_sync(unsigned int mask, T value, int *all)             \
	{                                                                                          \
		return __nvvm_match_all_sync_i##BITS##p(mask, (WORD)value, all);                   \
	}
X(int, 32, unsigned int)
X(unsigned int, 32, unsigned int)
X(long, 64, unsigned long long)
X(unsigned long, 64, unsigned long long)
X(long long, 64, unsigned long long)
X(unsigned long long, 64, unsigned long long)
#undef X
#define X(T, BITS, WORD)                                                                           \
	__hgrd_dev unsigned int __match_any_sync(unsigned int mask, T value)                       \
	{                                                                                          \
		return __nvvm_match_any_sync_i##BITS(mask, __builtin_bit_cast(WORD, value));       \
	}                                                                                          \
	__hgrd_dev unsigned int __match_all_sync(unsigned int mask, T value, int *all)             \
	{                                                                                          \
		return __nvvm_match_all_sync_i##BITS##p(                                           \
			mask, __builtin_bit_cast(WORD, value), all);                               \
	}
X(float, 32, unsigned int)
X(double, 64, unsigned long long)
#undef X

#define X(NAME, T, BUILTIN)                                                                        \
	__hgrd_dev T NAME(unsigned int mask, T value)                                              \
	{                                                                                          \
		return (T)BUILTIN(value, mask);                                                    \
	}
X(__reduce_add_sync, unsigned int, __nvvm_redux_sync_add)
X(__reduce_add_sync, int, __nvvm_redux_sync_add)
X(__reduce_min_sync, unsigned int, __nvvm_redux_sync_umin)
X(__reduce_min_sync, int, __nvvm_redux_sync_min)
X(__reduce_max_sync, unsigned int, __nvvm_redux_sync_umax)
X(__reduce_max_sync, int, __nvvm_redux_sync_max)
X(__reduce_and_sync, unsigned int, __nvvm_redux_sync_and)
X(__reduce_or_sync, unsigned int, __nvvm_redux_sync_or)
X(__reduce_xor_sync, unsigned int, __nvvm_redux_sync_xor)
#undef X

#endif
