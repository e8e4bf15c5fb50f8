/* Dense solvers, host library: declared, never defined. */
#ifndef CUSOLVERDN_H_
#define CUSOLVERDN_H_

#include "cublas_v2.h"
#include "cusolver_common.h"

typedef struct cusolverDnContext *cusolverDnHandle_t;

#ifdef __cplusplus
extern "C" {
#endif
#define B cusolverStatus_t
#define Q cusolverDnHandle_t

B cusolverDnCreate(Q *);
B cusolverDnDestroy(Q);
B cusolverDnSetStream(Q, cudaStream_t);
B cusolverDnGetStream(Q, cudaStream_t *);

#define HGRD_SOLVER(P, T)                                                                          \
	B cusolverDn##P##potrf_bufferSize(Q, cublasFillMode_t, int, T *, int, int *);              \
	B cusolverDn##P##potrf(Q, cublasFillMode_t, int, T *, int, T *, int, int *);               \
	B cusolverDn##P##potrs(Q, cublasFillMode_t, int, int, const T *, int, T *, int, int *);    \
	B cusolverDn##P##getrf_bufferSize(Q, int, int, T *, int, int *);                           \
	B cusolverDn##P##getrf(Q, int, int, T *, int, T *, int *, int *);                          \
	B cusolverDn##P##getrs(                                                                    \
		Q, cublasOperation_t, int, int, const T *, int, const int *, T *, int, int *);     \
	B cusolverDn##P##geqrf_bufferSize(Q, int, int, T *, int, int *);                           \
	B cusolverDn##P##geqrf(Q, int, int, T *, int, T *, T *, int, int *);
HGRD_SOLVER(S, float)
HGRD_SOLVER(D, double)
HGRD_SOLVER(C, cuComplex)
HGRD_SOLVER(Z, cuDoubleComplex)
#undef HGRD_SOLVER

#undef B
#undef Q
#ifdef __cplusplus
}
#endif

#endif
