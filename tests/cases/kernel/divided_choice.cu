// A quotient that is chosen only where the divisor is not 0: where it is, all threads have one place.
#include <cuda_runtime.h>

__global__ void by_zero(int *out, unsigned a, unsigned b)
{
	unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
	out[t * b + (b ? a / b : 0)] = t; // race: inter-block,intra-block,intra-warp
}

__global__ void by_one_more(int *out, unsigned a, unsigned b)
{
	unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
	out[t * b + (b ? a / b + 1 : 7)] = t; // race: inter-block,intra-block,intra-warp
}

int main(int argc, char **argv)
{
	int *out;

	cudaMalloc(&out, 1 << 20);
	by_zero<<<4, 64>>>(out, argc, argc - 1); // launch: race
	by_one_more<<<4, 64>>>(out, argc, argc - 1); // launch: race
	return cudaDeviceSynchronize();
}
