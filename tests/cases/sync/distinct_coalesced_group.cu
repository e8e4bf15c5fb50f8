// The same with a coalesced group; the twin's leader adds one for all.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ unsigned int next_slot(unsigned int *n)
{
	cg::coalesced_group g = cg::coalesced_threads();
	unsigned int base;
	if (g.thread_rank() == 0)
		base = atomicAdd(n, g.size()); // twin: base = atomicAdd(n, 1u);
	return g.shfl(base, 0) + g.thread_rank();
}

__global__ void filter(const int *in, int *out, unsigned int *n, int size)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < size && in[i] > 0)
		out[next_slot(n)] = in[i]; // twin-race: inter-block, intra-block, intra-warp
}

void run(const int *in, int *out, unsigned int *n, int size)
{
	filter<<<(size + 255) / 256, 256>>>(in, out, n, size); // launch: race-free; twin-launch: race
}
