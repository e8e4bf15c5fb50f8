// Any one thread of a tile may be the one that runs it: rank 0 has to wait for it.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void first(int *out, const int *in)
{
	auto tile = cg::tiled_partition<32>(cg::this_thread_block());
	int place = (blockIdx.x * blockDim.x + threadIdx.x) / 32;

	cg::invoke_one(tile, [&] { out[place] = in[place]; }); // twin-race: intra-warp
	tile.sync(); // twin:
	if (tile.thread_rank() == 0)
		out[place] += 1; // twin-race: intra-warp
}

void run(int *out, const int *in)
{
	first<<<4, 256>>>(out, in); // launch: race-free; twin-launch: race
}
