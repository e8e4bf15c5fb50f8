// One thread stores tiles by bulk copies and waits for the reading of all groups but the last; in the twin but two, of two buffers.
#include <cuda_runtime.h>

__device__ unsigned at(const void *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

__global__ void tiles_out(float *out, int tiles)
{
	__shared__ alignas(128) float s[2][128];
	int t = threadIdx.x;

	for (int i = 0; i < tiles; i++) {
		if (t == 0)
			asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory"); // twin: asm volatile("cp.async.bulk.wait_group.read 2;" ::: "memory");
		__syncthreads();
		s[i % 2][t] = i; // twin-race: intra-block,intra-warp
		asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
		__syncthreads();
		if (t == 0) {
			asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(out + (blockIdx.x * tiles + i) * 128), "r"(at(s[i % 2])) : "memory"); // twin-race: intra-block,intra-warp
			asm volatile("cp.async.bulk.commit_group;" ::: "memory");
		}
	}
}

void run(float *out, int tiles)
{
	tiles_out<<<8, 128>>>(out, tiles); // launch: race-free; twin-launch: race
}
