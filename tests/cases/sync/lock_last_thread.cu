// The last thread of a block takes the lock for it, and all have a fence before it leaves it. The twin has no fence.
#include <cuda_runtime.h>

__device__ int lock, sums[256];

__global__ void add(const int *in)
{
	bool leads = threadIdx.x == blockDim.x - 1;
	if (leads) {
		while (atomicCAS(&lock, 0, 1) != 0)
			;
		__threadfence();
	}
	__syncthreads();
	sums[threadIdx.x] += in[blockIdx.x * 256 + threadIdx.x]; // twin-race: inter-block
	__threadfence(); // twin:
	__syncthreads();
	if (leads)
		atomicExch(&lock, 0);
}

void run(const int *in)
{
	add<<<60, 256>>>(in); // launch: race-free; twin-launch: race
}
