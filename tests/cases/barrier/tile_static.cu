// Tiles of 16 lanes exchange inside a tile; the twin's tiles are too small for it.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void mirror(int *data)
{
	__shared__ int s[256];
	int t = threadIdx.x;
	cg::thread_block block = cg::this_thread_block();
	cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block); // twin: cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);

	s[t] = data[t]; // twin-race: intra-warp
	tile.sync();
	data[t] = s[t / 16 * 16 + 15 - t % 16]; // twin-race: intra-warp; twin-cause: narrow
}

void run(int *data)
{
	mirror<<<1, 256>>>(data); // launch: race-free; twin-launch: race
}
