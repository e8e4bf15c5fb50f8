// cooperative_groups::memcpy_async by a block; the twin waits for no copy.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__global__ void load(const int *in, int *out, int n)
{
	__shared__ int s[64];
	int t = threadIdx.x;
	cg::thread_block block = cg::this_thread_block();

	for (int i = 0; i < n; i++) {
		cg::memcpy_async(block, s, in + i * 64, sizeof(int) * 64); // twin-race: intra-block
		cg::wait(block); // twin: block.sync();
		out[i * 64 + t] = s[63 - t]; // twin-race: intra-block
		block.sync();
	}
}

void run(const int *in, int *out, int n)
{
	load<<<1, 64>>>(in, out, n); // launch: race-free; twin-launch: race
}
