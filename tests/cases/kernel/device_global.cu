// A __device__ array: one slot a block, written by the block's first thread.
#include <cuda_runtime.h>

__device__ float results[1024];

__global__ void store(const float *in)
{
	if (threadIdx.x == 0)
		results[blockIdx.x] = in[blockIdx.x]; // twin-race: inter-block; twin: results[blockIdx.x % 1000] = in[blockIdx.x];
}

void run(const float *in)
{
	store<<<1024, 64>>>(in); // launch: race-free; twin-launch: race
}
