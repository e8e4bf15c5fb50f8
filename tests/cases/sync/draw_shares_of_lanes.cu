// Two threads of each block fill a list from both ends: as many places are drawn from each end as there are blocks. In the twin there is room for both.
#include <cuda_runtime.h>

#define BLOCKS 40

__global__ void part(int *out, int *ends, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	if (threadIdx.x == 0)
		out[atomicAdd(&ends[0], 1)] = i; // race: inter-block, intra-warp
	if (threadIdx.x == 1)
		out[BLOCKS - 1 - atomicAdd(&ends[1], 1)] = i; // race: inter-block, intra-warp; twin: 		out[2 * BLOCKS - 1 - atomicAdd(&ends[1], 1)] = i;
}

int main()
{
	const int n = 10000;
	int *out, *ends;
	cudaMalloc(&out, 2 * BLOCKS * sizeof(*out));
	cudaMalloc(&ends, 2 * sizeof(*ends));
	cudaMemset(ends, 0, 2 * sizeof(*ends));
	part<<<BLOCKS, 256>>>(out, ends, n); // launch: race; twin-launch: race-free
	return cudaDeviceSynchronize();
}
