// The fence before the release, named by its line.
#include <cuda_runtime.h>

__device__ int busy;

__global__ void count(int *data)
{
	if (threadIdx.x == 0) {
		while (atomicCAS(&busy, 0, 1) != 0)
			;
		__threadfence();
		data[0] += 1; // twin-race: inter-block; twin-cause: the fence at line 13, before the lock is released at line 14, has block scope
		__threadfence(); // twin: __threadfence_block();
		atomicExch(&busy, 0);
	}
}

void run(int *data)
{
	count<<<4, 32>>>(data); // launch: race-free; twin-launch: race
}
