// Lanes with one label work together.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void by_row(int *out, const int *in)
{
	__shared__ int box[32];
	auto tile = cg::tiled_partition<32>(cg::this_thread_block());
	int row = threadIdx.x / 8;
	auto same = cg::labeled_partition(tile, row);
	box[threadIdx.x] = in[threadIdx.x]; // twin-race: intra-warp
	same.sync(); // twin:
	out[threadIdx.x] = box[threadIdx.x ^ 1]; // twin-race: intra-warp
}

void run(int *out, const int *in)
{
	by_row<<<1, 32>>>(out, in); // launch: race-free; twin-launch: race
}
