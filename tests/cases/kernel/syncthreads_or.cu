// __syncthreads_or is a barrier as well as a vote, and its result is the same for the whole block.
#include <cuda_runtime.h>

__global__ void relax(int *data, int n)
{
	__shared__ int s[128];
	int t = threadIdx.x, changed = 1;

	s[t] = data[blockIdx.x * 128 + t];
	while (changed) {
		__syncthreads();
		int v = s[(t + 1) % 128]; // twin-race: intra-block,intra-warp

		changed = __syncthreads_or(v > s[t]); // twin: changed = n-- > 0;
		if (changed && v > s[t])
			s[t] = v; // twin-race: intra-block,intra-warp
	}
	data[blockIdx.x * 128 + t] = s[t];
}

void run(int *data, int n, int blocks)
{
	relax<<<blocks, 128>>>(data, n); // launch: race-free; twin-launch: race
}
