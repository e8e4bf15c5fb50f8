// All blocks of a cluster write to one block's memory, each to its own part; the twin's parts are one.
// flags: --arch=sm_90
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(4) gather(int *out)
{
	__shared__ int s[256];
	auto cluster = cg::this_cluster();
	unsigned int rank = cluster.block_rank();

	cluster.sync();
	int *first = cluster.map_shared_rank(s, 0);
	first[rank * 64 + threadIdx.x] = rank; // twin-race: inter-block; twin: first[threadIdx.x] = rank;
	cluster.sync();
	if (rank == 0)
		for (int i = threadIdx.x; i < 256; i += 64)
			out[blockIdx.x * 64 + i] = s[i];
}

void run(int *out)
{
	gather<<<8, 64>>>(out); // launch: race-free; twin-launch: race
}
