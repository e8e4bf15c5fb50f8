// Normalisation by a sum over all blocks has to be a second kernel.
#include <cuda_runtime.h>

__device__ void add_all(const float *x, float *sum, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		atomicAdd(sum, x[i]); // twin-race: inter-block
}

__device__ void scale(float *x, const float *sum, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		x[i] /= *sum; // twin-race: inter-block
}

__global__ void sum_kernel(const float *x, float *sum, int n)
{
	add_all(x, sum, n);
}

__global__ void normalise(float *x, float *sum, int n)
{
	__syncthreads(); // twin: 	add_all(x, sum, n); __syncthreads();
	scale(x, sum, n);
}

void run(float *x, float *sum, int n)
{
	sum_kernel<<<(n + 255) / 256, 256>>>(x, sum, n); // launch: race-free; twin-launch: race-free
	normalise<<<(n + 255) / 256, 256>>>(x, sum, n); // launch: race-free; twin-launch: race
}
