// Data that a flag in another block's shared memory hands on; in the twin the flag is set without release.
// flags: --arch=sm_90
#include <cuda_runtime.h>

__device__ unsigned at(const void *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

__global__ void __cluster_dims__(2, 1, 1) hand(int *data, int *out)
{
	__shared__ int flag;
	unsigned to;
	int seen;

	if (threadIdx.x == 0)
		flag = 0;
	asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
	if (threadIdx.x == 0 && blockIdx.x % 2 == 0) {
		data[blockIdx.x] = 1; // twin-race: inter-block
		asm volatile("mapa.shared::cluster.u32 %0, %1, 1;" : "=r"(to) : "r"(at(&flag)));
		asm volatile("st.release.cluster.shared::cluster.u32 [%0], 1;" ::"r"(to) : "memory"); // twin: 		asm volatile("st.relaxed.cluster.shared::cluster.u32 [%0], 1;" ::"r"(to) : "memory");
	}
	if (threadIdx.x == 0 && blockIdx.x % 2 == 1) {
		do
			asm volatile("ld.acquire.cluster.shared::cta.u32 %0, [%1];" : "=r"(seen) : "r"(at(&flag)) : "memory");
		while (!seen);
		out[blockIdx.x] = data[blockIdx.x - 1]; // twin-race: inter-block
	}
	asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
}

void run(int *data, int *out)
{
	hand<<<8, 32>>>(data, out); // launch: race-free; twin-launch: race
}
