// One thread writes a scalar that the whole block reads.
#include <cuda_runtime.h>

__global__ void broadcast(const float *in, float *out)
{
	__shared__ float scale;
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (threadIdx.x == 0)
		scale = in[blockIdx.x]; // twin-race: intra-block,intra-warp
	__syncthreads(); // twin: __threadfence_block();
	out[i] *= scale; // twin-race: intra-block,intra-warp
}

void run(const float *in, float *out, int blocks)
{
	broadcast<<<blocks, 256>>>(in, out); // launch: race-free; twin-launch: race
}
