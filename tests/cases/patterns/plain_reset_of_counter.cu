// A counter that all blocks advance is reset by one thread of the same kernel.
#include <cuda_runtime.h>

__device__ unsigned total;

__global__ void tally(const unsigned *in, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n && in[i] > 7)
		atomicAdd(&total, 1u); // twin-race: inter-block,intra-block,intra-warp
	if (i == 0)
		out[0] = n; // twin-race: inter-block,intra-block,intra-warp; twin: 		total = 0;
}

void run(const unsigned *in, unsigned *out, int n)
{
	tally<<<(n + 255) / 256, 256>>>(in, out, n); // launch: race-free; twin-launch: race
}
