// A condition that divides only where another one does not hold already: then the divisor may be 0, and all threads have one place.
#include <cuda_runtime.h>

__global__ void put(int *out, unsigned first, unsigned a, unsigned b)
{
	unsigned t = blockIdx.x * blockDim.x + threadIdx.x;

	if (first == 0 || first < a / b)
		out[t * b] = t; // race: inter-block,intra-block,intra-warp
}

int main(int argc, char **argv)
{
	int *out;

	cudaMalloc(&out, 1 << 20);
	put<<<4, 64>>>(out, argc - 1, argc, argc - 1); // launch: race
	return cudaDeviceSynchronize();
}
