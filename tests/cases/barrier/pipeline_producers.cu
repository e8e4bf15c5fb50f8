// A pipeline of so many producers; in the twin they do not wait for a free stage.
#include <cooperative_groups.h>
#include <cuda/pipeline>

__global__ void stage(const int *in, int *out, int n)
{
	constexpr size_t stages = 2;
	__shared__ int s[stages][128];
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
	auto block = cooperative_groups::this_thread_block();
	const size_t producers = 128;
	auto pipe = cuda::make_pipeline(block, &state, producers);

	if (block.thread_rank() < producers) {
		int t = threadIdx.x;
		for (int i = 0; i < n; i++) {
			pipe.producer_acquire(); // twin:
			cuda::memcpy_async(&s[i % stages][t], &in[i * 128 + t], sizeof(int), pipe); // twin-race: intra-block
			pipe.producer_commit();
		}
	} else {
		int t = threadIdx.x - 128;
		for (int i = 0; i < n; i++) {
			pipe.consumer_wait();
			out[i * 128 + t] = s[i % stages][127 - t]; // twin-race: intra-block
			pipe.consumer_release();
		}
	}
}

void run(const int *in, int *out, int n)
{
	stage<<<1, 256>>>(in, out, n); // launch: race-free; twin-launch: race
}
