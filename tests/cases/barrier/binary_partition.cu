// Even and odd lanes as two groups; the twin reads from the other group.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void halves(int *data)
{
	__shared__ int s[64];
	int t = threadIdx.x;
	auto warp = cg::tiled_partition<32>(cg::this_thread_block());
	auto half = cg::binary_partition(warp, t % 2 == 0);

	s[t] = data[t]; // twin-race: intra-warp
	half.sync();
	data[t] = s[t ^ 2]; // twin-race: intra-warp; twin: data[t] = s[t ^ 1];
}

void run(int *data)
{
	halves<<<1, 64>>>(data); // launch: race-free; twin-launch: race
}
