// Stages whose offsets a small array keeps, computed of the block's size; in the twin, all stages are one.
#include <cooperative_groups.h>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

template <size_t Stages> __global__ void batches(float *out, const float *in, size_t n)
{
	auto block = cg::this_thread_block();
	extern __shared__ float shared[];
	size_t offset[Stages];
	for (int s = 0; s < Stages; s++)
		offset[s] = s * block.size(); // twin: offset[s] = 0 * block.size();
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, Stages> state;
	auto pipeline = cuda::make_pipeline(block, &state);

	for (size_t i = 0, next = 0; i < n; i++) {
		for (; next < n && next < i + Stages; next++) {
			pipeline.producer_acquire();
			cuda::memcpy_async(block, shared + offset[next % Stages], in + next * block.size(), sizeof(float) * block.size(), pipeline); // twin-race: intra-block, intra-warp
			pipeline.producer_commit();
		}
		pipeline.consumer_wait();
		float sum = 0;
		for (int j = 0; j < block.size(); j++)
			sum += shared[offset[i % Stages] + j]; // twin-race: intra-block, intra-warp
		out[(blockIdx.x * n + i) * block.size() + threadIdx.x] = sum;
		pipeline.consumer_release();
	}
}

void run(float *out, const float *in, size_t n)
{
	batches<2><<<16, 128, 2 * 128 * sizeof(float)>>>(out, in, n); // launch: race-free; twin-launch: race
}
