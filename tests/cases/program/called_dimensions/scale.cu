// The function that gives the size stands in another file, which says how many layers there are.
#include <cuda_runtime.h>

dim3 grid_size(unsigned long n);

__global__ void scale(int n, float a, float *x)
{
	int i = (blockIdx.x + blockIdx.y * gridDim.x) * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] *= a; // twin-race: inter-block
}

void scale_gpu(int n, float a, float *x)
{
	scale<<<grid_size(n), 512>>>(n, a, x); // launch: race-free; twin-launch: race
}
