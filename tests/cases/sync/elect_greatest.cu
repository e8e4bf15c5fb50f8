// Of those that keep the greatest number of all, above 0, in a word only the first one finds 0 there. In the twin thread 0 keeps 0.
#include <cuda_runtime.h>

__global__ void claim(const int *keys, int *greatest, int *first, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	int at = keys[i] & 63;
	if (atomicMax(&greatest[at], i + 1) == 0) // twin: 	if (atomicMax(&greatest[at], i) == 0)
		first[at] = i; // twin-race: inter-block, intra-block, intra-warp
}

void run(const int *keys, int *greatest, int *first, int n)
{
	claim<<<(n + 255) / 256, 256>>>(keys, greatest, first, n); // launch: race-free; twin-launch: race
}
