// Counting with atomicAdd, and in the twin with a plain increment.
#include <cuda_runtime.h>

__global__ void count(const unsigned char *in, unsigned int *bins, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		atomicAdd(&bins[in[i]], 1u); // twin-race: inter-block,intra-block,intra-warp; twin: bins[in[i]] += 1u;
}

void run(const unsigned char *in, unsigned int *bins, int n)
{
	count<<<(n + 255) / 256, 256>>>(in, bins, n); // launch: race-free; twin-launch: race
}
