// Looks before it takes the lock, and waits longer each time; the twin goes on when either says that the lock is free.
#include <cuda_runtime.h>

__device__ void take(int *lock)
{
	unsigned ns = 8;
	for (;;) {
		if (*(volatile int *)lock == 0 && atomicExch(lock, 1) == 0) // twin: if (*(volatile int *)lock == 0 || atomicExch(lock, 1) == 0)
			break;
		__nanosleep(ns);
		ns = ns < 256 ? ns * 2 : ns;
	}
	__threadfence();
}

__global__ void count(int *lock, int *cell)
{
	if (threadIdx.x)
		return;
	take(lock);
	*cell += 1; // twin-race: inter-block
	__threadfence();
	atomicExch(lock, 0);
}

void run(int *lock, int *cell)
{
	count<<<8, 32>>>(lock, cell); // launch: race-free; twin-launch: race
}
