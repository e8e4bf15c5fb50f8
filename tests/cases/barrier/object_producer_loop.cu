// A producer warp fills two buffers in turn for the others, with a barrier each for free and full; the twin's consumers do not wait for full ones.
#include <cooperative_groups.h>
#include <cuda/barrier>

using barrier = cuda::barrier<cuda::thread_scope_block>;

__device__ void produce(barrier *ready, barrier *filled, float *tile, const float *in, int n, int len)
{
	for (int i = 0; i < n / len; i++) {
		ready[i % 2].arrive_and_wait();
		for (int j = threadIdx.x; j < len; j += 32)
			tile[i % 2 * len + j] = in[i * len + j]; // twin-race: intra-block
		barrier::arrival_token token = filled[i % 2].arrive();
	}
}

__device__ void consume(barrier *ready, barrier *filled, const float *tile, float *out, int n, int len)
{
	barrier::arrival_token first = ready[0].arrive();
	barrier::arrival_token second = ready[1].arrive();
	for (int i = 0; i < n / len; i++) {
		filled[i % 2].arrive_and_wait(); // twin: (void)filled[i % 2].arrive();
		for (int j = threadIdx.x - 32; j < len; j += blockDim.x - 32)
			out[i * len + j] = tile[i % 2 * len + j]; // twin-race: intra-block
		barrier::arrival_token token = ready[i % 2].arrive();
	}
}

__global__ void copy(int n, int len, const float *in, float *out)
{
	extern __shared__ float tile[];
	__shared__ barrier bar[4];
	auto block = cooperative_groups::this_thread_block();

	if (block.thread_rank() < 4)
		init(bar + block.thread_rank(), block.size());
	block.sync();
	if (block.thread_rank() < warpSize)
		produce(bar, bar + 2, tile, in, n, len);
	else
		consume(bar, bar + 2, tile, out, n, len);
}

void run(const float *in, float *out, int n)
{
	copy<<<1, 256, 2 * 1024 * sizeof(float)>>>(n, 1024, in, out); // launch: race-free; twin-launch: race
}
