// Two blocks of a cluster load half of the rows of a tile each, for both (multicast of a box), two slots in turn. In the twin a slot is given back before
// all of the block have read it.
// flags: --arch=sm_90
#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

enum { ROWS = 8, WIDTH = 64 };

__device__ void wait(uint64_t *bar, unsigned parity)
{
	while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, bar, parity))
		;
}

__global__ void __cluster_dims__(2, 1, 1) scan(const __grid_constant__ CUtensorMap map, float *out, int n)
{
	__shared__ alignas(128) float tile[2][ROWS][WIDTH];
	__shared__ uint64_t full[2], empty[2];
	auto cluster = cg::this_cluster();
	int half = cluster.block_rank() * ROWS / 2, t = threadIdx.x - 32;

	if (threadIdx.x == 0)
		for (int i = 0; i < 2; i++) {
			ptx::mbarrier_init(&full[i], 1);
			ptx::mbarrier_init(&empty[i], 2);
		}
	cluster.sync();
	if (threadIdx.x == 0) {
		for (int i = 0; i < n; i++) {
			wait(&empty[i % 2], i / 2 % 2 ^ 1);
			ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[i % 2], ROWS * WIDTH * sizeof(float));
			ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, &tile[i % 2][half][0], &map, { 0, i * ROWS + half }, &full[i % 2], 3); // twin-race: inter-block, intra-block
		}
	} else if (t >= 0) {
		float sum = 0;
		for (int i = 0; i < n; i++) {
			wait(&full[i % 2], i / 2 % 2);
			for (int row = 0; row < ROWS; row++)
				sum += tile[i % 2][row][t]; // twin-race: inter-block, intra-block
			asm volatile("bar.sync 1, 64;" ::: "memory"); // twin: 			;
			if (t < 2)
				ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, cluster.map_shared_rank(&empty[i % 2], t));
		}
		out[blockIdx.x * WIDTH + t] = sum;
	}
	cluster.sync();
}

void run(float *in, float *out, int n)
{
	CUtensorMap map;
	cuuint64_t sizes[] = { WIDTH, 4096 }, pitch[] = { WIDTH * sizeof(float) };
	cuuint32_t box[] = { WIDTH, ROWS / 2 }, steps[] = { 1, 1 };
	cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, in, sizes, pitch, box, steps,
		CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
		CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
	scan<<<8, 32 + WIDTH>>>(map, out, n); // launch: race-free; twin-launch: race
}
