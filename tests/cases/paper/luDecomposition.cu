// LU decomposition, update of the inner blocks: the offset runs from 0 to the last block of the matrix.
#include <cuda_runtime.h>

#define BLOCK_SIZE 16

__global__ void lud_internal(float *m, int dim, int offset)
{
	__shared__ float row[BLOCK_SIZE][BLOCK_SIZE], col[BLOCK_SIZE][BLOCK_SIZE];
	int tx = threadIdx.x, ty = threadIdx.y, bx = blockIdx.x, by = blockIdx.y;
	int rid = offset + (by + 1) * BLOCK_SIZE;
	int cid = offset + (bx + 1) * BLOCK_SIZE;
	float sum = 0;

	row[ty][tx] = m[(offset + ty) * dim + cid + tx]; // twin-race: inter-block
	col[ty][tx] = m[(rid + ty) * dim + offset + tx]; // twin-race: inter-block
	__syncthreads();
	for (int i = 0; i < BLOCK_SIZE; i++)
		sum += col[ty][i] * row[i][tx];
	m[(rid + ty) * dim + cid + tx] -= sum; // twin-race: inter-block,intra-block,intra-warp
}

void lud(float *m, int dim, int first)
{
	dim3 block(BLOCK_SIZE, BLOCK_SIZE);

	for (int i = 0; i < dim - BLOCK_SIZE; i += BLOCK_SIZE) { // fact: loop-bound; twin: for (int i = first; i < dim - BLOCK_SIZE; i += BLOCK_SIZE) {
		dim3 grid((dim - i) / BLOCK_SIZE - 1, (dim - i) / BLOCK_SIZE - 1);

		lud_internal<<<grid, block>>>(m, dim, i); // launch: race-free; twin-launch: race
	}
}
