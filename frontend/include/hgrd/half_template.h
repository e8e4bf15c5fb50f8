/* One 16-bit floating-point type and its pair, for cuda_fp16.h and cuda_bf16.h, which define:
 *   HGRD_H, HGRD_H2     names of the type and of the pair
 *   HGRD_RAW, HGRD_RAW2 names of their plain storage
 *   HGRD_TO(bits)       value as float; HGRD_FROM(float) bits of the nearest value
 *   HGRD_NAME(a, b)     conversion names: a##half##b or a##bfloat16##b
 *   HGRD_TO_PAIR, HGRD_HALVES, HGRD_LOWS, HGRD_HIGHS, HGRD_LOW, HGRD_HIGH
 *                       names of the functions between values and pairs
 *   HGRD_ATOMIC_ADD(p, v) the bits that an atomic addition found
 * Values travel through float; what is exact here is sizes, addresses and data flow. */

struct HGRD_RAW {
	unsigned short x;
};
struct __attribute__((aligned(4))) HGRD_RAW2 {
	unsigned short x, y;
};

struct __attribute__((aligned(2))) HGRD_H {
	unsigned short __x;

	__host__ __device__ HGRD_H() = default;
	__hgrd_member HGRD_H(const HGRD_RAW &raw) : __x(raw.x)
	{
	}
	__hgrd_member HGRD_H(float f) : __x(HGRD_FROM(f))
	{
	}
	__hgrd_member HGRD_H(double f) : __x(HGRD_FROM((float)f))
	{
	}
#define X(T)                                                                                       \
	__hgrd_member HGRD_H(T value) : __x(HGRD_FROM((float)value))                               \
	{                                                                                          \
	}                                                                                          \
	__hgrd_member HGRD_H &operator=(T value)                                                   \
	{                                                                                          \
		__x = HGRD_FROM((float)value);                                                     \
		return *this;                                                                      \
	}                                                                                          \
	__hgrd_member explicit operator T() const                                                  \
	{                                                                                          \
		return (T)HGRD_TO(__x);                                                            \
	}
	X(short) X(unsigned short) X(int) X(unsigned int) X(long) X(unsigned long) X(long long)
	X(unsigned long long)
#undef X
	__hgrd_member HGRD_H &operator=(const HGRD_RAW &raw)
	{
		__x = raw.x;
		return *this;
	}
	__hgrd_member HGRD_H &operator=(float f)
	{
		__x = HGRD_FROM(f);
		return *this;
	}
	__hgrd_member HGRD_H &operator=(double f)
	{
		__x = HGRD_FROM((float)f);
		return *this;
	}
	__hgrd_member operator float() const
	{
		return HGRD_TO(__x);
	}
	__hgrd_member operator HGRD_RAW() const
	{
		return HGRD_RAW{__x};
	}
	__hgrd_member explicit operator bool() const
	{
		return (__x & 0x7fff) != 0;
	}
	__hgrd_member explicit operator signed char() const
	{
		return (signed char)HGRD_TO(__x);
	}
	__hgrd_member explicit operator unsigned char() const
	{
		return (unsigned char)HGRD_TO(__x);
	}
	__hgrd_member explicit operator char() const
	{
		return (char)HGRD_TO(__x);
	}
};

struct __attribute__((aligned(4))) HGRD_H2 {
	HGRD_H x, y;

	__host__ __device__ HGRD_H2() = default;
	__hgrd_member HGRD_H2(const HGRD_H &a, const HGRD_H &b) : x(a), y(b)
	{
	}
	__hgrd_member HGRD_H2(const HGRD_RAW2 &raw) : x(HGRD_RAW{raw.x}), y(HGRD_RAW{raw.y})
	{
	}
	__hgrd_member operator HGRD_RAW2() const
	{
		return HGRD_RAW2{x.__x, y.__x};
	}
};

/* Conversions. */
__hgrd_both HGRD_H HGRD_NAME(__float2, )(float f)
{
	return HGRD_H(f);
}
__hgrd_both HGRD_H HGRD_NAME(__double2, )(double f)
{
	return HGRD_H(f);
}
__hgrd_both float HGRD_NAME(__, 2float)(HGRD_H a)
{
	return HGRD_TO(a.__x);
}
#define X(MODE)                                                                                    \
	__hgrd_both HGRD_H HGRD_NAME(__float2, MODE)(float f)                                      \
	{                                                                                          \
		return HGRD_H(f);                                                                  \
	}
