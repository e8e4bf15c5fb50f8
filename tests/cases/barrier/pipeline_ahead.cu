// A block's pipeline is filled as far ahead as it has stages, by a loop that goes on where it stopped. In the twin a row goes to another
// buffer than the one that its stage has freed.
#include <cooperative_groups.h>
#include <cuda/pipeline>

namespace cg = cooperative_groups;
#define STAGES 3

__global__ void flip(const float *in, float *out, size_t rows)
{
	__shared__ float buf[STAGES][256];
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
	auto block = cg::this_thread_block();
	auto pipe = cuda::make_pipeline(block, &state);
	const float *mine = in + blockIdx.x * rows * 256;

	for (size_t row = 0, next = 0; row < rows; row++) {
		for (; next < rows && next < row + STAGES; next++) {
			pipe.producer_acquire();
			cuda::memcpy_async(block, buf[next % STAGES], mine + next * 256, sizeof(buf[0]), pipe); // twin-race: intra-block; twin: 			cuda::memcpy_async(block, buf[next % (STAGES - 1)], mine + next * 256, sizeof(buf[0]), pipe);
			pipe.producer_commit();
		}
		pipe.consumer_wait();
		out[(blockIdx.x * rows + row) * 256 + threadIdx.x] = buf[row % STAGES][255 - threadIdx.x]; // twin-race: intra-block
		pipe.consumer_release();
	}
}

void run(const float *in, float *out, size_t rows)
{
	flip<<<128, 256>>>(in, out, rows); // launch: race-free; twin-launch: race
}
