// Another block's shared memory by the intrinsics without cooperative groups; the twin waits for its own block alone.
// flags: --arch=sm_90
#include <cuda_runtime.h>

__global__ void __cluster_dims__(2, 1, 1) exchange(int *out)
{
	__shared__ int mine[64];
	int *other = (int *)__cluster_map_shared_rank(mine, __clusterRelativeBlockRank() ^ 1);

	mine[threadIdx.x] = __clusterIdx().x; // twin-race: inter-block
	__cluster_barrier_arrive(), __cluster_barrier_wait(); // twin: __syncthreads();
	out[(__clusterIdx().x * __clusterSizeInBlocks() + __clusterRelativeBlockRank()) * 64 + threadIdx.x] = other[threadIdx.x]; // twin-race: inter-block
	__cluster_barrier_arrive();
	__cluster_barrier_wait();
}

int main()
{
	int *out;

	cudaMalloc(&out, 256 * sizeof(int));
	exchange<<<4, 64>>>(out); // launch: race-free; twin-launch: race
	return 0;
}
