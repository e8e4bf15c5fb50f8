// Figure 4: a host loop bounds the parameter "offset".
#include <cuda_runtime.h>

#define BLOCK_SIZE 16

__global__ void ludInternal(float *m, int dim, int offset)
{
	int rid = offset + (blockIdx.y + 1) * BLOCK_SIZE;
	int cid = offset + (blockIdx.x + 1) * BLOCK_SIZE;
	float sum = rid * 0.5f + cid + threadIdx.x * 0.25f;

	m[(rid + threadIdx.y) * dim + cid + threadIdx.x] = sum; // twin-race: inter-block,intra-block,intra-warp
}

void lud(float *m, int hMatrixDim, int first)
{
	for (int hOffset = 0; hOffset < hMatrixDim; hOffset += BLOCK_SIZE) { // fact: loop-bound; twin: for (int hOffset = first; hOffset < hMatrixDim; hOffset += BLOCK_SIZE) {
		int n = (hMatrixDim - hOffset) / BLOCK_SIZE - 1;

		ludInternal<<<dim3(n, n), dim3(BLOCK_SIZE, BLOCK_SIZE)>>>(m, hMatrixDim, hOffset); // launch: race-free; twin-launch: race
	}
}
