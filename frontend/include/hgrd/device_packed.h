/*
 * Intrinsics of two halves or four bytes that are packed in a word, and of three operands, exactly.
 * A row says whether the lanes x and y are signed and what becomes of them; the lane's bits
 * of it are kept.
 */
#ifndef HGRD_DEVICE_PACKED_H
#define HGRD_DEVICE_PACKED_H

template <int Bits, bool Signed> __hgrd_dev int __hgrd_lane(unsigned int word, int index)
{
	unsigned int lane = word >> index * Bits;

	return Signed ? (int)(lane << (32 - Bits)) >> (32 - Bits)
		      : (int)(lane & ((1u << Bits) - 1));
}
template <int Bits> __hgrd_dev unsigned int __hgrd_place(int lane, int index)
{
	return ((unsigned int)lane & ((1u << Bits) - 1)) << index * Bits;
}
template <int Bits, bool Signed> __hgrd_dev int __hgrd_clamp(int x)
{
	const int high = (1 << (Bits - Signed)) - 1, low = Signed ? -high - 1 : 0;

	return x < low ? low : x > high ? high : x;
}

#define PACKED(F, N, BITS, SIGN, EXPR)                                                             \
	__hgrd_dev int __hgrd_of##F##N(int x, int y)                                               \
	{                                                                                          \
		const int bits = BITS;                                                             \
		const bool sign = SIGN;                                                            \
		(void)bits, (void)sign, (void)y;                                                   \
		return EXPR;                                                                       \
	}                                                                                          \
	__hgrd_dev int __hgrd_at##F##N(unsigned int a, unsigned int b, int i)                      \
	{                                                                                          \
		return __hgrd_of##F##N(                                                            \
			__hgrd_lane<BITS, SIGN>(a, i), __hgrd_lane<BITS, SIGN>(b, i));             \
	}
