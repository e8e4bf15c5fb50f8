// Places by ranks in clusters and of clusters in the grid; without the cluster's rank all clusters share theirs.
// flags: --arch=sm_90
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) number(int *out)
{
	cg::cluster_group cluster = cg::this_cluster();
	cg::grid_group grid = cg::this_grid();

	out[grid.cluster_rank() * cluster.num_threads() + cluster.thread_rank()] = cluster.thread_rank() + grid.cluster_rank(); // twin-race: inter-block; twin: out[cluster.thread_rank()] = cluster.thread_rank() + grid.cluster_rank();
}

__global__ void flat(int *out)
{
	cg::grid_group grid = cg::this_grid();
	dim3 at = grid.thread_index();

	out[at.y * grid.dim_threads().x + at.x] = at.x;
}

int main()
{
	int *out;

	cudaMalloc(&out, 1024 * sizeof(int));
	number<<<4, 64>>>(out); // launch: race-free; twin-launch: race
	flat<<<dim3(2, 2), dim3(8, 8)>>>(out); // launch: race-free; twin-launch: race-free
	return 0;
}
