// Shuffles move values without memory; the partial sums of the warps go through shared memory and need the barrier.
#include <cuda_runtime.h>

__global__ void sum(const float *in, float *out)
{
	__shared__ float part[8];
	int t = threadIdx.x;
	float v = in[blockIdx.x * 256 + t];

	for (int d = 16; d > 0; d /= 2)
		v += __shfl_down_sync(0xffffffff, v, d);
	if (t % 32 == 0)
		part[t / 32] = v; // twin-race: intra-block
	__syncthreads(); // twin:
	if (t == 0) {
		for (int w = 1; w < 8; w++)
			v += part[w]; // twin-race: intra-block
		out[blockIdx.x] = v;
	}
}

void run(const float *in, float *out, int blocks)
{
	sum<<<blocks, 256>>>(in, out); // launch: race-free; twin-launch: race
}
