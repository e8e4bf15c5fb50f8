// Figure 1: an assert in host code (square matrices only) rules out the race; any grid, any block.
#include <cuda_runtime.h>
#include <cassert>

__global__ void copyUppLowKernel(float *A, int rows, int cols)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int j = blockIdx.y * blockDim.y + threadIdx.y;

	if (j > i & j < rows) {
		A[j * cols + i] = A[i * cols + j]; // twin-race: inter-block,intra-block,intra-warp
	}
}

void CopyUppLow(float *A, int rows, int cols, int bx, int by, int tx, int ty)
{
	assert(rows == cols); // fact: assert; twin:
	copyUppLowKernel<<<dim3(bx, by), dim3(tx, ty)>>>(A, rows, cols); // launch: race-free; twin-launch: race
}