#define WORD2(F, A, B)                                                                             \
	__hgrd_place<16>(__hgrd_at##F##2(A, B, 0), 0) | __hgrd_place<16>(__hgrd_at##F##2(A, B, 1), 1)
#define WORD4(F, A, B)                                                                             \
	__hgrd_place<8>(__hgrd_at##F##4(A, B, 0), 0) |                                             \
		__hgrd_place<8>(__hgrd_at##F##4(A, B, 1), 1) |                                     \
		__hgrd_place<8>(__hgrd_at##F##4(A, B, 2), 2) |                                     \
		__hgrd_place<8>(__hgrd_at##F##4(A, B, 3), 3)
#define X(F, SIGN, EXPR)                                                                           \
	PACKED(F, 2, 16, SIGN, EXPR)                                                               \
	PACKED(F, 4, 8, SIGN, EXPR)                                                                \
	__hgrd_dev unsigned int F##2(unsigned int a, unsigned int b)                               \
	{                                                                                          \
		return WORD2(F, a, b);                                                             \
	}                                                                                          \
	__hgrd_dev unsigned int F##4(unsigned int a, unsigned int b)                               \
	{                                                                                          \
		return WORD4(F, a, b);                                                             \
	}
#define CLAMP(E) (__hgrd_clamp<bits, sign>(E))
X(__vadd, true, x + y)
X(__vaddss, true, CLAMP(x + y))
X(__vaddus, false, CLAMP(x + y))
X(__vsub, true, x - y)
X(__vsubss, true, CLAMP(x - y))
X(__vsubus, false, CLAMP(x - y))
X(__vavgs, true, (x + y + (x + y >= 0)) >> 1)
X(__vavgu, false, (x + y + 1) >> 1)
X(__vhaddu, false, (x + y) >> 1)
X(__vabsdiffs, true, x > y ? x - y : y - x)
X(__vabsdiffu, false, x > y ? x - y : y - x)
X(__vmaxs, true, x > y ? x : y)
X(__vmaxu, false, x > y ? x : y)
X(__vmins, true, x < y ? x : y)
X(__vminu, false, x < y ? x : y)
#define COMPARED(F, SIGN, EXPR)                                                                    \
	X(__vcmp##F, SIGN, (EXPR) ? -1 : 0)                                                        \
	X(__vset##F, SIGN, (EXPR) ? 1 : 0)
COMPARED(eq, false, x == y)
COMPARED(ne, false, x != y)
COMPARED(ges, true, x >= y)
COMPARED(geu, false, x >= y)
COMPARED(gts, true, x > y)
COMPARED(gtu, false, x > y)
COMPARED(les, true, x <= y)
COMPARED(leu, false, x <= y)
COMPARED(lts, true, x < y)
COMPARED(ltu, false, x < y)
#undef COMPARED
#undef X

#define X(F, EXPR)                                                                                 \
	PACKED(F, 2, 16, true, EXPR)                                                                  \
	PACKED(F, 4, 8, true, EXPR)                                                                   \
	__hgrd_dev unsigned int F##2(unsigned int a)                                               \
	{                                                                                          \
		return WORD2(F, a, a);                                                             \
	}                                                                                          \
	__hgrd_dev unsigned int F##4(unsigned int a)                                               \
	{                                                                                          \
		return WORD4(F, a, a);                                                             \
	}
X(__vabs, x < 0 ? -x : x)
X(__vabsss, CLAMP(x < 0 ? -x : x))
X(__vneg, -x)
X(__vnegss, CLAMP(-x))
#undef X
#undef CLAMP

/* Sums of the lanes' differences. */
#define X(S)                                                                                       \
	__hgrd_dev unsigned int __vsad##S##2(unsigned int a, unsigned int b)                       \
	{                                                                                          \
		return __hgrd_at__vabsdiff##S##2(a, b, 0) + __hgrd_at__vabsdiff##S##2(a, b, 1);    \
	}                                                                                          \
	__hgrd_dev unsigned int __vsad##S##4(unsigned int a, unsigned int b)                       \
	{                                                                                          \
		return __hgrd_at__vabsdiff##S##4(a, b, 0) + __hgrd_at__vabsdiff##S##4(a, b, 1) +   \
		       __hgrd_at__vabsdiff##S##4(a, b, 2) + __hgrd_at__vabsdiff##S##4(a, b, 3);    \
	}
X(s)
X(u)
#undef X

/* x, y and z; a word's sum of x and y wraps. */
#define SUM(T) ((T)((unsigned int)x + (unsigned int)y))
#define LESS(A, B) ((A) < (B) ? (A) : (B))
#define MORE(A, B) ((A) < (B) ? (B) : (A))
#define THREE(F, SUM_OR_TWO, OF)                                                                   \
	__hgrd_dev int F##_s32(int x, int y, int z)                                                \
	{                                                                                          \
		return OF(SUM_OR_TWO(int), z);                                                     \
	}                                                                                          \
	__hgrd_dev unsigned int F##_u32(unsigned int x, unsigned int y, unsigned int z)            \
	{                                                                                          \
		return OF(SUM_OR_TWO(unsigned int), z);                                            \
	}                                                                                          \
	__hgrd_dev int F##_s32_relu(int x, int y, int z)                                           \
	{                                                                                          \
		return MORE(F##_s32(x, y, z), 0);                                                  \
	}                                                                                          \
	__hgrd_dev short __hgrd_s##F(short x, short y, short z)                                    \
	{                                                                                          \
		return OF(SUM_OR_TWO(short), z);                                                   \
	}                                                                                          \
	__hgrd_dev unsigned short __hgrd_u##F(                                                     \
		unsigned short x, unsigned short y, unsigned short z)                              \
	{                                                                                          \
		return OF(SUM_OR_TWO(unsigned short), z);                                          \
	}                                                                                          \
	__hgrd_dev unsigned int F##_s16x2(unsigned int x, unsigned int y, unsigned int z)          \
	{                                                                                          \
		return __hgrd_place<16>(__hgrd_s##F(x, y, z), 0) |                                 \
		       __hgrd_place<16>(__hgrd_s##F(x >> 16, y >> 16, z >> 16), 1);                \
	}                                                                                          \
	__hgrd_dev unsigned int F##_u16x2(unsigned int x, unsigned int y, unsigned int z)          \
	{                                                                                          \
		return __hgrd_place<16>(__hgrd_u##F(x, y, z), 0) |                                 \
		       __hgrd_place<16>(__hgrd_u##F(x >> 16, y >> 16, z >> 16), 1);                \
	}                                                                                          \
	__hgrd_dev unsigned int F##_s16x2_relu(unsigned int x, unsigned int y, unsigned int z)     \
	{                                                                                          \
		return __vmaxs2(F##_s16x2(x, y, z), 0);                                            \
	}
#define LESS_OF(T) LESS(x, y)
#define MORE_OF(T) MORE(x, y)
THREE(__viaddmax, SUM, MORE)
THREE(__viaddmin, SUM, LESS)
THREE(__vimax3, MORE_OF, MORE)
THREE(__vimin3, LESS_OF, LESS)
#undef LESS_OF
#undef MORE_OF
#undef THREE
#undef SUM

/* The greater or less of two, and whether it is the first: of halves the upper one's answer comes first. */
#define X(F, OF, COMPARES)                                                                         \
	__hgrd_dev int __vi##F##_s32_relu(int a, int b)                                            \
	{                                                                                          \
		return MORE(OF(a, b), 0);                                                          \
	}                                                                                          \
	__hgrd_dev unsigned int __vi##F##_s16x2_relu(unsigned int a, unsigned int b)               \
	{                                                                                          \
		return __vmaxs2(__v##F##s2(a, b), 0);                                              \
	}                                                                                          \
	__hgrd_dev int __vib##F##_s32(const int a, const int b, bool *const first)                 \
	{                                                                                          \
		*first = a COMPARES b;                                                             \
		return OF(a, b);                                                                   \
	}                                                                                          \
	__hgrd_dev unsigned int __vib##F##_u32(                                                    \
		const unsigned int a, const unsigned int b, bool *const first)                     \
	{                                                                                          \
		*first = a COMPARES b;                                                             \
		return OF(a, b);                                                                   \
	}                                                                                          \
	__hgrd_dev unsigned int __vib##F##_s16x2(const unsigned int a, const unsigned int b,       \
		bool *const high, bool *const low)                                                 \
	{                                                                                          \
		*high = (short)(a >> 16) COMPARES (short)(b >> 16);                                \
		*low = (short)a COMPARES (short)b;                                                 \
		return __v##F##s2(a, b);                                                           \
	}                                                                                          \
	__hgrd_dev unsigned int __vib##F##_u16x2(const unsigned int a, const unsigned int b,       \
		bool *const high, bool *const low)                                                 \
	{                                                                                          \
		*high = a >> 16 COMPARES b >> 16;                                                  \
		*low = (unsigned short)a COMPARES (unsigned short)b;                               \
		return __v##F##u2(a, b);                                                           \
	}
X(max, MORE, >=)
X(min, LESS, <=)
#undef X
#undef LESS
#undef MORE

/* Sums of products of four bytes, or of two halves with two of four bytes. */
template <bool Signed> __hgrd_dev unsigned int __hgrd_dp4a(unsigned int a, unsigned int b)
{
	return __hgrd_lane<8, Signed>(a, 0) * __hgrd_lane<8, Signed>(b, 0) +
	       __hgrd_lane<8, Signed>(a, 1) * __hgrd_lane<8, Signed>(b, 1) +
	       __hgrd_lane<8, Signed>(a, 2) * __hgrd_lane<8, Signed>(b, 2) +
	       __hgrd_lane<8, Signed>(a, 3) * __hgrd_lane<8, Signed>(b, 3);
}
template <bool Signed> __hgrd_dev unsigned int __hgrd_dp2a(unsigned int a, unsigned int b, int from)
{
	return __hgrd_lane<16, Signed>(a, 0) * __hgrd_lane<8, Signed>(b, from) +
	       __hgrd_lane<16, Signed>(a, 1) * __hgrd_lane<8, Signed>(b, from + 1);
}
#define X(T, SIGN)                                                                                 \
	__hgrd_dev T __dp4a(T a, T b, T c)                                                         \
	{                                                                                          \
		return (T)(__hgrd_dp4a<SIGN>(a, b) + (unsigned int)c);                             \
	}                                                                                          \
	__hgrd_dev T __dp2a_lo(T a, T b, T c)                                                      \
	{                                                                                          \
		return (T)(__hgrd_dp2a<SIGN>(a, b, 0) + (unsigned int)c);                          \
	}                                                                                          \
	__hgrd_dev T __dp2a_hi(T a, T b, T c)                                                      \
	{                                                                                          \
		return (T)(__hgrd_dp2a<SIGN>(a, b, 2) + (unsigned int)c);                          \
	}
X(int, true)
X(unsigned int, false)
#undef X
#define X(T, BYTES, HALVES, SIGN)                                                                  \
	__hgrd_dev T __dp4a(BYTES a, BYTES b, T c)                                                 \
	{                                                                                          \
		return __dp4a((T)__hgrd_bytes(a.x, a.y, a.z, a.w),                                 \
			(T)__hgrd_bytes(b.x, b.y, b.z, b.w), c);                                   \
	}                                                                                          \
	__hgrd_dev T __dp2a_lo(HALVES a, BYTES b, T c)                                             \
	{                                                                                          \
		return (T)(a.x * b.x + a.y * b.y + (unsigned int)c);                               \
	}                                                                                          \
	__hgrd_dev T __dp2a_hi(HALVES a, BYTES b, T c)                                             \
	{                                                                                          \
		return (T)(a.x * b.z + a.y * b.w + (unsigned int)c);                               \
	}
__hgrd_dev unsigned int __hgrd_bytes(int x, int y, int z, int w)
{
	return __hgrd_place<8>(x, 0) | __hgrd_place<8>(y, 1) | __hgrd_place<8>(z, 2) |
	       __hgrd_place<8>(w, 3);
}
X(int, char4, short2, true)
X(unsigned int, uchar4, ushort2, false)
#undef X
#undef PACKED
#undef WORD2
#undef WORD4

#endif
