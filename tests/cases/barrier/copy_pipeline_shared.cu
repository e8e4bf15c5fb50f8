// A pipeline of two stages that the block shares; in the twin the stage is released before it is read.
#include <cooperative_groups.h>
#include <cuda/pipeline>

__global__ void load(const int *in, int *out, int n)
{
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
	__shared__ int s[2][64];
	int t = threadIdx.x;
	auto pipe = cuda::make_pipeline(cooperative_groups::this_thread_block(), &state);

	pipe.producer_acquire();
	cuda::memcpy_async(&s[0][t], &in[t], sizeof(int), pipe);
	pipe.producer_commit();
	for (int i = 0; i < n; i++) {
		pipe.producer_acquire();
		cuda::memcpy_async(&s[(i + 1) % 2][t], &in[(i + 1) * 64 + t], sizeof(int), pipe); // twin-race: intra-block
		pipe.producer_commit();
		pipe.consumer_wait();
		out[i * 64 + t] = s[i % 2][63 - t]; // twin-race: intra-block; twin: pipe.consumer_release(); out[i * 64 + t] = s[i % 2][63 - t]; continue;
		pipe.consumer_release();
	}
}

void run(const int *in, int *out, int n)
{
	load<<<1, 64>>>(in, out, n); // launch: race-free; twin-launch: race
}
