/* Integer intrinsics but those of packed numbers (device_packed.h), exactly, and min() and max() of every mixture of types. */
#ifndef HGRD_DEVICE_INTEGER_H
#define HGRD_DEVICE_INTEGER_H

__hgrd_dev int __clz(int x)
{
	return __builtin_clzg((unsigned int)x, 32);
}
__hgrd_dev int __clzll(long long x)
{
	return __builtin_clzg((unsigned long long)x, 64);
}
__hgrd_dev int __ffs(int x)
{
	return __builtin_ffs(x);
}
__hgrd_dev int __ffsll(long long x)
{
	return __builtin_ffsll(x);
}
__hgrd_dev int __popc(unsigned int x)
{
	return __builtin_popcount(x);
}
__hgrd_dev int __popcll(unsigned long long x)
{
	return __builtin_popcountll(x);
}
__hgrd_dev unsigned int __brev(unsigned int x)
{
	return __builtin_bitreverse32(x);
}
__hgrd_dev unsigned long long __brevll(unsigned long long x)
{
	return __builtin_bitreverse64(x);
}
__hgrd_dev unsigned int __byte_perm(unsigned int a, unsigned int b, unsigned int selector)
{
	return __nvvm_prmt(a, b, selector);
}
__hgrd_dev int __mulhi(int a, int b)
{
	return (int)(((long long)a * b) >> 32);
}
__hgrd_dev unsigned int __umulhi(unsigned int a, unsigned int b)
{
	return (unsigned int)(((unsigned long long)a * b) >> 32);
}
__hgrd_dev long long __mul64hi(long long a, long long b)
{
	return (long long)(((__int128)a * b) >> 64);
}
__hgrd_dev unsigned long long __umul64hi(unsigned long long a, unsigned long long b)
{
	return (unsigned long long)(((unsigned __int128)a * b) >> 64);
}
__hgrd_dev int mulhi(int a, int b)
{
	return __mulhi(a, b);
}
__hgrd_dev unsigned int mulhi(unsigned int a, unsigned int b)
{
	return __umulhi(a, b);
}
__hgrd_dev long long mul64hi(long long a, long long b)
{
	return __mul64hi(a, b);
}
__hgrd_dev unsigned long long mul64hi(unsigned long long a, unsigned long long b)
{
	return __umul64hi(a, b);
}
/* The low 32 bits of the product of the low 24 bits. */
__hgrd_value int __hgrd_low24(int);
__hgrd_value unsigned int __hgrd_ulow24(unsigned int);
__hgrd_dev int __mul24(int a, int b)
{
	return (int)((unsigned int)__hgrd_low24(a) * (unsigned int)__hgrd_low24(b));
}
__hgrd_dev unsigned int __umul24(unsigned int a, unsigned int b)
{
	return __hgrd_ulow24(a) * __hgrd_ulow24(b);
}
__hgrd_dev int mul24(int a, int b)
{
	return __mul24(a, b);
}
__hgrd_dev unsigned int umul24(unsigned int a, unsigned int b)
{
	return __umul24(a, b);
}
__hgrd_dev unsigned int __sad(int a, int b, unsigned int c)
{
	return (a > b ? (unsigned int)a - (unsigned int)b : (unsigned int)b - (unsigned int)a) + c;
}
__hgrd_dev unsigned int __usad(unsigned int a, unsigned int b, unsigned int c)
{
	return (a > b ? a - b : b - a) + c;
}
__hgrd_dev int __hadd(int a, int b)
{
	return (int)(((long long)a + b) >> 1);
}
__hgrd_dev int __rhadd(int a, int b)
{
	return (int)(((long long)a + b + 1) >> 1);
}
__hgrd_dev unsigned int __uhadd(unsigned int a, unsigned int b)
{
	return (unsigned int)(((unsigned long long)a + b) >> 1);
}
__hgrd_dev unsigned int __urhadd(unsigned int a, unsigned int b)
{
	return (unsigned int)(((unsigned long long)a + b + 1) >> 1);
}
__hgrd_dev unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int n)
{
	return (unsigned int)(((((unsigned long long)high << 32) | low) << (n & 31)) >> 32);
}
__hgrd_dev unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int n)
{
	return (unsigned int)((((unsigned long long)high << 32) | low) >> (n & 31));
}
__hgrd_dev unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int n)
{
	return n >= 32 ? low : __funnelshift_l(low, high, n);
}
__hgrd_dev unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int n)
{
	return n >= 32 ? high : __funnelshift_r(low, high, n);
}
/* Mixed operands take the type that arithmetic between them would have. */
#define X(R, A, B)                                                                                 \
	__hgrd_both constexpr R min(const A a, const B b)                                          \
	{                                                                                          \
		return (R)b < (R)a ? (R)b : (R)a;                                                  \
	}                                                                                          \
	__hgrd_both constexpr R max(const A a, const B b)                                          \
	{                                                                                          \
		return (R)a < (R)b ? (R)b : (R)a;                                                  \
	}
X(int, int, int)
X(unsigned int, unsigned int, unsigned int)
X(unsigned int, int, unsigned int)
X(unsigned int, unsigned int, int)
X(long, long, long)
X(unsigned long, unsigned long, unsigned long)
X(unsigned long, long, unsigned long)
X(unsigned long, unsigned long, long)
X(long long, long long, long long)
X(unsigned long long, unsigned long long, unsigned long long)
X(unsigned long long, long long, unsigned long long)
X(unsigned long long, unsigned long long, long long)
#undef X
#define X(R, A, B, S)                                                                              \
	__hgrd_both R min(const A a, const B b)                                                    \
	{                                                                                          \
		return __builtin_fmin##S(a, b);                                                    \
	}                                                                                          \
	__hgrd_both R max(const A a, const B b)                                                    \
	{                                                                                          \
		return __builtin_fmax##S(a, b);                                                    \
	}
X(float, float, float, f)
X(double, double, double, )
X(double, float, double, )
X(double, double, float, )
#undef X

__hgrd_dev unsigned int umin(unsigned int a, unsigned int b)
{
	return min(a, b);
}
__hgrd_dev unsigned int umax(unsigned int a, unsigned int b)
{
	return max(a, b);
}
__hgrd_dev long long llmin(long long a, long long b)
{
	return min(a, b);
}
__hgrd_dev long long llmax(long long a, long long b)
{
	return max(a, b);
}
__hgrd_dev unsigned long long ullmin(unsigned long long a, unsigned long long b)
{
	return min(a, b);
}
__hgrd_dev unsigned long long ullmax(unsigned long long a, unsigned long long b)
{
	return max(a, b);
}

#endif
