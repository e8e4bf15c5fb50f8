/* Sparse linear algebra, host library: declared, never defined. */
#ifndef CUSPARSE_H_
#define CUSPARSE_H_

#include "cuda_runtime.h"
#include "cuComplex.h"
#include "library_types.h"

typedef enum {
	CUSPARSE_STATUS_SUCCESS,
	CUSPARSE_STATUS_NOT_INITIALIZED,
	CUSPARSE_STATUS_ALLOC_FAILED,
	CUSPARSE_STATUS_INVALID_VALUE,
	CUSPARSE_STATUS_ARCH_MISMATCH,
	CUSPARSE_STATUS_MAPPING_ERROR,
	CUSPARSE_STATUS_EXECUTION_FAILED,
	CUSPARSE_STATUS_INTERNAL_ERROR,
	CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED,
	CUSPARSE_STATUS_ZERO_PIVOT,
	CUSPARSE_STATUS_NOT_SUPPORTED,
	CUSPARSE_STATUS_INSUFFICIENT_RESOURCES
} cusparseStatus_t;
typedef enum { CUSPARSE_POINTER_MODE_HOST, CUSPARSE_POINTER_MODE_DEVICE } cusparsePointerMode_t;
typedef enum { CUSPARSE_ACTION_SYMBOLIC, CUSPARSE_ACTION_NUMERIC } cusparseAction_t;
typedef enum {
	CUSPARSE_MATRIX_TYPE_GENERAL,
	CUSPARSE_MATRIX_TYPE_SYMMETRIC,
	CUSPARSE_MATRIX_TYPE_HERMITIAN,
	CUSPARSE_MATRIX_TYPE_TRIANGULAR
} cusparseMatrixType_t;
typedef enum { CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER } cusparseFillMode_t;
typedef enum { CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT } cusparseDiagType_t;
typedef enum { CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_BASE_ONE } cusparseIndexBase_t;
typedef enum {
	CUSPARSE_OPERATION_NON_TRANSPOSE,
	CUSPARSE_OPERATION_TRANSPOSE,
	CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE
} cusparseOperation_t;
typedef enum { CUSPARSE_CSR2CSC_ALG_DEFAULT = 1, CUSPARSE_CSR2CSC_ALG1 = 1 } cusparseCsr2CscAlg_t;
typedef enum { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2 } cusparseOrder_t;
typedef enum {
	CUSPARSE_INDEX_16U = 1,
	CUSPARSE_INDEX_32I = 2,
	CUSPARSE_INDEX_64I = 3
} cusparseIndexType_t;
typedef enum {
	CUSPARSE_MV_ALG_DEFAULT = 0,
	CUSPARSE_SPMV_ALG_DEFAULT = 0,
	CUSPARSE_SPMV_COO_ALG1 = 1,
	CUSPARSE_SPMV_CSR_ALG1 = 2,
	CUSPARSE_SPMV_CSR_ALG2 = 3,
	CUSPARSE_SPMV_COO_ALG2 = 4
} cusparseSpMVAlg_t;
typedef enum {
	CUSPARSE_MM_ALG_DEFAULT = 0,
	CUSPARSE_SPMM_ALG_DEFAULT = 0,
	CUSPARSE_SPMM_COO_ALG1 = 1,
	CUSPARSE_SPMM_COO_ALG2 = 2,
	CUSPARSE_SPMM_COO_ALG3 = 3,
	CUSPARSE_SPMM_CSR_ALG1 = 4,
	CUSPARSE_SPMM_COO_ALG4 = 5,
	CUSPARSE_SPMM_CSR_ALG2 = 6,
	CUSPARSE_SPMM_CSR_ALG3 = 12
} cusparseSpMMAlg_t;
typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusparseSpVecDescr *cusparseSpVecDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;

#define CUSPARSE_VER_MAJOR 12
#define CUSPARSE_VER_MINOR 5
#define CUSPARSE_VERSION 12500

