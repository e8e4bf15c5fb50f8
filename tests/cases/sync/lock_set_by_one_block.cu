// One block sets the lock and says so by a flag that the others wait for; in the twin a fence is missing before the lock is left.
#include <cuda_runtime.h>

__global__ void add(int *lock, int *ready, float *sum, const float *in)
{
	if (threadIdx.x == 0) {
		if (blockIdx.x == 0) {
			atomicExch(lock, 0);
			__threadfence();
			atomicExch(ready, 1);
		} else {
			while (atomicAdd(ready, 0) == 0)
				;
			__threadfence();
		}
	}
	__syncthreads();
	if (threadIdx.x == 0) {
		while (atomicCAS(lock, 0, 1) != 0)
			;
		__threadfence();
		*sum += in[blockIdx.x]; // twin-race: inter-block
		__threadfence(); // twin:
		atomicExch(lock, 0);
	}
}

int main()
{
	int *lock, *ready;
	float *sum, *in;
	cudaMalloc(&lock, 4);
	cudaMalloc(&ready, 4);
	cudaMemset(ready, 0, 4);
	cudaMalloc(&sum, 4);
	cudaMalloc(&in, 400);
	add<<<100, 32>>>(lock, ready, sum, in); // launch: race-free; twin-launch: race
}
