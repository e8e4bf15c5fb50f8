// A ring of blocks of a cluster whose threads store a number each to the neighbour (st.async), and tell the one before when they have read theirs. In the
// twin they tell before they read.
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

__global__ void __cluster_dims__(4, 1, 1) pass(const int *in, int *out, int n)
{
	__shared__ int row[64];
	__shared__ uint64_t full, empty;
	auto cluster = cg::this_cluster();
	unsigned right = (cluster.block_rank() + 1) % 4, left = (cluster.block_rank() + 3) % 4, t = threadIdx.x;
	const bool early = false; // twin: 	const bool early = true;

	if (t == 0) {
		ptx::mbarrier_init(&full, 1);
		ptx::mbarrier_init(&empty, 64);
	}
	cluster.sync();
	int sum = 0;
	for (int i = 0; i < n; i++) {
		if (t == 0)
			ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof(row));
		wait(&empty, i & 1 ^ 1);
		ptx::st_async(cluster.map_shared_rank(&row[t], right), in[(i * 8 + blockIdx.x) * 64 + t], cluster.map_shared_rank(&full, right));
		wait(&full, i & 1);
		if (early)
			ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, cluster.map_shared_rank(&empty, left));
		sum += row[63 - t];
		if (!early)
			ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, cluster.map_shared_rank(&empty, left));
	}
	out[blockIdx.x * 64 + t] = sum;
	cluster.sync();
}

void run(const int *in, int *out, int n)
{
	pass<<<8, 64>>>(in, out, n); // launch: race-free; twin-launch: undecided
}
