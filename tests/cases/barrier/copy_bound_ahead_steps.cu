// Rounds that are counted in steps of 128: a block copies the next round's row together, bound to the barrier whose turn is next. In the twin each round is at the other barrier.
#include <cooperative_groups.h>
#include <cuda/barrier>

namespace cg = cooperative_groups;

__global__ void sum(const float *in, float *out, int n)
{
	__shared__ float row[2][256];
	__shared__ cuda::barrier<cuda::thread_scope_block> bar[2];
	auto block = cg::this_thread_block();
	int t = threadIdx.x;
	float all = 0;

	if (t == 0) {
		init(&bar[0], 128);
		init(&bar[1], 128);
	}
	block.sync();
	cuda::memcpy_async(block, row[0], in, sizeof(row[0]), bar[0]); // twin-race: intra-block
	for (int k = 0; k < n; k += 128) {
		int i = k / 128;
		if (k + 128 < n)
			cuda::memcpy_async(block, row[(i + 1) & 1], in + (i + 1) * 256, sizeof(row[0]), bar[(i + 1) & 1]);
		bar[i & 1].arrive_and_wait(); // twin: 		bar[(i + 1) & 1].arrive_and_wait();
		all += row[i & 1][255 - t]; // twin-race: intra-block
		block.sync();
	}
	out[blockIdx.x * 128 + t] = all;
}

void run(const float *in, float *out, int n)
{
	sum<<<8, 128>>>(in, out, n); // launch: race-free; twin-launch: race
}
