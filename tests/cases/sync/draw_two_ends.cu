// One list is filled from both ends, each thread drawing from one of two counters: as there are no more places drawn than threads
// that come, the two never meet. In the twin the back begins one place too low.
#include <cuda_runtime.h>

__global__ void part(const int *in, int *out, int *ends, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	if (in[i] < 0)
		out[atomicAdd(&ends[0], 1)] = in[i]; // twin-race: inter-block, intra-block, intra-warp
	else
		out[n - 1 - atomicAdd(&ends[1], 1)] = in[i]; // twin-race: inter-block, intra-block, intra-warp; twin: 		out[n - 2 - atomicAdd(&ends[1], 1)] = in[i];
}

void run(const int *in, int *out, int n)
{
	int *ends;
	cudaMalloc(&ends, 2 * sizeof(*ends));
	cudaMemset(ends, 0, 2 * sizeof(*ends));
	part<<<(n + 255) / 256, 256>>>(in, out, ends, n); // launch: race-free; twin-launch: race
}
