// One thread of the block draws for all, as cooperative groups have it done. In the twin only its warp waits for that.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void pack(const int *in, int *out, int *next, int n)
{
	__shared__ int begin;
	auto block = cg::this_thread_block();
	cg::invoke_one(block, [&] {
		begin = atomicAdd(next, 256); // twin-race: intra-block
	});
	block.sync(); // twin: 	__syncwarp();
	int at = begin + threadIdx.y * 32 + threadIdx.x; // twin-race: intra-block
	if (at < n)
		out[at] = in[at];
}

int main()
{
	int *in, *out, *next;
	cudaMalloc(&in, 10240 * sizeof(int));
	cudaMalloc(&out, 10240 * sizeof(int));
	cudaMalloc(&next, sizeof(int));
	cudaMemset(next, 0, sizeof(int));
	pack<<<40, dim3(32, 8)>>>(in, out, next, 10240); // launch: race-free; twin-launch: race
}
