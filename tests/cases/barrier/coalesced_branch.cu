// The lanes that take the branch meet, whichever of them are together; those that do not take it are not among them.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void first(const int *in, int *out)
{
	__shared__ int s[32];
	int t = threadIdx.x;

	s[t] = in[blockIdx.x * 32 + t]; // race: intra-warp; twin: s[t] = in[blockIdx.x * 32 + t]; __syncwarp();
	if (t < 12) {
		auto group = cg::coalesced_threads();
		group.sync();
		out[blockIdx.x * 32 + t] = s[31 - t]; // race: intra-warp
	}
}

void run(const int *in, int *out)
{
	first<<<8, 32>>>(in, out); // launch: race; twin-launch: race-free
}
