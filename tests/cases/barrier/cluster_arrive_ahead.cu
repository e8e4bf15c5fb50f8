// Two blocks of a cluster exchange rows: one thread of each tells the other, so that no phase of its barrier has two arrivals of one thread. In
// the twin each thread tells for itself, and may be a round ahead of others of its block, in whose place it then counts: undecided.
// flags: --arch=sm_90
#include <cooperative_groups.h>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

__global__ void __cluster_dims__(2, 1, 1) exchange(const float *in, float *out, int n)
{
	__shared__ float row[2][64];
	__shared__ uint64_t full;
	auto cluster = cg::this_cluster();
	unsigned other = cluster.block_rank() ^ 1, t = threadIdx.x;
	const bool one = true; // twin: 	const bool one = false;
	float sum = 0, *there = cluster.map_shared_rank(&row[0][0], other);

	if (t == 0)
		ptx::mbarrier_init(&full, one ? 1 : 64);
	cluster.sync();
	for (int i = 0; i < n; i++) {
		there[i % 2 * 64 + t] = in[(i * 8 + blockIdx.x) * 64 + t];
		if (one)
			__syncthreads();
		if (!one || t == 0)
			ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, cluster.map_shared_rank(&full, other));
		while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &full, i % 2))
			;
		sum += row[i % 2][63 - t];
	}
	out[blockIdx.x * 64 + t] = sum;
	cluster.sync();
}

void run(const float *in, float *out, int n)
{
	exchange<<<8, 64>>>(in, out, n); // launch: race-free; twin-launch: undecided
}
