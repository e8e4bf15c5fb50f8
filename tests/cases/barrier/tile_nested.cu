// A tile of a tile: the inner one orders its four threads only.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void swap(int *data)
{
	__shared__ int s[64];
	int t = threadIdx.x;
	auto warp = cg::tiled_partition<32>(cg::this_thread_block());
	auto quad = cg::tiled_partition<4>(warp);

	s[t] = data[t]; // race: intra-warp
	quad.sync(); // twin: warp.sync();
	data[t] = s[t ^ 4]; // race: intra-warp; cause: narrow
}

void run(int *data)
{
	swap<<<1, 64>>>(data); // launch: race; twin-launch: race-free
}
