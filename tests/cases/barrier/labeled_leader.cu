// One lane of those with one label writes the label's own place; in the twin two lanes write it.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void count(const int *label, int *out)
{
	__shared__ int many[32];
	auto tile = cg::tiled_partition<32>(cg::this_thread_block());
	int t = threadIdx.x, own = label[t] & 31;
	auto same = cg::labeled_partition(tile, own);
	many[t] = 0;
	tile.sync();
	if (same.thread_rank() == 0) // twin: if (same.thread_rank() <= 1)
		many[own] = same.size() + t; // twin-race: intra-warp
	tile.sync();
	out[t] = many[t];
}

void run(const int *label, int *out)
{
	count<<<1, 32>>>(label, out); // launch: race-free; twin-launch: race
}
