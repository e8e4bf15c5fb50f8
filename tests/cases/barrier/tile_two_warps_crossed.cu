// Tiles of 64 threads do not order threads of different tiles.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void mirror(int *data)
{
	__shared__ cg::block_tile_memory<256> memory;
	__shared__ int s[256];
	int t = threadIdx.x;
	auto block = cg::this_thread_block(memory);
	auto tile = cg::tiled_partition<64>(block);

	s[t] = data[t]; // race: intra-block
	tile.sync(); // twin: block.sync();
	data[t] = s[255 - t]; // race: intra-block; cause: narrow
}

void run(int *data)
{
	mirror<<<1, 256>>>(data); // launch: race; twin-launch: race-free
}
