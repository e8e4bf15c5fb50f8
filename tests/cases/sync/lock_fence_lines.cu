// The message names the fence that is too weak, by its own line, not by that of the lock's atomic.
#include <cuda_runtime.h>

__device__ int busy, total;

__device__ void enter(int *lock)
{
	while (atomicCAS(lock, 0, 1) != 0)
		;
	__threadfence(); // twin: __threadfence_block();
}

__device__ void leave(int *lock)
{
	__threadfence();
	atomicExch(lock, 0);
}

__global__ void count(int *data)
{
	if (threadIdx.x == 0) {
		enter(&busy);
		data[0] += 1; // twin-race: inter-block; twin-cause: the fence at line 10, after the lock is taken at line 8, has block scope
		leave(&busy);
	}
}

void run(int *data)
{
	count<<<4, 32>>>(data); // launch: race-free; twin-launch: race
}
