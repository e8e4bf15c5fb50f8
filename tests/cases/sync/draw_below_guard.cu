// As many draw from the counter as a guard lets through, be the grid of a constant size; behind their numbers each has a place of its own.
#include <cuda_runtime.h>

__global__ void listed(int *out, int *n, int half)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= 2 * half)
		return;
	out[atomicAdd(n, 1)] = i; // twin-race: inter-block, intra-block, intra-warp
	out[2 * half + i] = -i; // twin-race: inter-block, intra-block, intra-warp; twin: 	out[2 * half - 1 + i] = -i;
}

int main(int argc, char **argv)
{
	int *out, *n;

	cudaMalloc(&out, 8192 * sizeof(*out));
	cudaMalloc(&n, sizeof(*n));
	cudaMemset(n, 0, sizeof(*n));
	listed<<<64, 64>>>(out, n, argc); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
