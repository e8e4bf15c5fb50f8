// A step of a linear congruential generator wraps on purpose: its upper bits do not keep threads apart. The twin uses the id itself.
// flags: --timeout=2
#include <cuda_runtime.h>

__global__ void count(unsigned *sums, unsigned seed)
{
	__shared__ unsigned bins[128];
	unsigned state = seed + blockIdx.x * blockDim.x + threadIdx.x;
	state = state * 1664525u + 1013904223u;
	bins[threadIdx.x] = 0;
	__syncthreads();
	bins[(state >> 16) % 64]++; // race: intra-block; twin: bins[threadIdx.x]++;
	__syncthreads();
	atomicAdd(sums + threadIdx.x, bins[threadIdx.x]);
}

void run(unsigned *sums)
{
	count<<<64, 128>>>(sums, 88172645u); // launch: race; twin-launch: race-free
}
