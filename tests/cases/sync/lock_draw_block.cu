// A thread takes places for its block from a counter under a lock. In the twin it takes one for all of them.
#include <cuda_runtime.h>

__device__ int lock, count;

__global__ void put(const int *in, int *slot)
{
	__shared__ int place;
	if (threadIdx.x == 0) {
		while (atomicCAS(&lock, 0, 1) != 0)
			;
		__threadfence();
		place = count;
		count += blockDim.x; // twin: count += 1;
		__threadfence();
		atomicExch(&lock, 0);
	}
	__syncthreads();
	slot[place + threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x]; // twin-race: inter-block
}

void run(const int *in, int *slot)
{
	put<<<60, 128>>>(in, slot); // launch: race-free; twin-launch: race
}
