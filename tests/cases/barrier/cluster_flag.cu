// A flag in another block's shared memory, of the cluster's scope, which is enough in it; the twin's is of the block's.
// flags: --arch=sm_90
#include <cuda_runtime.h>

__device__ unsigned at(const void *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

__global__ void __cluster_dims__(2, 1, 1) hand(int *out)
{
	__shared__ int flag;
	unsigned to;
	int seen = 0;

	if (threadIdx.x == 0)
		flag = 0;
	asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
	asm volatile("mapa.shared::cluster.u32 %0, %1, 1;" : "=r"(to) : "r"(at(&flag)));
	if (threadIdx.x == 0 && blockIdx.x % 2 == 0)
		asm volatile("st.release.cluster.shared::cluster.u32 [%0], 1;" ::"r"(to) : "memory"); // twin-race: inter-block; twin: 		asm volatile("st.release.cta.shared::cluster.u32 [%0], 1;" ::"r"(to) : "memory");
	if (threadIdx.x == 0 && blockIdx.x % 2 == 1)
		asm volatile("ld.acquire.cluster.shared::cta.u32 %0, [%1];" : "=r"(seen) : "r"(at(&flag)) : "memory"); // twin-race: inter-block
	out[blockIdx.x * 32 + threadIdx.x] = seen;
	asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
}

void run(int *out)
{
	hand<<<8, 32>>>(out); // launch: race-free; twin-launch: race
}
