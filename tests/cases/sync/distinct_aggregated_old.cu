// Aggregated appends before sm_70: ballot and shuffle without a mask.
// flags: --arch=sm_60
#include <cuda_runtime.h>

__device__ int append_at(int *length, bool keep)
{
	unsigned mask = __ballot(keep);
	int lane = threadIdx.x & 31;
	int leader = __ffs(mask) - 1;
	int base = 0;
	if (lane == leader)
		base = atomicAdd(length, __popc(mask)); // twin: base = atomicAdd(length, 1);
	base = __shfl(base, leader);
	return base + __popc(mask & ((1u << lane) - 1));
}

__global__ void filter(int *out, int *length, const int *in)
{
	int v = in[blockIdx.x * blockDim.x + threadIdx.x];
	int at = append_at(length, v > 0);
	if (v > 0)
		out[at] = v; // twin-race: inter-block, intra-block, intra-warp
}

void run(int *out, int *length, const int *in, int blocks)
{
	filter<<<blocks, 256>>>(out, length, in); // launch: race-free; twin-launch: race
}
