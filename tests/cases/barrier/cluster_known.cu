// Blocks of a cluster exchange through global memory; the twin's partner is in another cluster.
// flags: --arch=sm_90
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) swap(int *data, int *out)
{
	int i = blockIdx.x * 64 + threadIdx.x;

	data[i] = i; // twin-race: inter-block
	cg::this_cluster().sync();
	out[i] = data[i ^ 64]; // twin-race: inter-block; twin-cause: cluster; twin: out[i] = data[i ^ 128];
}

void run(int *data)
{
	swap<<<8, 64>>>(data, data + 512); // launch: race-free; twin-launch: race
}
