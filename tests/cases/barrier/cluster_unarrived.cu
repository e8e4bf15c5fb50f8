// A wait for the cluster's barrier counts with the arrival before it; in the twin there is none, and what it waits for is not known.
// flags: --arch=sm_90
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) swap(int *out)
{
	__shared__ int s[64];
	auto cluster = cg::this_cluster();

	cluster.sync();
	cluster.map_shared_rank(s, cluster.block_rank() ^ 1)[threadIdx.x] = threadIdx.x;
	asm volatile("barrier.cluster.arrive.aligned;" ::: "memory"); // twin:
	asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
	out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x ^ 1];
	cluster.sync();
}

void run(int *out)
{
	swap<<<8, 64>>>(out); // launch: race-free; twin-launch: undecided
}
