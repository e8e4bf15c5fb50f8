// Streams in a program of several units.
#include "own.h"

__global__ void fill(int *data)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void twice(int *data)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}

int main()
{
	int *data, *rest;
	cudaStream_t first, second;
	cudaMalloc(&data, 4096 * sizeof(int));
	cudaMalloc(&rest, 4096 * sizeof(int));
	cudaStreamCreate(&first);
	cudaStreamCreate(&second);
	fill<<<16, 256, 0, first>>>(data); // launch: race-free; twin-launch: race-free
	cudaStreamSynchronize(first); // twin: 
	twice<<<16, 256, 0, second>>>(data); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
	other(rest);
}
