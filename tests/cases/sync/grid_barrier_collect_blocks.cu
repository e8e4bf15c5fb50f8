// As grid_barrier_collect, for a number of blocks that is not known.
// flags: --timeout=2
#include <cuda_runtime.h>
__device__ volatile int in[32], out[32];
__device__ void all_blocks(int round)
{
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence();
		in[blockIdx.x] = round;
	}
	if (blockIdx.x == 0) {
		if (threadIdx.x < gridDim.x) {
			while (in[threadIdx.x] != round)
				;
			__threadfence();
		}
		__syncthreads();
		if (threadIdx.x < gridDim.x) {
			__threadfence();
			out[threadIdx.x] = round;
		}
	}
	if (threadIdx.x == 0) {
		while (out[blockIdx.x] != round)
			;
		__threadfence();
	}
	__syncthreads();
}
__global__ void steps(int *a, int *b)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int m = gridDim.x * blockDim.x;
	for (int r = 0; r < 4; r++) {
		a[i] = b[i] + r;
		all_blocks(2 * r + 1);
		b[i] = a[(i + 1) % m];
		all_blocks(2 * r + 2);
	}
}
void run(int *a, int *b, int blocks)
{
	steps<<<blocks, 128>>>(a, b); // launch: undecided
}
