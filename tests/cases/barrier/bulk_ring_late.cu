// The parity that the readers wait for is another one in one late round of a ring of buffers: there they read before the copy is complete. In the twin it never is.
#include <cuda/ptx>
#include <stdint.h>
namespace ptx = cuda::ptx;
#define STAGES 4
#define TILE 1024
__device__ void wait(uint64_t *b, uint32_t parity)
{
	while (!ptx::mbarrier_try_wait_parity(b, parity))
		;
}

__global__ void sums(const float *in, float *out, int tiles, int depth)
{
	__shared__ alignas(128) float buf[STAGES][TILE];
	__shared__ uint64_t full[STAGES], empty[STAGES];
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32, steps = (depth + 31) / 32;
	if (threadIdx.x == 0) {
		for (int s = 0; s < STAGES; s++) {
			ptx::mbarrier_init(&full[s], 1);
			ptx::mbarrier_init(&empty[s], 4);
		}
		ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
	}
	__syncthreads();
	unsigned done = 0;
	if (warp == 4 && lane == 0) {
		for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x)
			for (int k = 0; k < steps; k++) {
				unsigned stage = done % STAGES;
				wait(&empty[stage], ~(done / STAGES) & 1);
				ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[stage], TILE * 4);
				ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, buf[stage], in + ((size_t)tile * steps + k) * TILE, TILE * 4, &full[stage]);
				done++;
			}
	} else if (warp < 4) {
		for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
			float sum = 0;
			for (int k = 0; k < steps; k++) {
				unsigned stage = done % STAGES;
				wait(&full[stage], (done / STAGES + (done == 600)) & 1); // twin: 				wait(&full[stage], done / STAGES & 1);
				for (int j = threadIdx.x; j < TILE; j += 128)
					sum += buf[stage][j];
				__syncwarp();
				if (lane == 0)
					ptx::mbarrier_arrive(&empty[stage]);
				done++;
			}
			out[(size_t)tile * 128 + threadIdx.x] = sum;
		}
	}
}

void run(const float *in, float *out, int tiles, int depth)
{
	sums<<<132, 160>>>(in, out, tiles, depth); // launch: undecided; twin-launch: race-free
}
