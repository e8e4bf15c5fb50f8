// A tile of 32 is a warp; one more step and its neighbour's data is read.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void shift(int *data)
{
	__shared__ int s[256];
	cg::thread_block block = cg::this_thread_block();
	auto tile = cg::tiled_partition<32>(block);
	int first = block.thread_rank() - tile.thread_rank();

	s[first + tile.thread_rank()] = data[block.thread_rank()]; // twin-race: intra-block
	tile.sync();
	data[block.thread_rank()] = s[first + (tile.thread_rank() + 1) % 32]; // twin-race: intra-block; twin-cause: narrow; twin: data[block.thread_rank()] = s[(first + tile.thread_rank() + 1) % 256];
}

void run(int *data)
{
	shift<<<1, 256>>>(data); // launch: race-free; twin-launch: race
}
