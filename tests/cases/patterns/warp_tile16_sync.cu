// Tiles of 16 threads exchange rows; a barrier of tiles of 8 is too narrow.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

template <int W>
__device__ float exchange(cg::thread_block block, float *s, float v)
{
	auto tile = cg::tiled_partition<W>(block);
	int t = block.thread_rank();

	s[t] = v; // twin-race: intra-warp
	tile.sync();
	return s[t / 16 * 16 + 15 - t % 16]; // twin-race: intra-warp
}

__global__ void mirror(const float *in, float *out)
{
	__shared__ float s[128];
	cg::thread_block block = cg::this_thread_block();
	int i = blockIdx.x * 128 + block.thread_rank();

	out[i] = exchange<16>(block, s, in[i]); // twin: 	out[i] = exchange<8>(block, s, in[i]);
}

void run(const float *in, float *out, int blocks)
{
	mirror<<<blocks, 128>>>(in, out); // launch: race-free; twin-launch: race
}
