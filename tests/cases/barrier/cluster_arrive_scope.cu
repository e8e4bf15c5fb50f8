// A row that one block of a cluster gives the other, whose barrier it arrives at in the cluster's scope. In the twin the wait is in block scope, which
// acquires nothing of another block's threads by the letter of PTX's model: undecided.
// flags: --arch=sm_90
#include <cooperative_groups.h>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

__global__ void __cluster_dims__(2, 1, 1) give(const float *in, float *out)
{
	__shared__ float row[64];
	__shared__ uint64_t full;
	auto cluster = cg::this_cluster();
	unsigned t = threadIdx.x;

	if (t == 0)
		ptx::mbarrier_init(&full, 64);
	cluster.sync();
	if (cluster.block_rank() == 0) {
		cluster.map_shared_rank(&row[0], 1)[t] = in[blockIdx.x * 64 + t];
		ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, cluster.map_shared_rank(&full, 1));
	} else {
		while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &full, 0)) // twin: 		while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cta, &full, 0))
			;
		out[blockIdx.x * 64 + t] = row[63 - t];
	}
	cluster.sync();
}

void run(const float *in, float *out)
{
	give<<<8, 64>>>(in, out); // launch: race-free; twin-launch: undecided
}
