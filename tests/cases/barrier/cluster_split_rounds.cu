// flags: --arch=sm_90
// Buffers in turn with a cluster barrier in two halves, one half before the loop and one at its rounds' ends; the twin uses one buffer.
#include <utility>

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(4, 1, 1) pass(int *out, int n)
{
	__shared__ int s[2][64], own[64];
	auto cluster = cg::this_cluster();
	int t = threadIdx.x, value = 0;

	s[0][t] = t;
	s[1][t] = 0;
	auto token = cluster.barrier_arrive();
	for (int k = 0; k < n; k++) {
		own[t] = k;
		cluster.barrier_wait(std::move(token));
		value = cluster.map_shared_rank(s[k & 1], (cluster.block_rank() + 1) % 4)[t]; // twin-race: inter-block
		s[~k & 1][t] = value; // twin-race: inter-block; twin: s[k & 1][t] = value;
		token = cluster.barrier_arrive();
	}
	cluster.barrier_wait(std::move(token));
	out[blockIdx.x * 64 + t] = value + own[t];
}

int main()
{
	int *out;

	cudaMalloc(&out, 256 * sizeof(int));
	pass<<<4, 64>>>(out, 8); // launch: race-free; twin-launch: race
	return 0;
}
