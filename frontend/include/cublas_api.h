/* Dense linear algebra, host library: declared, never defined. */
#ifndef CUBLAS_API_H_
#define CUBLAS_API_H_

#include "cuda_runtime.h"
#include "cuComplex.h"
#include "library_types.h"

typedef enum {
	CUBLAS_STATUS_SUCCESS = 0,
	CUBLAS_STATUS_NOT_INITIALIZED = 1,
	CUBLAS_STATUS_ALLOC_FAILED = 3,
	CUBLAS_STATUS_INVALID_VALUE = 7,
	CUBLAS_STATUS_ARCH_MISMATCH = 8,
	CUBLAS_STATUS_MAPPING_ERROR = 11,
	CUBLAS_STATUS_EXECUTION_FAILED = 13,
	CUBLAS_STATUS_INTERNAL_ERROR = 14,
	CUBLAS_STATUS_NOT_SUPPORTED = 15,
	CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef enum { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER, CUBLAS_FILL_MODE_FULL }
	cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT } cublasSideMode_t;
typedef enum {
	CUBLAS_OP_N = 0,
	CUBLAS_OP_T = 1,
	CUBLAS_OP_C = 2,
	CUBLAS_OP_HERMITAN = 2,
	CUBLAS_OP_CONJG = 3
} cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED, CUBLAS_ATOMICS_ALLOWED } cublasAtomicsMode_t;
typedef enum {
	CUBLAS_GEMM_DFALT = -1,
	CUBLAS_GEMM_DEFAULT = -1,
	CUBLAS_GEMM_ALGO0 = 0,
	CUBLAS_GEMM_ALGO1 = 1,
	CUBLAS_GEMM_ALGO2 = 2,
	CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
	CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99
} cublasGemmAlgo_t;
typedef enum {
	CUBLAS_DEFAULT_MATH = 0,
	CUBLAS_TENSOR_OP_MATH = 1,
	CUBLAS_PEDANTIC_MATH = 2,
	CUBLAS_TF32_TENSOR_OP_MATH = 3,
	CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef enum {
	CUBLAS_COMPUTE_16F = 64,
	CUBLAS_COMPUTE_16F_PEDANTIC = 65,
	CUBLAS_COMPUTE_32F = 68,
	CUBLAS_COMPUTE_32F_PEDANTIC = 69,
	CUBLAS_COMPUTE_64F = 70,
	CUBLAS_COMPUTE_64F_PEDANTIC = 71,
	CUBLAS_COMPUTE_32I = 72,
	CUBLAS_COMPUTE_32F_FAST_16F = 74,
	CUBLAS_COMPUTE_32F_FAST_16BF = 75,
	CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;
typedef cudaDataType cublasDataType_t;
typedef struct cublasContext *cublasHandle_t;

#define CUBLAS_VER_MAJOR 12
#define CUBLAS_VER_MINOR 9
#define CUBLAS_VERSION 120900

#ifdef __cplusplus
extern "C" {
#endif
#define B cublasStatus_t
#define Q cublasHandle_t

B cublasCreate_v2(Q *);
B cublasDestroy_v2(Q);
B cublasGetVersion_v2(Q, int *);
B cublasSetStream_v2(Q, cudaStream_t);
B cublasGetStream_v2(Q, cudaStream_t *);
B cublasSetWorkspace_v2(Q, void *, size_t);
B cublasSetPointerMode_v2(Q, cublasPointerMode_t);
B cublasGetPointerMode_v2(Q, cublasPointerMode_t *);
B cublasSetAtomicsMode(Q, cublasAtomicsMode_t);
B cublasSetMathMode(Q, cublasMath_t);
B cublasGetMathMode(Q, cublasMath_t *);
const char *cublasGetStatusName(cublasStatus_t);
const char *cublasGetStatusString(cublasStatus_t);
B cublasSetVector(int, int, const void *, int, void *, int);
B cublasGetVector(int, int, const void *, int, void *, int);
B cublasSetMatrix(int, int, int, const void *, int, void *, int);
B cublasGetMatrix(int, int, int, const void *, int, void *, int);
B cublasSetMatrixAsync(int, int, int, const void *, int, void *, int, cudaStream_t);
B cublasGetMatrixAsync(int, int, int, const void *, int, void *, int, cudaStream_t);

/* Routines for every element type T with the letter P. */
#define HGRD_BLAS_ALL(P, T)                                                                        \
	B cublas##P##axpy_v2(Q, int, const T *, const T *, int, T *, int);                         \
	B cublas##P##copy_v2(Q, int, const T *, int, T *, int);                                    \
	B cublas##P##scal_v2(Q, int, const T *, T *, int);                                         \
	B cublas##P##swap_v2(Q, int, T *, int, T *, int);                                          \
	B cublas##P##gemv_v2(Q, cublasOperation_t, int, int, const T *, const T *, int, const T *, \
		int, const T *, T *, int);                                                         \
	B cublas##P##trmv_v2(Q, cublasFillMode_t, cublasOperation_t, cublasDiagType_t, int,        \
		const T *, int, T *, int);                                                         \
	B cublas##P##trsv_v2(Q, cublasFillMode_t, cublasOperation_t, cublasDiagType_t, int,        \
		const T *, int, T *, int);                                                         \
	B cublas##P##tpmv_v2(Q, cublasFillMode_t, cublasOperation_t, cublasDiagType_t, int,        \
		const T *, T *, int);                                                              \
	B cublas##P##symv_v2(Q, cublasFillMode_t, int, const T *, const T *, int, const T *, int,  \
		const T *, T *, int);                                                              \
	B cublas##P##syrk_v2(Q, cublasFillMode_t, cublasOperation_t, int, int, const T *,          \
		const T *, int, const T *, T *, int);                                              \
	B cublas##P##symm_v2(Q, cublasSideMode_t, cublasFillMode_t, int, int, const T *,           \
		const T *, int, const T *, int, const T *, T *, int);                              \
	B cublas##P##trsm_v2(Q, cublasSideMode_t, cublasFillMode_t, cublasOperation_t,             \
		cublasDiagType_t, int, int, const T *, const T *, int, T *, int);                  \
	B cublas##P##trmm_v2(Q, cublasSideMode_t, cublasFillMode_t, cublasOperation_t,             \
		cublasDiagType_t, int, int, const T *, const T *, int, const T *, int, T *, int);  \
	B cublas##P##gemm_v2(Q, cublasOperation_t, cublasOperation_t, int, int, int, const T *,    \
		const T *, int, const T *, int, const T *, T *, int);                              \
	B cublas##P##gemmBatched(Q, cublasOperation_t, cublasOperation_t, int, int, int,           \
		const T *, const T *const[], int, const T *const[], int, const T *, T *const[],    \
		int, int);                                                                         \
	B cublas##P##gemmStridedBatched(Q, cublasOperation_t, cublasOperation_t, int, int, int,    \
		const T *, const T *, int, long long int, const T *, int, long long int,           \
		const T *, T *, int, long long int, int);                                          \
	B cublas##P##trsmBatched(Q, cublasSideMode_t, cublasFillMode_t, cublasOperation_t,         \
		cublasDiagType_t, int, int, const T *, const T *const[], int, T *const[], int,     \
		int);                                                                              \
	B cublas##P##geam(Q, cublasOperation_t, cublasOperation_t, int, int, const T *, const T *, \
		int, const T *, const T *, int, T *, int);                                         \
	B cublas##P##dgmm(Q, cublasSideMode_t, int, int, const T *, int, const T *, int, T *,      \
		int);                                                                              \
	B cublas##P##getrfBatched(Q, int, T *const[], int, int *, int *, int);                     \
	B cublas##P##getriBatched(Q, int, const T *const[], int, const int *, T *const[], int,     \
		int *, int);
