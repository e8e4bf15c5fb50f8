/* Random numbers in device code. A state is memory that every call reads and writes; the
 * numbers themselves are functions of it that are not modelled. */
#ifndef CURAND_KERNEL_H_
#define CURAND_KERNEL_H_

#include "curand.h"

#define X(NAME)                                                                                    \
	struct NAME {                                                                              \
		unsigned int d, v[5];                                                              \
		int boxmuller_flag, boxmuller_flag_double;                                         \
		float boxmuller_extra;                                                             \
		double boxmuller_extra_double;                                                     \
	};                                                                                         \
	typedef struct NAME NAME##_t;
X(curandStateXORWOW)
X(curandStateMRG32k3a)
X(curandStatePhilox4_32_10)
X(curandStateSobol32)
X(curandStateScrambledSobol32)
X(curandStateSobol64)
X(curandStateScrambledSobol64)
X(curandStateMtgp32)
#undef X
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

__hgrd_value unsigned int __hgrd_random_bits(unsigned int);
__hgrd_value unsigned int __hgrd_random_next(unsigned int);
__hgrd_value float __hgrd_random_float(unsigned int, int kind, float, float);
__hgrd_value double __hgrd_random_double(unsigned int, int kind, double, double);

template <class S>
__hgrd_dev void curand_init(unsigned long long seed, unsigned long long sequence,
	unsigned long long offset, S *state)
{
	state->d = __hgrd_random_bits((unsigned int)(seed ^ sequence ^ offset));
	state->boxmuller_flag = 0;
	state->boxmuller_flag_double = 0;
}
template <class S>
__hgrd_dev void curand_init(unsigned int *vectors, unsigned int offset, S *state)
{
	state->d = __hgrd_random_bits(vectors[0] ^ offset);
}
template <class S>
__hgrd_dev void curand_init(unsigned int *vectors, unsigned int scramble, unsigned int offset, S *state)
{
	state->d = __hgrd_random_bits(vectors[0] ^ scramble ^ offset);
}
template <class S>
__hgrd_dev void curand_init(unsigned long long *vectors, unsigned long long offset, S *state)
{
	state->d = __hgrd_random_bits((unsigned int)(vectors[0] ^ offset));
}
template <class S> __hgrd_dev unsigned int __hgrd_random_step(S *state)
{
	return state->d = __hgrd_random_next(state->d);
}
template <class S> __hgrd_dev void skipahead(unsigned long long n, S *state)
{
	__hgrd_random_step(state);
}
template <class S> __hgrd_dev void skipahead_sequence(unsigned long long n, S *state)
{
	__hgrd_random_step(state);
}
template <class S> __hgrd_dev unsigned int curand(S *state)
{
	return __hgrd_random_bits(__hgrd_random_step(state));
}
__hgrd_dev unsigned long long curand(curandStateSobol64 *state)
{
	unsigned long long bits = __hgrd_random_bits(__hgrd_random_step(state));

	return bits << 32 | __hgrd_random_bits((unsigned int)bits);
}
#define X(NAME, KIND)                                                                              \
	template <class S> __hgrd_dev float NAME(S *state)                                         \
	{                                                                                          \
		return __hgrd_random_float(__hgrd_random_step(state), KIND, 0, 1);                 \
	}                                                                                          \
	template <class S> __hgrd_dev double NAME##_double(S *state)                               \
	{                                                                                          \
		return __hgrd_random_double(__hgrd_random_step(state), KIND, 0, 1);                \
	}                                                                                          \
	template <class S> __hgrd_dev float2 NAME##2(S *state)                                     \
	{                                                                                          \
		float x = NAME(state);                                                             \
                                                                                                   \
		return float2{x, NAME(state)};                                                     \
	}                                                                                          \
	template <class S> __hgrd_dev double2 NAME##2_double(S *state)                             \
	{                                                                                          \
		double x = NAME##_double(state);                                                   \
                                                                                                   \
		return double2{x, NAME##_double(state)};                                           \
	}                                                                                          \
	template <class S> __hgrd_dev float4 NAME##4(S *state)                                     \
	{                                                                                          \
		float x = NAME(state), y = NAME(state), z = NAME(state);                           \
                                                                                                   \
		return float4{x, y, z, NAME(state)};                                               \
	}                                                                                          \
	template <class S> __hgrd_dev double4 NAME##4_double(S *state)                             \
	{                                                                                          \
		double x = NAME##_double(state), y = NAME##_double(state),                         \
		       z = NAME##_double(state);                                                   \
                                                                                                   \
		return double4{x, y, z, NAME##_double(state)};                                     \
	}
X(curand_uniform, 0)
X(curand_normal, 1)
#undef X
template <class S> __hgrd_dev uint4 curand4(S *state)
{
	unsigned int x = curand(state), y = curand(state), z = curand(state);

	return uint4{x, y, z, curand(state)};
}
template <class S> __hgrd_dev float curand_log_normal(S *state, float mean, float deviation)
{
	return __hgrd_random_float(__hgrd_random_step(state), 2, mean, deviation);
}
template <class S>
__hgrd_dev double curand_log_normal_double(S *state, double mean, double deviation)
{
	return __hgrd_random_double(__hgrd_random_step(state), 2, mean, deviation);
}
template <class S> __hgrd_dev unsigned int curand_poisson(S *state, double lambda)
{
	return (unsigned int)__hgrd_random_double(__hgrd_random_step(state), 3, lambda, 0);
}

#endif
