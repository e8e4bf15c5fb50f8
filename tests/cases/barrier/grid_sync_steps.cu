// Jacobi steps of a cooperative kernel; grid.sync() between them, in the twin only the block's.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ void step(const float *from, float *to, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x + 1; i < n - 1; i += gridDim.x * blockDim.x)
		to[i] = 0.5f * (from[i - 1] + from[i + 1]); // twin-race: inter-block
}

__global__ void jacobi(float *a, float *b, int n, int steps)
{
	cg::grid_group grid = cg::this_grid();
	for (int s = 0; s < steps; s++) {
		step(a, b, n);
		cg::sync(grid); // twin: cg::sync(cg::this_thread_block());
		float *t = a;
		a = b;
		b = t;
	}
}

void run(float *a, float *b, int n, int steps)
{
	void *args[] = { &a, &b, &n, &steps };
	cudaLaunchCooperativeKernel((const void *)jacobi, dim3(64), dim3(128), args, 0, 0); // launch: race-free; twin-launch: race
}
