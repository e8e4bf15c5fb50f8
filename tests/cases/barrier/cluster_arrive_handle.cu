// The barrier that a neighbour arrives at is a cuda::barrier, whose word both know by its handle. In the twin he arrives at his own.
// flags: --arch=sm_90
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

#define OWNER 1 // twin: #define OWNER 0

__global__ void __cluster_dims__(2, 1, 1) give(const float *in, float *out)
{
	__shared__ float row[64];
	__shared__ cuda::barrier<cuda::thread_scope_block> full;
	uint64_t *word = cuda::device::barrier_native_handle(full);
	auto cluster = cg::this_cluster();
	unsigned t = threadIdx.x;

	if (t == 0)
		init(&full, 64);
	cluster.sync();
	if (cluster.block_rank() == 0) {
		cluster.map_shared_rank(&row[0], 1)[t] = in[blockIdx.x * 64 + t]; // twin-race: inter-block
		ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, cluster.map_shared_rank(word, OWNER));
	} else {
		while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, word, 0))
			;
		out[blockIdx.x * 64 + t] = row[63 - t]; // twin-race: inter-block
	}
	cluster.sync();
}

void run(const float *in, float *out)
{
	give<<<8, 64>>>(in, out); // launch: race-free; twin-launch: race
}
