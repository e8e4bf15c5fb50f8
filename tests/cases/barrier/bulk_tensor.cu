// Boxes of two tensors into rings of buffers, each buffer again when the block has read it; the twin does not wait for that.
#include <cuda.h>
#include <cuda/barrier>
#include <cuda/ptx>

namespace ptx = cuda::ptx;

enum { STAGES = 3, M = 64, N = 32, K = 16 };

__device__ void fill(float *a, float *b, const CUtensorMap *of_a, const CUtensorMap *of_b, int k, uint64_t *full)
{
	ptx::mbarrier_arrive_expect_tx(
		ptx::sem_release, ptx::scope_cta, ptx::space_shared, full, (M + N) * K * sizeof(float));
	ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, a, of_a, // twin-race: intra-block, intra-warp
		{ k * K, (int)blockIdx.y * M }, full);
	ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, b, of_b, // twin-race: intra-block, intra-warp
		{ k * K, (int)blockIdx.x * N }, full);
}

__global__ void product(const __grid_constant__ CUtensorMap of_a, const __grid_constant__ CUtensorMap of_b, float *c, int rounds)
{
	__shared__ alignas(128) float a[STAGES][M][K], b[STAGES][N][K];
	__shared__ uint64_t full[STAGES];
	int x = threadIdx.x, y = threadIdx.y;
	float sum = 0;

	if (x == 0 && y == 0) {
		for (int i = 0; i < STAGES; i++)
			ptx::mbarrier_init(&full[i], 1);
		ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
	}
	__syncthreads();
	if (x == 0 && y == 0) {
		for (int i = 0; i < STAGES; i++)
			fill(a[i][0], b[i][0], &of_a, &of_b, i, &full[i]);
	}
	for (int i = 0; i < rounds; i++) {
		int stage = i % STAGES;
		while (!ptx::mbarrier_try_wait_parity(&full[stage], i / STAGES & 1))
			;
		for (int k = 0; k < K; k++)
			sum += a[stage][y][k] * b[stage][x][k]; // twin-race: intra-block, intra-warp
		__syncthreads(); // twin:
		if (x == 0 && y == 0 && i + STAGES < rounds)
			fill(a[stage][0], b[stage][0], &of_a, &of_b, i + STAGES, &full[stage]);
	}
	c[(blockIdx.y * M + y) * N * gridDim.x + blockIdx.x * N + x] = sum;
}

void run(const CUtensorMap &a, const CUtensorMap &b, float *c, int rounds)
{
	product<<<dim3(8, 8), dim3(N, 32)>>>(a, b, c, rounds); // launch: race-free; twin-launch: race
}
