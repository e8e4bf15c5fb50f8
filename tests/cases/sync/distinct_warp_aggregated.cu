// Warp-aggregated increment: the leader adds for all active lanes, each takes its rank behind the leader's slot.
#include <cuda_runtime.h>

__device__ int next_slot(int *n)
{
	unsigned int active = __activemask();
	int leader = __ffs(active) - 1;
	unsigned int lane = threadIdx.x % 32;
	int rank = __popc(active & ((1u << lane) - 1)); // twin: int rank = __popc(active & ((2u << leader) - 1));
	int base;
	if (lane == leader)
		base = atomicAdd(n, __popc(active));
	base = __shfl_sync(active, base, leader);
	return base + rank;
}

__global__ void filter(const int *in, int *out, int *n, int size)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < size && in[i] > 0)
		out[next_slot(n)] = in[i]; // twin-race: intra-warp
}

void run(const int *in, int *out, int *n, int size)
{
	filter<<<(size + 255) / 256, 256>>>(in, out, n, size); // launch: race-free; twin-launch: race
}
