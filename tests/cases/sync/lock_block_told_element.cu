// One thread tries for the lock of its block's kind and tells the block; in the twin another one leaves the next lock of the array.
#include <cuda_runtime.h>

__global__ void add(int *locks, int *totals)
{
	__shared__ int got;
	int kind = blockIdx.x % 2; // twin: 	int kind = blockIdx.x % 2 + (threadIdx.x != 0);

	if (threadIdx.x == 0) {
		got = atomicCAS(locks + kind, 0, 1) == 0;
		__threadfence();
	}
	__syncthreads();
	if (got) {
		totals[blockIdx.x % 2 * 64 + threadIdx.x] += 1; // twin-race: inter-block
		__threadfence();
		__syncthreads();
		if (threadIdx.x == 1)
			atomicExch(locks + kind, 0);
	}
}

int main()
{
	int *locks, *totals;

	cudaMalloc(&locks, 4 * sizeof(int));
	cudaMalloc(&totals, 128 * sizeof(int));
	cudaMemset(locks, 0, 4 * sizeof(int));
	add<<<8, 64>>>(locks, totals); // launch: race-free; twin-launch: race
	return 0;
}
