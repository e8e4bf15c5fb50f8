// A bulk reduction and atomic additions to the same sums; in the twin the elements are of another size.
#include <cuda_runtime.h>

__device__ unsigned place(const void *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

__global__ void add(unsigned *sums, const unsigned *in)
{
	__shared__ alignas(16) unsigned tile[128];

	tile[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	__syncthreads();
	if (threadIdx.x == 0) {
		asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], %2;" ::"l"(sums), "r"(place(tile)), "n"(512) : "memory"); // twin-race: inter-block, intra-block, intra-warp; twin: 		asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u64 [%0], [%1], %2;" ::"l"(sums), "r"(place(tile)), "n"(512) : "memory");
		asm volatile("cp.async.bulk.commit_group;" ::: "memory");
		asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
	}
	atomicAdd(&sums[threadIdx.x], 1u); // twin-race: inter-block, intra-block, intra-warp
}

void run(unsigned *sums, const unsigned *in)
{
	add<<<64, 128>>>(sums, in); // launch: race-free; twin-launch: race
}
