// The fence behind the taking of the lock is passed by every block; in the twin every other one passes one of block scope.
#include <cuda_runtime.h>

__device__ int lock_word;

__global__ void add(int *total)
{
	if (threadIdx.x)
		return;
	while (atomicCAS(&lock_word, 0, 1))
		;
	if (blockIdx.x & 1)
		__threadfence();
	else
		__threadfence_system(); // twin: __threadfence_block();
	total[0] += 1; // twin-race: inter-block
	__threadfence();
	atomicExch(&lock_word, 0);
}

void run(int *total)
{
	add<<<64, 32>>>(total); // launch: race-free; twin-launch: race
}
