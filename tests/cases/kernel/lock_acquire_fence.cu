// One thread a block takes a spin lock; without the fence after it, the lock acquires nothing.
#include <cuda_runtime.h>

__global__ void add(int *total, int *lock, const int *in)
{
	if (threadIdx.x == 0) {
		while (atomicCAS(lock, 0, 1) != 0)
			;
		__threadfence(); // twin:
		*total += in[blockIdx.x]; // twin-race: inter-block; twin-cause: fence
		__threadfence();
		atomicExch(lock, 0);
	}
}

void run(int *total, int *lock, const int *in, int blocks)
{
	add<<<blocks, 64>>>(total, lock, in); // launch: race-free; twin-launch: race
}
