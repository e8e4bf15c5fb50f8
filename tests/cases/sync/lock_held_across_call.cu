// A lock held while a function updates the data.
#include <cuda_runtime.h>

__device__ __noinline__ void update(int *total, int value)
{
	*total += value; // twin-race: inter-block
}

__global__ void add(int *lock, int *total)
{
	while (atomicCAS(lock, 0, 1) != 0)
		;
	__threadfence(); // twin:
	update(total, blockIdx.x);
	__threadfence();
	atomicExch(lock, 0);
}

void run(int *lock, int *total)
{
	add<<<16, 1>>>(lock, total); // launch: race-free; twin-launch: race
}
