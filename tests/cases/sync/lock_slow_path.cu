// The slow path takes the lock, the fast one must not touch what it guards.
#include <cuda_runtime.h>

__device__ void slow(int *lock, int *overflow, int *count, int v)
{
	bool again = true;
	while (again) {
		if (atomicExch(lock, 1) == 0) {
			__threadfence();
			overflow[(*count)++] = v; // twin-race: inter-block, intra-block, intra-warp; twin-cause: only on the other side
			__threadfence();
			atomicExch(lock, 0);
			again = false;
		}
	}
}

__global__ void insert(int *table, int *lock, int *overflow, int *count, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int v = in[i];
	if (v == 0) {
		table[i] = -1; // twin-race: inter-block, intra-block, intra-warp; twin: (*count)++;
	} else {
		slow(lock, overflow, count, v);
	}
}

void run(int *table, int *lock, int *overflow, int *count, const int *in, int n)
{
	insert<<<(n + 127) / 128, 128>>>(table, lock, overflow, count, in, n); // launch: race-free; twin-launch: race
}
