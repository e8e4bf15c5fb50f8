// A group of the threads that happen to be converged: nothing is proved from its sync().
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void pairs(int *data)
{
	__shared__ int s[32];
	int t = threadIdx.x;
	auto group = cg::coalesced_threads(); // twin: auto group = cg::tiled_partition<32>(cg::this_thread_block());

	s[t] = data[t];
	group.sync();
	data[t] = s[31 - t];
}

void run(int *data)
{
	pairs<<<1, 32>>>(data); // launch: undecided; twin-launch: race-free
}
