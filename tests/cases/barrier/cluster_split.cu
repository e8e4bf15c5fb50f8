// Work between the halves of a cluster's barrier is the block's own; in the twin the other block reads it behind the barrier.
// flags: --arch=sm_90
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) swap(const int *in, int *out)
{
	__shared__ int s[64], u[64];
	auto cluster = cg::this_cluster();
	int t = threadIdx.x, i = blockIdx.x * 64 + t;

	s[t] = in[i];
	cluster.barrier_arrive();
	u[t] = in[i + 1]; // twin-race: inter-block
	__syncthreads();
	cluster.barrier_wait();
	out[i] = cluster.map_shared_rank(s, cluster.block_rank() ^ 1)[t] + u[63 - t]; // twin-race: inter-block; twin: out[i] = cluster.map_shared_rank(u, cluster.block_rank() ^ 1)[t] + s[63 - t];
	cluster.sync();
}

void run(const int *in, int *out)
{
	swap<<<8, 64>>>(in, out); // launch: race-free; twin-launch: race
}
