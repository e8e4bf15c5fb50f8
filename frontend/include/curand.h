/* Random numbers, host library. */
#ifndef CURAND_H_
#define CURAND_H_

#include "cuda_runtime.h"

typedef enum curandStatus {
	CURAND_STATUS_SUCCESS = 0,
	CURAND_STATUS_VERSION_MISMATCH = 100,
	CURAND_STATUS_NOT_INITIALIZED = 101,
	CURAND_STATUS_ALLOCATION_FAILED = 102,
	CURAND_STATUS_TYPE_ERROR = 103,
	CURAND_STATUS_OUT_OF_RANGE = 104,
	CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
	CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
	CURAND_STATUS_LAUNCH_FAILURE = 201,
	CURAND_STATUS_PREEXISTING_FAILURE = 202,
	CURAND_STATUS_INITIALIZATION_FAILED = 203,
	CURAND_STATUS_ARCH_MISMATCH = 204,
	CURAND_STATUS_INTERNAL_ERROR = 999
} curandStatus_t;
typedef enum curandRngType {
	CURAND_RNG_PSEUDO_DEFAULT = 100,
	CURAND_RNG_PSEUDO_XORWOW = 101,
	CURAND_RNG_PSEUDO_MRG32K3A = 121,
	CURAND_RNG_PSEUDO_MTGP32 = 141,
	CURAND_RNG_PSEUDO_MT19937 = 142,
	CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
	CURAND_RNG_QUASI_DEFAULT = 200,
	CURAND_RNG_QUASI_SOBOL32 = 201,
	CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
	CURAND_RNG_QUASI_SOBOL64 = 203,
	CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204
} curandRngType_t;
typedef enum curandOrdering {
	CURAND_ORDERING_PSEUDO_BEST = 100,
	CURAND_ORDERING_PSEUDO_DEFAULT = 101,
	CURAND_ORDERING_PSEUDO_SEEDED = 102,
	CURAND_ORDERING_PSEUDO_LEGACY = 103,
	CURAND_ORDERING_PSEUDO_DYNAMIC = 104,
	CURAND_ORDERING_QUASI_DEFAULT = 201
} curandOrdering_t;
typedef enum curandDirectionVectorSet {
	CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101,
	CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6 = 102,
	CURAND_DIRECTION_VECTORS_64_JOEKUO6 = 103,
	CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 = 104
} curandDirectionVectorSet_t;
typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];
typedef struct curandGenerator_st *curandGenerator_t;

#define R __hgrd_host curandStatus_t
R curandCreateGenerator(curandGenerator_t *, curandRngType_t);
R curandCreateGeneratorHost(curandGenerator_t *, curandRngType_t);
R curandDestroyGenerator(curandGenerator_t);
R curandGetVersion(int *);
R curandSetStream(curandGenerator_t, cudaStream_t);
R curandSetPseudoRandomGeneratorSeed(curandGenerator_t, unsigned long long);
R curandSetGeneratorOffset(curandGenerator_t, unsigned long long);
R curandSetGeneratorOrdering(curandGenerator_t, curandOrdering_t);
R curandSetQuasiRandomGeneratorDimensions(curandGenerator_t, unsigned int);
R curandGenerate(curandGenerator_t, unsigned int *, size_t);
R curandGenerateLongLong(curandGenerator_t, unsigned long long *, size_t);
R curandGenerateUniform(curandGenerator_t, float *, size_t);
R curandGenerateUniformDouble(curandGenerator_t, double *, size_t);
R curandGenerateNormal(curandGenerator_t, float *, size_t, float, float);
R curandGenerateNormalDouble(curandGenerator_t, double *, size_t, double, double);
R curandGenerateLogNormal(curandGenerator_t, float *, size_t, float, float);
R curandGenerateLogNormalDouble(curandGenerator_t, double *, size_t, double, double);
R curandGeneratePoisson(curandGenerator_t, unsigned int *, size_t, double);
R curandGenerateSeeds(curandGenerator_t);
R curandGetDirectionVectors32(curandDirectionVectors32_t **, curandDirectionVectorSet_t);
R curandGetDirectionVectors64(curandDirectionVectors64_t **, curandDirectionVectorSet_t);
R curandGetScrambleConstants32(unsigned int **);
R curandGetScrambleConstants64(unsigned long long **);
#undef R

#endif
