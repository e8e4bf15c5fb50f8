// A multi-device launch: the group of all grids, of which each has its own data.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void phases(int *data, int n)
{
	cg::multi_grid_group all = cg::this_multi_grid();
	cg::grid_group grid = cg::this_grid();
	int i = grid.thread_rank();
	if (i < n)
		data[i] = i; // twin-race: inter-block
	all.sync(); // twin: cg::this_thread_block().sync();
	if (i < n)
		data[n + i] = data[n - 1 - i]; // twin-race: inter-block
}

void run(int *data, int n)
{
	void *args[] = { &data, &n };
	cudaLaunchCooperativeKernel((void *)phases, dim3(8), dim3(256), args); // launch: race-free; twin-launch: race
}
