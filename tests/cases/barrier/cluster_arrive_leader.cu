// One thread of each warp waits for the row that the neighbour of a square of blocks gives. In the twin nobody of the second warp does: undecided.
// flags: --arch=sm_90
#include <cooperative_groups.h>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

__global__ void __cluster_dims__(2, 2, 1) give(const float *in, float *out)
{
	__shared__ float row[64];
	__shared__ uint64_t full;
	auto cluster = cg::this_cluster();
	unsigned t = threadIdx.x;

	if (t == 0)
		ptx::mbarrier_init(&full, 64);
	cluster.sync();
	unsigned beside = (blockIdx.x % 2 ^ 1) + blockIdx.y % 2 * 2, block = blockIdx.y * gridDim.x + blockIdx.x;
	cluster.map_shared_rank(&row[0], beside)[t] = in[block * 64 + t];
	ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, cluster.map_shared_rank(&full, beside));
	if (t % 32 == 0) // twin: 	if (t == 0)
		while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &full, 0))
			;
	__syncwarp();
	out[block * 64 + t] = row[63 - t];
	cluster.sync();
}

void run(const float *in, float *out)
{
	give<<<dim3(4, 4), 64>>>(in, out); // launch: race-free; twin-launch: undecided
}