#ifdef __cplusplus
extern "C" {
#endif
#define B cusparseStatus_t
#define Q cusparseHandle_t

B cusparseCreate(Q *);
B cusparseDestroy(Q);
B cusparseGetVersion(Q, int *);
const char *cusparseGetErrorName(cusparseStatus_t);
const char *cusparseGetErrorString(cusparseStatus_t);
B cusparseSetStream(Q, cudaStream_t);
B cusparseGetStream(Q, cudaStream_t *);
B cusparseSetPointerMode(Q, cusparsePointerMode_t);
B cusparseCreateMatDescr(cusparseMatDescr_t *);
B cusparseDestroyMatDescr(cusparseMatDescr_t);
B cusparseSetMatType(cusparseMatDescr_t, cusparseMatrixType_t);
B cusparseSetMatFillMode(cusparseMatDescr_t, cusparseFillMode_t);
B cusparseSetMatDiagType(cusparseMatDescr_t, cusparseDiagType_t);
B cusparseSetMatIndexBase(cusparseMatDescr_t, cusparseIndexBase_t);
cusparseMatrixType_t cusparseGetMatType(const cusparseMatDescr_t);
cusparseIndexBase_t cusparseGetMatIndexBase(const cusparseMatDescr_t);
B cusparseCsr2cscEx2(Q, int, int, int, const void *, const int *, const int *, void *, int *,
	int *, cudaDataType, cusparseAction_t, cusparseIndexBase_t, cusparseCsr2CscAlg_t, void *);
B cusparseCsr2cscEx2_bufferSize(Q, int, int, int, const void *, const int *, const int *, void *,
	int *, int *, cudaDataType, cusparseAction_t, cusparseIndexBase_t, cusparseCsr2CscAlg_t,
	size_t *);
B cusparseCreateDnVec(cusparseDnVecDescr_t *, int64_t, void *, cudaDataType);
B cusparseDestroyDnVec(cusparseDnVecDescr_t);
B cusparseCreateCsr(cusparseSpMatDescr_t *, int64_t, int64_t, int64_t, void *, void *, void *,
	cusparseIndexType_t, cusparseIndexType_t, cusparseIndexBase_t, cudaDataType);
B cusparseCreateCoo(cusparseSpMatDescr_t *, int64_t, int64_t, int64_t, void *, void *, void *,
	cusparseIndexType_t, cusparseIndexBase_t, cudaDataType);
B cusparseDestroySpMat(cusparseSpMatDescr_t);
B cusparseCreateDnMat(cusparseDnMatDescr_t *, int64_t, int64_t, int64_t, void *, cudaDataType,
	cusparseOrder_t);
B cusparseDestroyDnMat(cusparseDnMatDescr_t);
B cusparseSpMV_bufferSize(Q, cusparseOperation_t, const void *, cusparseSpMatDescr_t,
	cusparseDnVecDescr_t, const void *, cusparseDnVecDescr_t, cudaDataType, cusparseSpMVAlg_t,
	size_t *);
B cusparseSpMV(Q, cusparseOperation_t, const void *, cusparseSpMatDescr_t, cusparseDnVecDescr_t,
	const void *, cusparseDnVecDescr_t, cudaDataType, cusparseSpMVAlg_t, void *);
B cusparseSpMM_bufferSize(Q, cusparseOperation_t, cusparseOperation_t, const void *,
	cusparseSpMatDescr_t, cusparseDnMatDescr_t, const void *, cusparseDnMatDescr_t,
	cudaDataType, cusparseSpMMAlg_t, size_t *);
B cusparseSpMM(Q, cusparseOperation_t, cusparseOperation_t, const void *, cusparseSpMatDescr_t,
	cusparseDnMatDescr_t, const void *, cusparseDnMatDescr_t, cudaDataType, cusparseSpMMAlg_t,
	void *);

#undef B
#undef Q
#ifdef __cplusplus
}
#endif

#endif
