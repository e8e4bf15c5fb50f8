// Two blocks of a cluster load half a tile each for both (multicast), two slots in turn; two groups of consumers give a slot back to both. In the twin
// they do so before all of a group have read it.
// flags: --arch=sm_90
#include <cooperative_groups.h>
#include <cuda/ptx>
#define TILE 256

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

__device__ void wait(uint64_t *bar, unsigned parity)
{
	while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, bar, parity))
		;
}

__global__ void __cluster_dims__(2, 1, 1) scan(const float *in, float *out, int n)
{
	__shared__ alignas(128) float tile[2][TILE];
	__shared__ uint64_t full[2], empty[2];
	auto cluster = cg::this_cluster();
	int half = cluster.block_rank() * TILE / 2, t = threadIdx.x - 32;

	if (threadIdx.x == 0)
		for (int i = 0; i < 2; i++) {
			ptx::mbarrier_init(&full[i], 1);
			ptx::mbarrier_init(&empty[i], 4);
		}
	cluster.sync();
	if (threadIdx.x == 0) {
		for (int i = 0; i < n; i++) {
			wait(&empty[i % 2], i / 2 % 2 ^ 1);
			ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[i % 2], TILE * sizeof(float));
			ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, &tile[i % 2][half], in + i * TILE + half, TILE / 2 * sizeof(float), &full[i % 2], 3); // twin-race: inter-block, intra-block
		}
	} else if (t >= 0) {
		float sum = 0;
		for (int i = 0; i < n; i++) {
			wait(&full[i % 2], i / 2 % 2);
			sum += tile[i % 2][t] + tile[i % 2][TILE - 1 - t]; // twin-race: inter-block, intra-block
			asm volatile("bar.sync %0, 128;" ::"r"(1 + t / 128) : "memory"); // twin: 			;
			if (t % 128 < 2)
				ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, cluster.map_shared_rank(&empty[i % 2], t % 128));
		}
		out[blockIdx.x * TILE + t] = sum;
	}
	cluster.sync();
}

void run(const float *in, float *out, int n)
{
	scan<<<8, 32 + TILE>>>(in, out, n); // launch: race-free; twin-launch: race
}
