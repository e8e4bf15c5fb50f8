// Both units have a variable of the name; the launch sees its own.
#include "own.h"

static __constant__ int stride;

__global__ void spread(int *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		for (int k = 0; k < 2; k++)
			data[i * stride + k] = i; // twin-race: inter-block, intra-block, intra-warp
}

void start(int *data, int n, int width)
{
	cudaMemcpyToSymbol(stride, &width, sizeof(width));
	spread<<<(n + 255) / 256, 256>>>(data, n); // launch: race-free; twin-launch: race
}
