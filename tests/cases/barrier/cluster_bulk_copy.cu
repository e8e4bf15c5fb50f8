// Each block of a cluster copies its part to all, whose barriers the bytes complete. In the twin no proxy fence stands between the writes of the part
// and the copies that read it.
// flags: --arch=sm_90
#include <cooperative_groups.h>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

__global__ void __cluster_dims__(4, 1, 1) gather(const float *in, float *out)
{
	__shared__ alignas(128) float part[64], all[4][64];
	__shared__ uint64_t full;
	auto cluster = cg::this_cluster();
	unsigned rank = cluster.block_rank(), t = threadIdx.x;

	part[t] = in[blockIdx.x * 64 + t]; // twin-race: intra-block, intra-warp
	if (t == 0) {
		ptx::mbarrier_init(&full, 1);
		ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof(all));
	}
	ptx::fence_proxy_async(ptx::space_shared); // twin: 	;
	cluster.sync();
	if (t < 4)
		ptx::cp_async_bulk(ptx::space_cluster, ptx::space_shared, cluster.map_shared_rank(&all[rank][0], t), part, sizeof(part), cluster.map_shared_rank(&full, t)); // twin-race: intra-block, intra-warp
	while (!ptx::mbarrier_try_wait_parity(&full, 0))
		;
	out[blockIdx.x * 64 + t] = all[0][t] + all[1][t] + all[2][t] + all[3][t];
	cluster.sync();
}

void run(const float *in, float *out)
{
	gather<<<8, 64>>>(in, out); // launch: race-free; twin-launch: race
}
