// Each block reads its neighbour's tile and then fills its own anew: a cluster barrier must come between.
// flags: --arch=sm_90
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 2, 1) rotate(const int *in, int *out, int rounds)
{
	__shared__ int tile[32];
	auto cluster = cg::this_cluster();
	unsigned int rank = cluster.block_rank(), size = cluster.num_blocks();
	int *next = cluster.map_shared_rank(tile, (rank + 1) % size);
	int sum = 0, block = blockIdx.y * gridDim.x + blockIdx.x;

	for (int r = 0; r < rounds; r++) {
		tile[threadIdx.x] = in[r * 32 + threadIdx.x] + block; // twin-race: inter-block
		cluster.sync();
		sum += next[threadIdx.x]; // twin-race: inter-block
		cluster.sync(); // twin:
	}
	out[block * 32 + threadIdx.x] = sum;
} // twin-race: inter-block

void run(const int *in, int *out, int rounds)
{
	rotate<<<dim3(4, 4), 32>>>(in, out, rounds); // launch: race-free; twin-launch: race
}
