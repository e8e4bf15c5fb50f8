// Two threads each add a number to a sum in the other block of their cluster (red.async), whose barrier counts the bytes. In the twin they store it.
// flags: --arch=sm_90
#include <cooperative_groups.h>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

__device__ void give(unsigned *to, unsigned value, uint64_t *full)
{
	ptx::red_async(ptx::op_add, to, value, full); // twin-race: intra-warp; twin: 	ptx::st_async(to, value, full);
}

__global__ void __cluster_dims__(2, 1, 1) halves(const unsigned *in, unsigned *out)
{
	__shared__ unsigned sums[32];
	__shared__ uint64_t full;
	auto cluster = cg::this_cluster();
	unsigned other = cluster.block_rank() ^ 1, t = threadIdx.x;

	if (t < 32)
		sums[t] = 0;
	if (t == 0)
		ptx::mbarrier_init(&full, 1);
	cluster.sync();
	if (t == 0)
		ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, 64 * sizeof(unsigned));
	give(cluster.map_shared_rank(&sums[t / 2], other), in[blockIdx.x * 64 + t], cluster.map_shared_rank(&full, other));
	while (!ptx::mbarrier_try_wait_parity(&full, 0))
		;
	out[blockIdx.x * 64 + t] = sums[31 - t / 2];
	cluster.sync();
}

void run(const unsigned *in, unsigned *out)
{
	halves<<<8, 64>>>(in, out); // launch: race-free; twin-launch: race
}
