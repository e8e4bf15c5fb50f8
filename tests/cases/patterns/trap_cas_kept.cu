// The plain load that begins a compare-and-swap is a guess; what is stored has to be what the swap found.
#include <cuda_runtime.h>

__global__ void replace(int *place, const int *in, int *before, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	int guess = *place; // twin-race: inter-block,intra-block,intra-warp
	int found = atomicCAS(place, guess, in[i]); // twin-race: inter-block,intra-block,intra-warp
	before[i] = found; // twin: 	before[i] = guess;
}

void run(int *place, const int *in, int *before, int n)
{
	replace<<<(n + 255) / 256, 256>>>(place, in, before, n); // launch: race-free; twin-launch: race
}
