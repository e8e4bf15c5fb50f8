// A lock that is tried once: who does not get it leaves the total alone.
#include <cuda_runtime.h>

__global__ void add(int *lock, int *total)
{
	if (atomicCAS(lock, 0, 1) == 0) {
		__threadfence();
		*total += 1; // twin-race: inter-block; twin-cause: fence
		__threadfence(); // twin:
		atomicExch(lock, 0);
	}
}

void run(int *lock, int *total)
{
	add<<<16, 1>>>(lock, total); // launch: race-free; twin-launch: race
}
