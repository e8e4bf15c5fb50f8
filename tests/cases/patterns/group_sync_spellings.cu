// The barriers of the block as cooperative groups spell them.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ float turn(cg::thread_group g, float *s, float v)
{
	int r = g.thread_rank();

	s[r] = v; // twin-race: intra-block
	g.sync();
	float w = s[g.size() - 1 - r]; // twin-race: intra-block
	cg::sync(g); // twin:
	return w;
}

__global__ void turns(const float *in, float *out)
{
	__shared__ float s[128];
	auto block = cg::this_thread_block();
	int i = block.group_index().x * 128 + block.thread_index().x;
	float v = in[i];

	for (int k = 0; k < 3; k++)
		v = 0.5f * (v + turn(block, s, v));
	out[i] = v;
}

void run(const float *in, float *out, int blocks)
{
	turns<<<blocks, 128>>>(in, out); // launch: race-free; twin-launch: race
}
