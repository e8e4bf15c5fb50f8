// Buckets with a lock each.
#include <cuda_runtime.h>

__device__ void lock(int *m)
{
	while (atomicCAS(m, 0, 1) != 0)
		;
	__threadfence();
}

__device__ void unlock(int *m)
{
	__threadfence(); // twin:
	atomicExch(m, 0);
}

__global__ void insert(const int *key, int *head, int *next, int *locks, int n)
{
	int i = blockIdx.x;

	if (i < n && threadIdx.x == 0) {
		int b = key[i] & 127;
		lock(&locks[b]);
		next[i] = head[b]; // twin-race: inter-block
		head[b] = i; // twin-race: inter-block
		unlock(&locks[b]);
	}
}

void run(const int *key, int *head, int *next, int *locks, int n)
{
	insert<<<n, 32>>>(key, head, next, locks, n); // launch: race-free; twin-launch: race
}
