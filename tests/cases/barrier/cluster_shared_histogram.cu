// A histogram whose bins lie in the blocks of a cluster; the twin adds without an atomic.
// flags: --arch=sm_90
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) histogram(const int *in, int *bins, int n)
{
	__shared__ int s[128];
	auto cluster = cg::this_cluster();

	s[threadIdx.x] = 0;
	cluster.sync();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int bin = in[i] & 255;
		int *part = cluster.map_shared_rank(s, bin / 128);
		atomicAdd(&part[bin % 128], 1); // twin-race: inter-block, intra-block, intra-warp; twin: part[bin % 128]++;
	}
	cluster.sync();
	atomicAdd(&bins[cluster.block_rank() * 128 + threadIdx.x], s[threadIdx.x]);
}

void run(const int *in, int *bins, int n)
{
	histogram<<<16, 128>>>(in, bins, n); // launch: race-free; twin-launch: race
}
