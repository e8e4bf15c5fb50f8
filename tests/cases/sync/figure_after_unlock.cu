// GWCP, figure 10: a write under a lock and one after the lock was left.
#include <cuda_runtime.h>

__global__ void late(int *lock, int *x)
{
	while (atomicCAS(lock, 0, 1) != 0)
		;
	__threadfence();
	x[0] = blockIdx.x; // twin-race: inter-block
	__threadfence();
	atomicExch(lock, 0);
	if (blockIdx.x == 1)
		x[1] = 7; // twin-race: inter-block; twin: x[0] = 7;
}

void run(int *lock, int *x)
{
	late<<<2, 1>>>(lock, x); // launch: race-free; twin-launch: race
}
