// A function out of sight gives the whole size: along z, which the kernel does not look at, there is one layer.
#include <cuda_runtime.h>

struct sizes {
	virtual dim3 grid(int n) = 0;
};

dim3 grid_size(unsigned long n);

__global__ void scale(int n, float a, float *x)
{
	int i = (blockIdx.x + blockIdx.y * gridDim.x) * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] *= a; // twin-race: inter-block
}

void scale_gpu(int n, float a, float *x)
{
	dim3 grid = grid_size(n);
	grid.y += 1; // twin: 	grid.z = 2;
	scale<<<grid, 512>>>(n, a, x); // launch: race-free; twin-launch: race
}

void scale_by(sizes *s, int n, float a, float *x)
{
	scale<<<s->grid(n), 512>>>(n, a, x); // launch: race-free; twin-launch: race-free
}
