// Each warp transposes through its own tile with a tile barrier.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void exchange(const float *in, float *out)
{
	extern __shared__ float smem[];
	auto tile = cg::tiled_partition<32>(cg::this_thread_block());
	float *mine = smem + tile.meta_group_rank() * 33 * 32;
	const float *src = in + (blockIdx.x * tile.meta_group_size() + tile.meta_group_rank()) * 1024;
	float *dst = out + (blockIdx.x * tile.meta_group_size() + tile.meta_group_rank()) * 1024;

	for (int r = 0; r < 32; r++)
		mine[r * 33 + tile.thread_rank()] = src[r * 32 + tile.thread_rank()]; // twin-race: intra-warp
	tile.sync(); // twin:
	for (int r = 0; r < 32; r++)
		dst[r * 32 + tile.thread_rank()] = mine[tile.thread_rank() * 33 + r]; // twin-race: intra-warp
}

void run(const float *in, float *out, int matrices)
{
	const int warps = 4;
	exchange<<<matrices / warps, warps * 32, warps * 33 * 32 * sizeof(float)>>>(in, out); // launch: race-free; twin-launch: race
}
