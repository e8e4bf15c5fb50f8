// A barrier of all blocks by hand, whose number is a product that the device tells.
#include <cuda_runtime.h>

__device__ unsigned arrived;
__device__ volatile unsigned generation;

__device__ void wait_for_all(unsigned blocks)
{
	__syncthreads();
	if (threadIdx.x == 0) {
		unsigned mine = generation; // twin-race: inter-block
		__threadfence(); // twin: __threadfence_block();
		if (atomicAdd(&arrived, 1) == blocks - 1) { // twin-race: inter-block
			arrived = 0; // twin-race: inter-block
			__threadfence();
			generation = mine + 1; // twin-race: inter-block
		} else {
			while (generation == mine)
				;
		}
		__threadfence();
	}
	__syncthreads();
}

__global__ void shift(const float *a, float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[i] = a[i]; // twin-race: inter-block
	wait_for_all(gridDim.x);
	if (i + 1 < n)
		c[i] = b[i + 1]; // twin-race: inter-block
}

void run(const float *a, float *b, float *c, int n)
{
	int blocks, processors;
	cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, shift, 64, 0);
	cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
	shift<<<blocks * processors, 64>>>(a, b, c, n); // launch: race-free; twin-launch: race
}
