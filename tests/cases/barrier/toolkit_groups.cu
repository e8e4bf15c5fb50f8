// The toolkit's own cooperative groups: a tile of two warps, a tile of 16, the grid.
// requires: toolkit
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void mirror(int *a, int *b, int n)
{
	__shared__ cg::block_tile_memory<256> memory;
	__shared__ int s[128];
	int t = threadIdx.x, i = blockIdx.x * 128 + t;
	auto block = cg::this_thread_block(memory);
	auto pair = cg::tiled_partition<64>(block);
	auto half = cg::tiled_partition<16>(block);

	s[t] = i;
	pair.sync();
	a[i] = s[t ^ 63]; // twin-race: inter-block
	pair.sync();
	s[t] = i;
	half.sync();
	a[i] += s[t ^ 15]; // twin-race: inter-block
	cg::this_grid().sync(); // twin: block.sync();
	b[i] = a[n - 1 - i]; // twin-race: inter-block
}

void run(int *data)
{
	mirror<<<4, 128>>>(data, data + 512, 512); // launch: race-free; twin-launch: race
}
