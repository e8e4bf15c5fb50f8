// A lock that is tried once; the other side of the branch does not hold it.
#include <cuda_runtime.h>

__global__ void add(int *lock, int *total, int *missed)
{
	if (atomicCAS(lock, 0, 1) == 0) {
		__threadfence();
		*total += 1; // twin-race: inter-block
		__threadfence();
		atomicExch(lock, 0);
	} else {
		atomicAdd(missed, 1); // twin-race: inter-block; twin: *total += 1;
	}
}

void run(int *lock, int *total, int *missed)
{
	add<<<16, 1>>>(lock, total, missed); // launch: race-free; twin-launch: race
}