X(_rn) X(_rz) X(_ru) X(_rd)
#undef X
#define X(NAME, T, MODE)                                                                           \
	__hgrd_both HGRD_H HGRD_NAME(__##NAME##2, MODE)(T value)                                   \
	{                                                                                          \
		return HGRD_H((float)value);                                                       \
	}                                                                                          \
	__hgrd_both T HGRD_NAME(__, 2##NAME##MODE)(HGRD_H a)                                       \
	{                                                                                          \
		return (T)HGRD_TO(a.__x);                                                          \
	}
#define X4(NAME, T) X(NAME, T, _rn) X(NAME, T, _rz) X(NAME, T, _ru) X(NAME, T, _rd)
X4(int, int) X4(uint, unsigned int) X4(short, short) X4(ushort, unsigned short)
X4(ll, long long) X4(ull, unsigned long long)
#undef X4
#undef X
__hgrd_both short HGRD_NAME(__, _as_short)(HGRD_H a)
{
	return (short)a.__x;
}
__hgrd_both unsigned short HGRD_NAME(__, _as_ushort)(HGRD_H a)
{
	return a.__x;
}
__hgrd_both HGRD_H HGRD_NAME(__short_as_, )(short bits)
{
	return HGRD_H(HGRD_RAW{(unsigned short)bits});
}
__hgrd_both HGRD_H HGRD_NAME(__ushort_as_, )(unsigned short bits)
{
	return HGRD_H(HGRD_RAW{bits});
}
__hgrd_both HGRD_H2 HGRD_NAME(__float2, 2_rn)(float f)
{
	return HGRD_H2(HGRD_H(f), HGRD_H(f));
}
__hgrd_both HGRD_H2 HGRD_NAME(__floats2, 2_rn)(float a, float b)
{
	return HGRD_H2(HGRD_H(a), HGRD_H(b));
}
__hgrd_both HGRD_H2 HGRD_NAME(__float22, 2_rn)(float2 f)
{
	return HGRD_H2(HGRD_H(f.x), HGRD_H(f.y));
}
__hgrd_both float2 HGRD_NAME(__, 22float2)(HGRD_H2 a)
{
	return float2{HGRD_TO(a.x.__x), HGRD_TO(a.y.__x)};
}
__hgrd_both HGRD_H2 HGRD_TO_PAIR(HGRD_H a)
{
	return HGRD_H2(a, a);
}
__hgrd_both float __low2float(HGRD_H2 a)
{
	return HGRD_TO(a.x.__x);
}
__hgrd_both float __high2float(HGRD_H2 a)
{
	return HGRD_TO(a.y.__x);
}

/* Arithmetic. */
#define X(OP)                                                                                      \
	__hgrd_both HGRD_H operator OP(const HGRD_H &a, const HGRD_H &b)                           \
	{                                                                                          \
		return HGRD_H(HGRD_TO(a.__x) OP HGRD_TO(b.__x));                                   \
	}                                                                                          \
	__hgrd_both HGRD_H &operator OP##=(HGRD_H &a, const HGRD_H &b)                             \
	{                                                                                          \
		return a = a OP b;                                                                 \
	}                                                                                          \
	__hgrd_both HGRD_H2 operator OP(const HGRD_H2 &a, const HGRD_H2 &b)                        \
	{                                                                                          \
		return HGRD_H2(a.x OP b.x, a.y OP b.y);                                            \
	}                                                                                          \
	__hgrd_both HGRD_H2 &operator OP##=(HGRD_H2 &a, const HGRD_H2 &b)                          \
	{                                                                                          \
		return a = a OP b;                                                                 \
	}
X(+) X(-) X(*) X(/)
#undef X
#define X(OP)                                                                                      \
	__hgrd_both bool operator OP(const HGRD_H &a, const HGRD_H &b)                             \
	{                                                                                          \
		return HGRD_TO(a.__x) OP HGRD_TO(b.__x);                                           \
	}                                                                                          \
	__hgrd_both bool operator OP(const HGRD_H2 &a, const HGRD_H2 &b)                           \
	{                                                                                          \
		return a.x OP b.x && a.y OP b.y;                                                   \
	}
X(==) X(!=) X(<) X(>) X(<=) X(>=)
#undef X
__hgrd_both HGRD_H operator+(const HGRD_H &a)
{
	return a;
}
__hgrd_both HGRD_H operator-(const HGRD_H &a)
{
	return HGRD_H(-HGRD_TO(a.__x));
}
__hgrd_both HGRD_H2 operator-(const HGRD_H2 &a)
{
	return HGRD_H2(-a.x, -a.y);
}
__hgrd_both HGRD_H &operator++(HGRD_H &a)
{
	return a = a + HGRD_H(1.0f);
}
__hgrd_both HGRD_H &operator--(HGRD_H &a)
{
	return a = a - HGRD_H(1.0f);
}
#define X(NAME, OP)                                                                                \
	__hgrd_both HGRD_H NAME(HGRD_H a, HGRD_H b)                                                \
	{                                                                                          \
		return a OP b;                                                                     \
	}                                                                                          \
	__hgrd_both HGRD_H NAME##_rn(HGRD_H a, HGRD_H b)                                           \
	{                                                                                          \
		return a OP b;                                                                     \
	}                                                                                          \
	__hgrd_both HGRD_H NAME##_sat(HGRD_H a, HGRD_H b)                                          \
	{                                                                                          \
		return a OP b;                                                                     \
	}                                                                                          \
	__hgrd_both HGRD_H2 NAME##2(HGRD_H2 a, HGRD_H2 b)                                          \
	{                                                                                          \
		return a OP b;                                                                     \
	}                                                                                          \
	__hgrd_both HGRD_H2 NAME##2_rn(HGRD_H2 a, HGRD_H2 b)                                       \
	{                                                                                          \
		return a OP b;                                                                     \
	}
X(__hadd, +) X(__hsub, -) X(__hmul, *)
#undef X
__hgrd_both HGRD_H __hdiv(HGRD_H a, HGRD_H b)
{
	return a / b;
}
__hgrd_both HGRD_H2 __h2div(HGRD_H2 a, HGRD_H2 b)
{
	return a / b;
}
__hgrd_both HGRD_H __hfma(HGRD_H a, HGRD_H b, HGRD_H c)
{
	return a * b + c;
}
__hgrd_both HGRD_H __hfma_relu(HGRD_H a, HGRD_H b, HGRD_H c)
{
	return a * b + c;
}
__hgrd_both HGRD_H2 __hfma2(HGRD_H2 a, HGRD_H2 b, HGRD_H2 c)
{
	return a * b + c;
}
__hgrd_both HGRD_H __hneg(HGRD_H a)
{
	return -a;
}
__hgrd_both HGRD_H2 __hneg2(HGRD_H2 a)
{
	return -a;
}
__hgrd_both HGRD_H __habs(HGRD_H a)
{
	return HGRD_H(HGRD_RAW{(unsigned short)(a.__x & 0x7fff)});
}
__hgrd_both HGRD_H2 __habs2(HGRD_H2 a)
{
	return HGRD_H2(__habs(a.x), __habs(a.y));
}
__hgrd_both bool __hisnan(HGRD_H a)
{
	return __builtin_isnan(HGRD_TO(a.__x));
}
__hgrd_both int __hisinf(HGRD_H a)
{
	return __builtin_isinf(HGRD_TO(a.__x));
}
#define X(NAME, OP)                                                                                \
	__hgrd_both bool __h##NAME(HGRD_H a, HGRD_H b)                                             \
	{                                                                                          \
		return a OP b;                                                                     \
	}                                                                                          \
	__hgrd_both bool __h##NAME##u(HGRD_H a, HGRD_H b)                                          \
	{                                                                                          \
		return a OP b;                                                                     \
	}                                                                                          \
	__hgrd_both HGRD_H2 __h##NAME##2(HGRD_H2 a, HGRD_H2 b)                                     \
	{                                                                                          \
		return HGRD_H2(HGRD_H(a.x OP b.x ? 1.0f : 0.0f), HGRD_H(a.y OP b.y ? 1.0f : 0.0f));\
	}                                                                                          \
	__hgrd_both bool __hb##NAME##2(HGRD_H2 a, HGRD_H2 b)                                       \
	{                                                                                          \
		return a.x OP b.x && a.y OP b.y;                                                   \
	}
X(eq, ==) X(ne, !=) X(lt, <) X(gt, >) X(le, <=) X(ge, >=)
#undef X
#define X(NAME, OP)                                                                                \
	__hgrd_both HGRD_H NAME(HGRD_H a, HGRD_H b)                                                \
	{                                                                                          \
		return a OP b ? a : b;                                                             \
	}                                                                                          \
	__hgrd_both HGRD_H NAME##_nan(HGRD_H a, HGRD_H b)                                          \
	{                                                                                          \
		return a OP b ? a : b;                                                             \
	}                                                                                          \
	__hgrd_both HGRD_H2 NAME##2(HGRD_H2 a, HGRD_H2 b)                                          \
	{                                                                                          \
		return HGRD_H2(NAME(a.x, b.x), NAME(a.y, b.y));                                    \
	}
X(__hmin, <) X(__hmax, >)
#undef X

/* Pairs. */
__hgrd_both HGRD_H2 HGRD_HALVES(HGRD_H a, HGRD_H b)
{
	return HGRD_H2(a, b);
}
__hgrd_both HGRD_H2 __lowhigh2highlow(HGRD_H2 a)
{
	return HGRD_H2(a.y, a.x);
}
__hgrd_both HGRD_H2 HGRD_LOWS(HGRD_H2 a, HGRD_H2 b)
{
	return HGRD_H2(a.x, b.x);
}
__hgrd_both HGRD_H2 HGRD_HIGHS(HGRD_H2 a, HGRD_H2 b)
{
	return HGRD_H2(a.y, b.y);
}
__hgrd_both HGRD_H2 HGRD_LOW(HGRD_H2 a)
{
	return HGRD_H2(a.x, a.x);
}
__hgrd_both HGRD_H2 HGRD_HIGH(HGRD_H2 a)
{
	return HGRD_H2(a.y, a.y);
}

/* Functions. */
#define X(NAME, F)                                                                                 \
	__hgrd_dev HGRD_H h##NAME(HGRD_H a)                                                        \
	{                                                                                          \
		return HGRD_H(F(HGRD_TO(a.__x)));                                                  \
	}                                                                                          \
	__hgrd_dev HGRD_H2 h2##NAME(HGRD_H2 a)                                                     \
	{                                                                                          \
		return HGRD_H2(h##NAME(a.x), h##NAME(a.y));                                        \
	}
X(sqrt, sqrtf) X(rsqrt, rsqrtf) X(rcp, __frcp_rn) X(log, logf) X(log2, log2f) X(log10, log10f)
X(exp, expf) X(exp2, exp2f) X(exp10, exp10f) X(cos, cosf) X(sin, sinf) X(tanh, tanhf)
X(floor, floorf) X(ceil, ceilf) X(trunc, truncf) X(rint, rintf)
#undef X

/* Warp and memory. */
#define X(NAME, DELTA)                                                                             \
	__hgrd_dev HGRD_H NAME##_sync(unsigned int mask, HGRD_H a, DELTA delta, int width = 32)    \
	{                                                                                          \
		return HGRD_H(HGRD_RAW{(unsigned short)NAME##_sync(                                \
			mask, (unsigned int)a.__x, delta, width)});                                \
	}                                                                                          \
	__hgrd_dev HGRD_H2 NAME##_sync(unsigned int mask, HGRD_H2 a, DELTA delta, int width = 32)  \
	{                                                                                          \
		return __builtin_bit_cast(HGRD_H2, NAME##_sync(mask,                               \
			__builtin_bit_cast(unsigned int, a), delta, width));                       \
	}
X(__shfl, int) X(__shfl_up, unsigned int) X(__shfl_down, unsigned int) X(__shfl_xor, int)
#undef X
/* The pair is added element by element; only the elements are atomic. */
__hgrd_dev HGRD_H atomicAdd(HGRD_H *p, HGRD_H v)
{
	return HGRD_H(HGRD_RAW{HGRD_ATOMIC_ADD(p, v)});
}
__hgrd_dev HGRD_H2 atomicAdd(HGRD_H2 *p, HGRD_H2 v)
{
	HGRD_H x = atomicAdd(&p->x, v.x);

	return HGRD_H2(x, atomicAdd(&p->y, v.y));
}
