// The first thread of each tile draws slots for all of it; the twin draws half as many.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void fill(int *out, int *n)
{
	cg::thread_block_tile<8> tile = cg::tiled_partition<8>(cg::this_thread_block());
	int base = 0;
	if (tile.thread_rank() == 0)
		base = atomicAdd(n, 8); // twin: base = atomicAdd(n, 4);
	base = tile.shfl(base, 0);
	out[base + tile.thread_rank()] = threadIdx.x; // twin-race: inter-block, intra-block, intra-warp
}

void run(int *out, int *n)
{
	fill<<<16, 128>>>(out, n); // launch: race-free; twin-launch: race
}
