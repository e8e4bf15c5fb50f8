// A grid-stride loop steps by all threads of the grid, not by those of a block.
#include <cuda_runtime.h>

__global__ void saxpy(float a, const float *x, float *y, int n)
{
	int stride = blockDim.x * gridDim.x; // twin: 	int stride = blockDim.x;

	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
		y[i] += a * x[i]; // twin-race: inter-block
}

void run(float a, const float *x, float *y, int n)
{
	saxpy<<<32, 256>>>(a, x, y, n); // launch: race-free; twin-launch: race
}
