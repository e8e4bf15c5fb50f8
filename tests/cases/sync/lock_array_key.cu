// An array of locks: the lock's index must be that of the datum in every execution.
#include <cuda_runtime.h>

__global__ void add(int *locks, int *total, const int *key, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int k = key[i];
	int l = k % 64; // twin: int l = i % 64;
	for (bool done = false; !done;)
		if (atomicCAS(&locks[l], 0, 1) == 0) {
			__threadfence();
			total[k] += 1; // twin-race: inter-block,intra-block,intra-warp; twin-cause: different locks
			__threadfence();
			atomicExch(&locks[l], 0);
			done = true;
		}
}

void run(int *locks, int *total, const int *key, int n)
{
	add<<<(n + 127) / 128, 128>>>(locks, total, key, n); // launch: race-free; twin-launch: race
}
