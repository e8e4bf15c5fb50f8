// A ring of blocks of a cluster: each fills two slots of its neighbour and arrives at the neighbour's barriers, which are given back in the
// same way. In the twin a slot is given back before all of the warp have read it.
// flags: --arch=sm_90
#include <cooperative_groups.h>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

__device__ void wait(uint64_t *bar, unsigned parity)
{
	while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, bar, parity))
		;
}

__device__ void arrive(uint64_t *there)
{
	ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, there);
}

__global__ void __cluster_dims__(4, 1, 1) pass(const float *in, float *out, int n)
{
	__shared__ float slots[2][32];
	__shared__ uint64_t full[2], empty[2];
	auto cluster = cg::this_cluster();
	unsigned right = (cluster.block_rank() + 1) % 4, left = (cluster.block_rank() + 3) % 4;
	int lane = threadIdx.x % 32;

	if (threadIdx.x == 0)
		for (int i = 0; i < 2; i++) {
			ptx::mbarrier_init(&full[i], 1);
			ptx::mbarrier_init(&empty[i], 1);
		}
	cluster.sync();
	if (threadIdx.x < 32) {
		float *there = cluster.map_shared_rank(&slots[0][0], right);
		for (int i = 0; i < n; i++) {
			wait(&empty[i % 2], i / 2 % 2 ^ 1);
			there[i % 2 * 32 + lane] = in[i * 256 + blockIdx.x * 32 + lane]; // twin-race: inter-block
			__syncwarp();
			if (lane == 0)
				arrive(cluster.map_shared_rank(&full[i % 2], right));
		}
	} else {
		float sum = 0;
		for (int i = 0; i < n; i++) {
			wait(&full[i % 2], i / 2 % 2);
			sum += slots[i % 2][31 - lane]; // twin-race: inter-block
			__syncwarp(); // twin: 			;
			if (lane == 0)
				arrive(cluster.map_shared_rank(&empty[i % 2], left));
		}
		out[blockIdx.x * 32 + lane] = sum;
	}
	cluster.sync();
}

void run(const float *in, float *out, int n)
{
	pass<<<8, 64>>>(in, out, n); // launch: race-free; twin-launch: race
}
