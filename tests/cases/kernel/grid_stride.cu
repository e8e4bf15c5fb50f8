// A grid-stride loop; the twin steps by one block and so visits elements twice.
#include <cuda_runtime.h>

__global__ void scale(float *data, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) // twin: for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
		data[i] *= 2; // twin-race: inter-block
}

void run(float *data, int n, int blocks, int threads)
{
	scale<<<blocks, threads>>>(data, n); // launch: race-free; twin-launch: race
}
