#include "given.h"

__global__ void fill(int *data)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void twice(int *data)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}

void both(int *data, cudaStream_t first, cudaStream_t second)
{
	fill<<<16, 256, 0, first>>>(data); // launch: race-free; twin-launch: race-free
	twice<<<16, 256, 0, second>>>(data); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
}
