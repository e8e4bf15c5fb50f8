// Shared memory of another block of the cluster: cluster barriers order its accesses, block barriers do not.
// flags: --arch=sm_90
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) swap(int *out)
{
	__shared__ int s[64];
	auto cluster = cg::this_cluster();

	s[threadIdx.x] = blockIdx.x; // twin-race: inter-block
	cluster.sync(); // twin: __syncthreads();
	int *other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
	out[blockIdx.x * 64 + threadIdx.x] = other[threadIdx.x]; // twin-race: inter-block
	cluster.sync();
}

void run(int *out)
{
	swap<<<8, 64>>>(out); // launch: race-free; twin-launch: race
}
