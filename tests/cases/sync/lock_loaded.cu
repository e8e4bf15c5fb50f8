// Locks that are found through memory: each holds a pointer to its word, loaded anew to leave it.
#include <cuda_runtime.h>

struct lock {
	int *word;
	__device__ void enter()
	{
		while (atomicCAS(word, 0, 1) != 0)
			;
		__threadfence();
	}
	__device__ void leave()
	{
		__threadfence(); // twin:
		atomicExch(word, 0);
	}
};

__global__ void count(const unsigned *keys, int *bins, lock *locks, unsigned n)
{
	unsigned h = keys[blockIdx.x] % n;
	locks[h].enter();
	bins[h] += 1; // twin-race: inter-block
	locks[h].leave();
}

void run(const unsigned *keys, int *bins, lock *locks, unsigned n)
{
	count<<<64, 1>>>(keys, bins, locks, n); // launch: race-free; twin-launch: race
}
