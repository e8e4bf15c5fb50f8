// A cluster's barrier by the names of cuda::ptx; in the twin only the own block is waited for.
// flags: --arch=sm_90
#include <cuda/ptx>

namespace ptx = cuda::ptx;

__global__ void __cluster_dims__(2, 1, 1) exchange(int *out)
{
	__shared__ int mine[64];
	unsigned long long other;

	mine[threadIdx.x] = blockIdx.x; // twin-race: inter-block; twin-cause: too narrow
	ptx::barrier_cluster_arrive(), ptx::barrier_cluster_wait(); // twin: 	__syncthreads();
	asm volatile("mapa.u64 %0, %1, %2;" : "=l"(other) : "l"(mine), "r"(ptx::get_sreg_cluster_ctarank() ^ 1));
	out[blockIdx.x * 64 + threadIdx.x] = ((int *)other)[threadIdx.x]; // twin-race: inter-block
	ptx::barrier_cluster_arrive(ptx::sem_release);
	ptx::barrier_cluster_wait(ptx::sem_acquire);
}

int main()
{
	int *out;

	cudaMalloc(&out, 256 * sizeof(int));
	exchange<<<4, 64>>>(out); // launch: race-free; twin-launch: race
	return 0;
}
