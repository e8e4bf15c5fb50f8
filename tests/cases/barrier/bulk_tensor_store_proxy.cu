// The same by hand-written instructions, combined with what is there; the twin has no fence between what threads write and what the copy reads.
#include <cuda.h>

__device__ unsigned at(const void *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

__global__ void rows(const __grid_constant__ CUtensorMap map, int *out)
{
	__shared__ alignas(128) int s[256];
	int t = threadIdx.x;

	s[t] = t; // twin-race: intra-warp
	out[blockIdx.x * 256 + t] = t;
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); // twin: 
	__syncthreads();
	if (t == 0) {
		asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%1, %2}], [%3];" ::"l"(&map), "r"(0), "r"(blockIdx.x), "r"(at(s)) : "memory"); // twin-race: intra-warp
		asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group.read 0;" ::: "memory");
	}
	__syncthreads();
	s[t] = 0;
}

void run(const CUtensorMap &map, int *out)
{
	rows<<<8, 256>>>(map, out); // launch: undecided; twin-launch: race
}
