// The same scope between blocks that need not be of one cluster is too narrow.
// flags: --arch=sm_90
#include <cuda_runtime.h>

__global__ void __cluster_dims__(2, 1, 1) hand(int *data, int *flag, int *out)
{
	int seen;

	asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
	if (threadIdx.x == 0 && blockIdx.x == 0) {
		data[0] = 1; // twin-race: inter-block
		asm volatile("st.release.cluster.global.u32 [%0], 1;" ::"l"(flag) : "memory"); // twin-race: inter-block
	}
	if (threadIdx.x == 0 && blockIdx.x == 1) { // twin: 	if (threadIdx.x == 0 && blockIdx.x == 2) {
		do
			asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory"); // twin-race: inter-block
		while (!seen);
		out[0] = data[0]; // twin-race: inter-block
	}
}

void run(int *data, int *flag, int *out)
{
	cudaMemset(flag, 0, sizeof(*flag));
	hand<<<8, 32>>>(data, flag, out); // launch: race-free; twin-launch: race
}
