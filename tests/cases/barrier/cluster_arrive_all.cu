// All blocks of a cluster give their part to the first, whose threads tell all of the sum by their barriers. In the twin the last block's
// barrier is told before the sum is there.
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

__global__ void __cluster_dims__(4, 1, 1) reduce(const float *in, float *out)
{
	__shared__ float parts[4][64], sum[64];
	__shared__ uint64_t given, told;
	auto cluster = cg::this_cluster();
	unsigned rank = cluster.block_rank();
	const int early = 4; // twin: 	const int early = 3;
	int t = threadIdx.x;

	if (t == 0) {
		ptx::mbarrier_init(&given, 4 * 64);
		ptx::mbarrier_init(&told, 64);
	}
	cluster.sync();
	cluster.map_shared_rank(&parts[0][0], 0)[rank * 64 + t] = in[blockIdx.x * 64 + t];
	arrive(cluster.map_shared_rank(&given, 0));
	if (rank == 0) {
		wait(&given, 0);
		float all = parts[0][t] + parts[1][t] + parts[2][t] + parts[3][63 - t];
		for (int r = 0; r < 4; r++) {
			float *there = cluster.map_shared_rank(&sum[0], r);
			if (r < early)
				there[t] = all;
			arrive(cluster.map_shared_rank(&told, r));
			if (r >= early)
				there[t] = all; // twin-race: inter-block
		}
	}
	wait(&told, 0);
	out[blockIdx.x * 64 + t] = sum[63 - t]; // twin-race: inter-block
} // twin-race: inter-block

void run(const float *in, float *out)
{
	reduce<<<8, 64>>>(in, out); // launch: race-free; twin-launch: race
}
