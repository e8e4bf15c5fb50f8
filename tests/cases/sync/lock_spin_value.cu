// A spin lock taken by exchange; the twin leaves the lock of the next element.
#include <cuda_runtime.h>

__global__ void add(int *locks, int *total, const int *key)
{
	int k = key[blockIdx.x];
	while (atomicExch(&locks[k], 1) != 0)
		;
	__threadfence();
	total[k] += 1; // twin-race: inter-block
	__threadfence();
	atomicExch(&locks[k], 0); // twin: atomicExch(&locks[k + 1], 0);
}

void run(int *locks, int *total, const int *key, int n)
{
	add<<<n, 1>>>(locks, total, key); // launch: race-free; twin-launch: race
}
