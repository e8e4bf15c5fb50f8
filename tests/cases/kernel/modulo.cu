// A ring buffer: safe only while it has a slot for every thread.
#include <cuda_runtime.h>
#include <cassert>

__global__ void ring(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	out[i % n] = in[i]; // race: inter-block,intra-block,intra-warp
}

void run(const float *in, float *out, int n, int blocks)
{
	assert(n > 0); // twin: assert(n > 0 && n >= blocks * 128);
	ring<<<blocks, 128>>>(in, out, n); // launch: race; twin-launch: race-free
}
