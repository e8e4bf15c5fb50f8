// iGUARD, figure 3: blocks reduce their shares, one thread adds up what all left; the barrier between must be the grid's.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ void reduce_block(const float *in, float *out, int n, const cg::thread_block &block)
{
	__shared__ float part[256];
	int t = block.thread_rank();
	part[t] = 0;
	for (int i = block.group_index().x * block.size() + t; i < n; i += gridDim.x * block.size())
		part[t] += in[i];
	cg::sync(block);
	for (int s = 128; s > 0; s /= 2) {
		if (t < s)
			part[t] += part[t + s];
		cg::sync(block);
	}
	if (t == 0)
		out[block.group_index().x] = part[0]; // twin-race: inter-block
}

__global__ void reduce(const float *in, float *out, int n)
{
	cg::thread_block block = cg::this_thread_block();
	cg::grid_group grid = cg::this_grid();
	reduce_block(in, out, n, block);
	cg::sync(grid); // twin: cg::sync(block);
	if (grid.thread_rank() == 0)
		for (int b = 1; b < gridDim.x; b++)
			out[0] += out[b]; // twin-race: inter-block; twin-cause: __syncthreads orders only the threads of one block
}

void run(const float *in, float *out, int n)
{
	void *args[] = { &in, &out, &n };
	cudaLaunchCooperativeKernel((const void *)reduce, dim3(32), dim3(256), args, 0, 0); // launch: race-free; twin-launch: race
}