HGRD_BLAS_ALL(S, float)
HGRD_BLAS_ALL(D, double)
HGRD_BLAS_ALL(C, cuComplex)
HGRD_BLAS_ALL(Z, cuDoubleComplex)
#undef HGRD_BLAS_ALL

#define HGRD_BLAS_REAL(P, T)                                                                       \
	B cublas##P##dot_v2(Q, int, const T *, int, const T *, int, T *);                          \
	B cublas##P##asum_v2(Q, int, const T *, int, T *);                                         \
	B cublas##P##nrm2_v2(Q, int, const T *, int, T *);                                         \
	B cublas##P##rot_v2(Q, int, T *, int, T *, int, const T *, const T *);                     \
	B cublas##P##ger_v2(Q, int, int, const T *, const T *, int, const T *, int, T *, int);     \
	B cublas##P##syr_v2(Q, cublasFillMode_t, int, const T *, const T *, int, T *, int);        \
	B cublas##P##spr_v2(Q, cublasFillMode_t, int, const T *, const T *, int, T *);             \
	B cublas##P##spmv_v2(Q, cublasFillMode_t, int, const T *, const T *, const T *, int,       \
		const T *, T *, int);
HGRD_BLAS_REAL(S, float)
HGRD_BLAS_REAL(D, double)
#undef HGRD_BLAS_REAL

#define HGRD_BLAS_INDEX(NAME, T) B cublasI##NAME##_v2(Q, int, const T *, int, int *);
HGRD_BLAS_INDEX(samax, float)
HGRD_BLAS_INDEX(damax, double)
HGRD_BLAS_INDEX(samin, float)
HGRD_BLAS_INDEX(damin, double)
#undef HGRD_BLAS_INDEX

B cublasScnrm2_v2(Q, int, const cuComplex *, int, float *);
B cublasDznrm2_v2(Q, int, const cuDoubleComplex *, int, double *);
B cublasGemmEx(Q, cublasOperation_t, cublasOperation_t, int, int, int, const void *, const void *,
	cudaDataType, int, const void *, cudaDataType, int, const void *, void *, cudaDataType, int,
	cublasComputeType_t, cublasGemmAlgo_t);
B cublasGemmBatchedEx(Q, cublasOperation_t, cublasOperation_t, int, int, int, const void *,
	const void *const[], cudaDataType, int, const void *const[], cudaDataType, int,
	const void *, void *const[], cudaDataType, int, int, cublasComputeType_t, cublasGemmAlgo_t);
B cublasGemmStridedBatchedEx(Q, cublasOperation_t, cublasOperation_t, int, int, int, const void *,
	const void *, cudaDataType, int, long long int, const void *, cudaDataType, int,
	long long int, const void *, void *, cudaDataType, int, long long int, int,
	cublasComputeType_t, cublasGemmAlgo_t);

#undef B
#undef Q
#ifdef __cplusplus
}
#endif

#endif
