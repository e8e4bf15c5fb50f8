// A ring of stages that goes on through batches, their tiles and the steps of these; in the twin, who reads a stage does not wait for it in the first round.
#include <cuda/ptx>

namespace ptx = cuda::ptx;

enum { STAGES = 4 };

__global__ void sums(float *out, const float *in, int batches, int tiles, int steps)
{
	__shared__ alignas(16) float s[STAGES][128];
	__shared__ uint64_t full[STAGES], empty[STAGES];
	unsigned at = 0;

	if (threadIdx.x == 0)
		for (int i = 0; i < STAGES; i++) {
			ptx::mbarrier_init(&full[i], 1);
			ptx::mbarrier_init(&empty[i], 128);
		}
	__syncthreads();
	if (threadIdx.x == 128) {
		for (int b = 0; b < batches; b++)
			for (int t = 0; t < tiles; t++)
				for (int k = 0; k < steps; k++, at++) {
					while (!ptx::mbarrier_try_wait_parity(&empty[at % STAGES], at / STAGES & 1 ^ 1))
						;
					ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[at % STAGES], sizeof(s[0]));
					ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s[at % STAGES], // twin-race: intra-block
						in + ((b * tiles + t) * steps + k) * 128, sizeof(s[0]), &full[at % STAGES]);
				}
	} else if (threadIdx.x < 128) {
		for (int b = 0; b < batches; b++)
			for (int t = 0; t < tiles; t++) {
				float sum = 0;
				for (int k = 0; k < steps; k++, at++) {
					while (!ptx::mbarrier_try_wait_parity(&full[at % STAGES], at / STAGES & 1)) // twin: while (!ptx::mbarrier_try_wait_parity(&full[at % STAGES], at / STAGES & 1 ^ 1))
						;
					sum += s[at % STAGES][127 - threadIdx.x]; // twin-race: intra-block
					ptx::mbarrier_arrive(&empty[at % STAGES]);
				}
				out[((blockIdx.x * batches + b) * tiles + t) * 128 + threadIdx.x] = sum;
			}
	}
}

void run(float *out, const float *in, int batches, int tiles, int steps)
{
	sums<<<16, 160>>>(out, in, batches, tiles, steps); // launch: race-free; twin-launch: race
}
