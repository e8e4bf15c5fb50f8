// Counters for host and device: system scope reaches other blocks, block scope does not.
#include <cuda_runtime.h>

__global__ void count(unsigned *seen, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && in[i] > 10)
		atomicAdd_system(seen, 1u); // twin-race: inter-block; twin-cause: block scope; twin: atomicAdd_block(seen, 1u);
}

void run(unsigned *seen, const int *in, int n)
{
	count<<<(n + 255) / 256, 256>>>(seen, in, n); // launch: race-free; twin-launch: race
}
