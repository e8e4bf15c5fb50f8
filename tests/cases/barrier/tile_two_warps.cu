// A tile of two warps; the twin's is one warp, and the data crosses it.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void mirror(int *data)
{
	__shared__ cg::block_tile_memory<256> memory;
	__shared__ int s[256];
	int t = threadIdx.x;
	auto block = cg::this_thread_block(memory);
	auto tile = cg::tiled_partition<64>(block); // twin: auto tile = cg::tiled_partition<32>(block);

	s[t] = data[t]; // twin-race: intra-block
	tile.sync();
	data[t] = s[t / 64 * 64 + 63 - t % 64]; // twin-race: intra-block; twin-cause: narrow
}

void run(int *data)
{
	mirror<<<1, 256>>>(data); // launch: race-free; twin-launch: race
}
