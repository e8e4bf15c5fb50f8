// A block reads another one's shared memory; in the twin that block may have ended.
// flags: --arch=sm_90
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) pass(const int *in, int *out)
{
	__shared__ int s[128];
	cg::cluster_group cluster = cg::this_cluster();
	int t = threadIdx.x;

	s[t] = in[blockIdx.x * 128 + t];
	cluster.sync();
	int *other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
	out[blockIdx.x * 128 + t] = other[t]; // twin-race: inter-block; twin-cause: the block may have ended
	cluster.sync(); // twin:
} // twin-race: inter-block

void run(const int *in, int *out)
{
	pass<<<8, 128>>>(in, out); // launch: race-free; twin-launch: race
}
