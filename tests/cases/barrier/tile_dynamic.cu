// A tile whose size is given at run time, passed to a function as a thread_group.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ int sum(cg::thread_group g, int *s, int value)
{
	int lane = g.thread_rank();

	for (int i = g.size() / 2; i > 0; i /= 2) {
		s[lane] = value; // twin-race: intra-warp
		g.sync(); // twin:
		if (lane < i)
			value += s[lane + i]; // twin-race: intra-warp
		g.sync();
	}
	return value;
}

__global__ void sums(int *data)
{
	__shared__ int s[256];
	cg::thread_group tile = cg::tiled_partition(cg::this_thread_block(), 16);

	int total = sum(tile, &s[threadIdx.x / 16 * 16], data[threadIdx.x]);
	if (tile.thread_rank() == 0)
		data[threadIdx.x] = total;
}

void run(int *data)
{
	sums<<<1, 256>>>(data); // launch: race-free; twin-launch: race
}
