// The thread of rank 0 is the one whose ids are all 0, so that what it draws for its block is one number. In the twin the threads of rank 0
// and 1 draw one each.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void pack(const int *in, int *out, int *next, int n)
{
	__shared__ int begin;
	auto block = cg::this_thread_block();
	if (block.thread_rank() == 0) // twin: 	if (block.thread_rank() < 2)
		begin = atomicAdd(next, 256); // twin-race: intra-warp
	block.sync();
	int at = begin + block.thread_rank();
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
	pack<<<40, 256>>>(in, out, next, 10240); // launch: race-free; twin-launch: race
}
