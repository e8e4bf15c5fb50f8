// Two warps of one block share a lock of block scope; the twin enters it without a fence on one side.
#include <cuda_runtime.h>

__device__ int lock;

__global__ void put(int *data)
{
	if (threadIdx.x == 0) {
		while (atomicCAS_block(&lock, 0, 1) != 0)
			;
		__threadfence_block(); // twin:
		data[0] = 1; // twin-race: intra-block; twin-cause: fence
		__threadfence_block();
		atomicExch_block(&lock, 0);
	} else if (threadIdx.x == 32) {
		while (atomicCAS_block(&lock, 0, 1) != 0)
			;
		__threadfence_block();
		data[0] = 2; // twin-race: intra-block
		__threadfence_block();
		atomicExch_block(&lock, 0);
	}
}

void run(int *data)
{
	put<<<1, 64>>>(data); // launch: race-free; twin-launch: race
}
