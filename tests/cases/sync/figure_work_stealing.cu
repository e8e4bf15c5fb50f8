// ScoRD, figure 3: a block takes work from its own share with block scope while others steal from it.
#include <cuda_runtime.h>

__global__ void work(int *next, const int *end, int *out, int steps)
{
	__shared__ int base;
	int b = blockIdx.x;
	if (threadIdx.x == 0) {
		base = atomicAdd(&next[b], 64); // twin-race: inter-block; twin-cause: block scope; twin: base = atomicAdd_block(&next[b], 64);
		if (base >= end[b])
			base = atomicAdd(&next[(b + 1) % gridDim.x], 64); // twin-race: inter-block
	}
	__syncthreads();
	out[b * 64 + threadIdx.x] = base;
}

void run(int *next, const int *end, int *out, int steps)
{
	work<<<16, 64>>>(next, end, out, steps); // launch: race-free; twin-launch: race
}
