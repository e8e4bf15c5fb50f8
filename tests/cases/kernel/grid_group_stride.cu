// A grid-stride loop by grid_group: the stride has 64 bits, the counter 32.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void scale(int *data, int n)
{
	cg::grid_group grid = cg::this_grid();

	for (int i = grid.thread_rank(); i < n; i += grid.size())
		data[i] *= 2; // twin-race: intra-warp; twin: data[i / 2] *= 2;
}

void run(int *data, int n)
{
	if (n > 1000000)
		return;
	scale<<<4, 128>>>(data, n); // launch: race-free; twin-launch: race
}
