// One thread of each tile of 8 writes the tile's place; in the twin the tiles of a warp share it.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void mark(int *out)
{
	auto tile = cg::tiled_partition<8>(cg::this_thread_block());
	int place = (blockIdx.x * blockDim.x + threadIdx.x) / 8; // twin: int place = (blockIdx.x * blockDim.x + threadIdx.x) / 16;

	cg::invoke_one(tile, [&] { out[place] = threadIdx.x; }); // twin-race: intra-warp
}

void run(int *out)
{
	mark<<<4, 256>>>(out); // launch: race-free; twin-launch: race
}
