// A pipeline of the whole block, one stage ahead, with the last stage behind the loop; in the twin the loop releases a stage before it reads it.
#include <cooperative_groups.h>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

__global__ void work(const int *in, int *out, int n)
{
	constexpr size_t S = 2;
	extern __shared__ int s[];
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, S> state;
	auto block = cg::this_thread_block();
	size_t offset[S] = { 0, block.size() };
	auto pipe = cuda::make_pipeline(block, &state);
	auto global = [&](size_t b) { return b * block.size(); };

	if (n == 0)
		return;
	pipe.producer_acquire();
	cuda::memcpy_async(block, s + offset[0], in + global(0), sizeof(int) * block.size(), pipe);
	pipe.producer_commit();
	for (size_t b = 1; b < n; ++b) {
		size_t ci = (b - 1) % 2, ki = b % 2;
		pipe.producer_acquire();
		cuda::memcpy_async(block, s + offset[ki], in + global(b), sizeof(int) * block.size(), pipe); // twin-race: intra-warp
		pipe.producer_commit();
		pipe.consumer_wait();
		out[global(b - 1) + block.thread_rank()] = s[offset[ci] + (block.thread_rank() ^ 1)], pipe.consumer_release(); // twin-race: intra-warp; twin: pipe.consumer_release(), out[global(b - 1) + block.thread_rank()] = s[offset[ci] + (block.thread_rank() ^ 1)];
	}
	pipe.consumer_wait();
	out[global(n - 1) + block.thread_rank()] = s[offset[(n - 1) % 2] + (block.thread_rank() ^ 1)];
	pipe.consumer_release();
}

void run(const int *in, int *out, int n)
{
	work<<<1, 256, 2 * 256 * sizeof(int)>>>(in, out, n); // launch: race-free; twin-launch: race
}
