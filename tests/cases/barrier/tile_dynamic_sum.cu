// Tiles of a dynamic size share a line of shared memory.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int total(const cg::thread_group &g, int *room, int v)
{
	int lane = g.thread_rank();
	for (int i = g.size() / 2; i > 0; i /= 2) {
		room[lane] = v; // twin-race: intra-warp
		g.sync(); // twin:
		if (lane < i)
			v += room[lane + i]; // twin-race: intra-warp
		g.sync();
	}
	return v;
}

__global__ void sums(int *out, const int *in)
{
	__shared__ int room[256];
	cg::thread_group tile = cg::tiled_partition(cg::this_thread_block(), 16);
	int v = total(tile, &room[threadIdx.x / 16 * 16], in[blockIdx.x * 256 + threadIdx.x]);
	if (tile.thread_rank() == 0)
		out[blockIdx.x * 16 + threadIdx.x / 16] = v;
}

void run(int *out, const int *in)
{
	sums<<<32, 256>>>(out, in); // launch: race-free; twin-launch: race
}
