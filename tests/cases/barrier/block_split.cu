// thread_block's barrier in two halves: what lies between them is ordered with nothing.
#include <utility>

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void mirror(int *data)
{
	__shared__ int s[128];
	auto block = cg::this_thread_block();
	int t = threadIdx.x;

	s[t] = data[t];
	auto token = block.barrier_arrive();
	; // twin-race: intra-block; twin: s[t] = 0;
	block.barrier_wait(std::move(token));
	data[t] = s[127 - t]; // twin-race: intra-block
}

void run(int *data)
{
	mirror<<<1, 128>>>(data); // launch: race-free; twin-launch: race
}
