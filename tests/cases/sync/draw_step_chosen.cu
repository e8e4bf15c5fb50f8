// Numbers drawn by steps of one of two sizes, by additions and by compare-and-swap: distinct while both go up.
#include <cuda_runtime.h>

#define OTHER 2u // twin: #define OTHER -1u

__global__ void added(unsigned *next, int *out)
{
	unsigned p = atomicAdd(next, threadIdx.x & 1 ? 1u : OTHER);

	out[p] = threadIdx.x; // twin-race: inter-block,intra-block,intra-warp
}

__global__ void swapped(unsigned *next, int *out)
{
	unsigned p;

	do
		p = atomicAdd(next, 0);
	while (atomicCAS(next, p, p + (threadIdx.x & 1 ? 1u : OTHER)) != p);
	out[p] = threadIdx.x; // twin-race: inter-block,intra-block,intra-warp
}

void run(unsigned *next, int *out)
{
	cudaMemset(next, 0, 4);
	added<<<64, 128>>>(next, out); // launch: race-free; twin-launch: race
	swapped<<<64, 128>>>(next, out); // launch: race-free; twin-launch: race
}
