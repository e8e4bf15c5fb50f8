// A copy by the whole block must be waited for before its data is read.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__global__ void scale(const float *in, float *out, float f)
{
	__shared__ float s[256];
	auto block = cg::this_thread_block();

	cg::memcpy_async(block, s, in + blockIdx.x * 256, sizeof(float) * 256); // twin-race: intra-block
	cg::wait(block); // twin: 	__syncthreads();
	out[blockIdx.x * 256 + threadIdx.x] = f * s[255 - threadIdx.x]; // twin-race: intra-block
}

void run(const float *in, float *out, float f, int blocks)
{
	scale<<<blocks, 256>>>(in, out, f); // launch: race-free; twin-launch: race
}
