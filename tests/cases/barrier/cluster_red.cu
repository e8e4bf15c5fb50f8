// Blocks of a cluster count in the bins of its first block, in the cluster's scope; in the twin they do before it has cleared them.
// flags: --arch=sm_90
#include <cuda_runtime.h>
__device__ unsigned at(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__global__ void __cluster_dims__(4, 1, 1) k(unsigned *out)
{
	__shared__ unsigned bins[32];
	unsigned to;
	int t = threadIdx.x;
	bins[t] = 0; // twin-race: inter-block
	asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory"); // twin:
	asm volatile("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(to) : "r"(at(&bins[t])));
	asm volatile("red.relaxed.cluster.shared::cluster.add.u32 [%0], 1;" ::"r"(to) : "memory"); // twin-race: inter-block
	asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
	if (blockIdx.x % 4 == 0)
		out[blockIdx.x * 32 + t] = bins[t];
}
void run(unsigned *o) { k<<<8, 32>>>(o); } // launch: race-free; twin-launch: race
