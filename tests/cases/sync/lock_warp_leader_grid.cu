// The same for the warps of all blocks: block scope is too narrow then.
#include <cuda_runtime.h>

__global__ void add(int *lock, int *total)
{
	int lane = threadIdx.x % 32;
	if (lane == 0) {
		while (atomicCAS(lock, 0, 1) != 0)
			;
		__threadfence(); // twin: __threadfence_block();
	}
	__syncwarp();
	total[lane] += threadIdx.x; // twin-race: inter-block; twin-cause: block scope
	__syncwarp();
	if (lane == 0) {
		__threadfence();
		atomicExch(lock, 0);
	}
}

void run(int *lock, int *total)
{
	add<<<4, 128>>>(lock, total); // launch: race-free; twin-launch: race
}
