// Another block's memory is read before the first half of the last barrier; in the twin behind it, when the other block may have ended.
// flags: --arch=sm_90
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) swap(const int *in, int *out)
{
	__shared__ int s[64];
	auto cluster = cg::this_cluster();
	int t = threadIdx.x, i = blockIdx.x * 64 + t;
	const int *other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);

	s[t] = in[i];
	cluster.sync();
	int found = other[t];
	cluster.barrier_arrive(); // twin-race: inter-block; twin: cluster.barrier_arrive(), found = other[63 - t];
	out[i] = found;
	cluster.barrier_wait();
} // twin-race: inter-block

void run(const int *in, int *out)
{
	swap<<<8, 64>>>(in, out); // launch: race-free; twin-launch: race
}
