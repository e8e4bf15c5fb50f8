// volatile makes accesses neither atomic nor ordered.
#include <cuda_runtime.h>

__global__ void count(volatile int *n, int *m)
{
	if (threadIdx.x % 32 == 0)
		*n = *n + 1; // race: inter-block,intra-block; twin: atomicAdd(m, 1);
}

void run(volatile int *n, int *m, int blocks)
{
	count<<<blocks, 64>>>(n, m); // launch: race; twin-launch: race-free
}
