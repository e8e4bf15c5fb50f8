// A cuda::barrier for the whole block is a block barrier; in the twin nobody waits.
#include <cooperative_groups.h>
#include <cuda/barrier>

namespace cg = cooperative_groups;

__global__ void mirror(int *data)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	__shared__ int s[128];
	auto block = cg::this_thread_block();
	int t = threadIdx.x;

	if (t == 0)
		init(&bar, block.size());
	block.sync();
	s[t] = data[t]; // twin-race: intra-block
	bar.arrive_and_wait(); // twin: auto token = bar.arrive();
	data[t] = s[127 - t]; // twin-race: intra-block
}

void run(int *data)
{
	mirror<<<1, 128>>>(data); // launch: race-free; twin-launch: race
}
