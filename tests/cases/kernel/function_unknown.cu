// Of two functions that a pointer may lead to one races: which it is decides, and is not followed.
#include <cuda_runtime.h>

typedef void (*body)(float *, int);

__device__ void each(float *x, int i)
{
	x[i] = i;
}

__device__ void pairs(float *x, int i)
{
	x[i / 2] = i; // twin: x[i ^ 1] = i;
}

__device__ body first = each, second = pairs;

__global__ void run(float *x, body f)
{
	f(x, blockIdx.x * blockDim.x + threadIdx.x);
}

int main()
{
	float *x;
	body f;
	cudaMalloc(&x, 4000 * sizeof(float));
	cudaMemcpyFromSymbol(&f, first, sizeof(f));
	run<<<40, 100>>>(x, f); // launch: undecided; twin-launch: race-free
	return cudaDeviceSynchronize();
}
