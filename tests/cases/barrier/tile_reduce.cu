// All threads of a tile get the one result of a reduction: writing it to one place is no error.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void sums(const float *in, float *out)
{
	__shared__ float part[8];
	auto warp = cg::tiled_partition<32>(cg::this_thread_block());
	float own = in[blockIdx.x * blockDim.x + threadIdx.x];
	float sum = cg::reduce(warp, own, cg::plus<float>()); // twin: float sum = cg::inclusive_scan(warp, own);

	part[threadIdx.x / 32] = sum; // race(warning): intra-warp; twin-race: intra-warp
	__syncthreads();
	if (threadIdx.x < 8)
		out[8 * blockIdx.x + threadIdx.x] = part[threadIdx.x];
}

void run(const float *in, float *out, int blocks)
{
	sums<<<blocks, 256>>>(in, out); // launch: race; twin-launch: race
}
