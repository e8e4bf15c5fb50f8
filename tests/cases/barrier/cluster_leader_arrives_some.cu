// One thread of each warp arrives at the neighbour's barrier for its warp, in launches with large n alone: in others nobody gets past the wait. In the
// twin it arrives before the warp's writes there.
// flags: --arch=sm_90
#include <cooperative_groups.h>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

__global__ void __cluster_dims__(2, 1, 1) give(const float *in, float *out, int n)
{
	__shared__ float row[64];
	__shared__ uint64_t full;
	auto cluster = cg::this_cluster();
	unsigned t = threadIdx.x, beside = cluster.block_rank() ^ 1;
	const bool early = false; // twin: 	const bool early = true;

	if (t == 0)
		ptx::mbarrier_init(&full, 2);
	cluster.sync();
	__syncwarp();
	if (early && t % 32 == 0 && n <= 3)
		ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, cluster.map_shared_rank(&full, beside));
	cluster.map_shared_rank(&row[0], beside)[t] = in[blockIdx.x * 64 + t]; // twin-race: inter-block
	__syncwarp();
	if (t % 32 == 0 && n > 3)
		ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, cluster.map_shared_rank(&full, beside));
	while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &full, 0))
		;
	out[blockIdx.x * 64 + t] = row[63 - t]; // twin-race: inter-block
	cluster.sync();
}

void run(const float *in, float *out, int n)
{
	give<<<16, 64>>>(in, out, n); // launch: race-free; twin-launch: race
}
