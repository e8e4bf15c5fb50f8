// A pipeline whose threads are producers or consumers; in the twin the consumers do not wait.
#include <cooperative_groups.h>
#include <cuda/pipeline>

__global__ void stage(const int *in, int *out, int n)
{
	constexpr size_t stages = 2;
	__shared__ int s[stages][128];
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
	auto block = cooperative_groups::this_thread_block();
	const auto role = block.thread_rank() < 128 ? cuda::pipeline_role::producer
						    : cuda::pipeline_role::consumer;
	auto pipe = cuda::make_pipeline(block, &state, role);

	if (role == cuda::pipeline_role::producer) {
		int t = threadIdx.x;
		for (int i = 0; i < n; i++) {
			pipe.producer_acquire();
			cuda::memcpy_async(&s[i % stages][t], &in[i * 128 + t], sizeof(int), pipe); // twin-race: intra-block
			pipe.producer_commit();
		}
	} else {
		int t = threadIdx.x - 128;
		for (int i = 0; i < n; i++) {
			pipe.consumer_wait(); // twin:
			out[i * 128 + t] = s[i % stages][127 - t]; // twin-race: intra-block
			pipe.consumer_release();
		}
	}
}

void run(const int *in, int *out, int n)
{
	stage<<<1, 256>>>(in, out, n); // launch: race-free; twin-launch: race
}
