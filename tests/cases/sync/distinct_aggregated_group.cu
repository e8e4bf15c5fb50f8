// Aggregated appends with a coalesced group's shuffle, as in the programming guide.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int append_at(int *length)
{
	cg::coalesced_group g = cg::coalesced_threads();
	int base;
	if (g.thread_rank() == 0)
		base = atomicAdd(length, g.size());
	return g.shfl(base, 0) + g.thread_rank(); // twin: return g.shfl(base, 0) + g.thread_rank() / 2;
}

__global__ void filter(int *out, int *length, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && in[i] > 0)
		out[append_at(length)] = in[i]; // twin-race: intra-warp
}

void run(int *out, int *length, const int *in, int n)
{
	filter<<<(n + 255) / 256, 256>>>(out, length, in, n); // launch: race-free; twin-launch: race
}
