// Thread 0 takes a lock for its block and another thread leaves it; in the twin thread 0 of some blocks has returned, and the lock is left nevertheless.
#include <cuda_runtime.h>

__global__ void add(int *lock, int *sum, const int *skip)
{
	int t = threadIdx.x, none = skip[blockIdx.x];

	if (none > 0) // twin: if (none > 0 && t == 0)
		return;
	if (t == 0) {
		while (atomicCAS(lock, 0, 1) != 0)
			;
		__threadfence();
	}
	__syncthreads();
	if (none <= 0 && t == 1)
		*sum += 1; // twin-race: inter-block
	__threadfence();
	__syncthreads();
	if (t == 33)
		atomicExch(lock, 0);
}

int main()
{
	int *lock, *sum, *skip;

	cudaMalloc(&lock, 4);
	cudaMalloc(&sum, 4);
	cudaMalloc(&skip, 256);
	cudaMemset(lock, 0, 4);
	add<<<64, 64>>>(lock, sum, skip); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
