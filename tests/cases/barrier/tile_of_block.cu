// A group passed as thread_group: the whole block, or a tile that is too small for the data.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ void exchange(const cg::thread_group &g, int *s, int *data)
{
	int t = threadIdx.x;

	s[t] = data[t]; // twin-race: intra-block
	cg::sync(g);
	data[t] = s[127 - t]; // twin-race: intra-block; twin-cause: narrow
}

__global__ void mirror(int *data)
{
	__shared__ int s[128];

	exchange(cg::this_thread_block(), s, data); // twin: exchange(cg::tiled_partition(cg::this_thread_block(), 1), s, data);
}

void run(int *data)
{
	mirror<<<1, 128>>>(data); // launch: race-free; twin-launch: race
}
