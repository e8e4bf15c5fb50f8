// One lane of each half of a partition adds to the half's own place; in the twin the warp is parted by another bit.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void count(const int *key, int *out, int n)
{
	__shared__ int many[2];
	auto warp = cg::tiled_partition<32>(cg::this_thread_block());
	if (threadIdx.x < 2)
		many[threadIdx.x] = 0;
	warp.sync();
	for (int i = 0; i < n; i++) {
		int own = key[i * 32 + threadIdx.x];
		auto half = cg::binary_partition(warp, own & 1); // twin: auto half = cg::binary_partition(warp, own & 2);
		if (half.thread_rank() == 0)
			many[own & 1] += half.size(); // twin-race: intra-warp
		warp.sync();
	}
	out[threadIdx.x] = many[threadIdx.x & 1];
}

void run(const int *key, int *out, int n)
{
	count<<<1, 32>>>(key, out, n); // launch: race-free; twin-launch: race
}
