// A lock left by a volatile store.
#include <cuda_runtime.h>

__global__ void add(volatile int *lock, int *total)
{
	while (atomicCAS((int *)lock, 0, 1) != 0)
		;
	__threadfence();
	*total += 1; // twin-race: inter-block
	__threadfence(); // twin: __threadfence_block();
	*lock = 0;
}

void run(int *lock, int *total)
{
	add<<<16, 1>>>(lock, total); // launch: race-free; twin-launch: race
}
