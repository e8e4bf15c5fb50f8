// Two phases in one kernel: __syncthreads is no barrier of the grid, grid.sync is.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void jacobi(float *a, float *b, int n)
{
	cg::grid_group grid = cg::this_grid();
	int i = grid.thread_rank();

	if (i > 0 && i < n - 1)
		b[i] = 0.5f * (a[i - 1] + a[i + 1]); // twin-race: inter-block
	grid.sync(); // twin: 	__syncthreads();
	if (i > 0 && i < n - 1)
		a[i] = 0.5f * (b[i - 1] + b[i + 1]); // twin-race: inter-block
}

int main()
{
	float *a, *b;
	int n = 4096;
	cudaMalloc(&a, n * sizeof(float));
	cudaMalloc(&b, n * sizeof(float));
	void *args[] = { &a, &b, &n };
	cudaLaunchCooperativeKernel((void *)jacobi, dim3(n / 128), dim3(128), args, 0, 0); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
