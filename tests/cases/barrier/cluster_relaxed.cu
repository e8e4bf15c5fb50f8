// An arrival that is relaxed orders nothing by itself, but behind a fence of the cluster it does.
// flags: --arch=sm_90
#include <cuda_runtime.h>

__device__ unsigned at(const void *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

__global__ void __cluster_dims__(2, 1, 1) swap(int *out)
{
	__shared__ int s[64];
	unsigned rank, to;
	int t = threadIdx.x;

	asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
	asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(to) : "r"(at(&s[t])), "r"(rank ^ 1));
	asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
	asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(to), "r"(t) : "memory");
	asm volatile("fence.acq_rel.cluster;" ::: "memory"); // twin:
	asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
	asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
	out[blockIdx.x * 64 + t] = s[63 - t];
}

void run(int *out)
{
	swap<<<8, 64>>>(out); // launch: race-free; twin-launch: undecided
}
