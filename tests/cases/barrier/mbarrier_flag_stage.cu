// Waits that keep the answer in a flag, for barriers of stages; in the twin a stage is filled again before it is free.
#include <cuda_runtime.h>
#include <cstdint>
constexpr int S = 4;

__device__ unsigned at(const void *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

__device__ void init(uint64_t *b, int n)
{
	asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(b)), "r"(n) : "memory");
}

__device__ void expect(uint64_t *b, int n)
{
	asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at(b)), "r"(n) : "memory");
}

__device__ void arrive(uint64_t *b)
{
	asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at(b)) : "memory");
}

__device__ void wait(uint64_t *b, int phase)
{
	int done = 0;

	while (!done)
		asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.b32 %0, 1, 0, p;\n}" : "=r"(done) : "r"(at(b)), "r"(phase) : "memory");
}

__device__ void load(void *to, const void *from, int n, uint64_t *b)
{
	asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(at(to)), "l"(from), "r"(n), "r"(at(b)) : "memory"); // twin-race: intra-block
}

__global__ void gemm(float *out, const float *in, int tiles)
{
	__shared__ alignas(128) float s[S][256];
	__shared__ uint64_t full[S], empty[S];
	int warp = threadIdx.x / 32;

	if (threadIdx.x == 0)
		for (int i = 0; i < S; i++) {
			init(&full[i], 1);
			init(&empty[i], 4);
		}
	__syncthreads();
	if (warp == 4) {
		if (threadIdx.x % 32 == 0) {
			int stage = 0, phase = 1;
			for (int k = 0; k < tiles; k++) {
				wait(&empty[stage], phase); // twin:
				expect(&full[stage], 1024);
				load(s[stage], in + k * 256, 1024, &full[stage]);
				if (++stage == S) {
					stage = 0;
					phase ^= 1;
				}
			}
		}
	} else {
		float sum = 0;
		int stage = 0, phase = 0;
		for (int k = 0; k < tiles; k++) {
			wait(&full[stage], phase);
			sum += s[stage][threadIdx.x] + s[stage][128 + threadIdx.x]; // twin-race: intra-block
			__syncwarp();
			if (threadIdx.x % 32 == 0)
				arrive(&empty[stage]);
			if (++stage == S) {
				stage = 0;
				phase ^= 1;
			}
		}
		out[blockIdx.x * 128 + threadIdx.x] = sum;
	}
}

void run(float *out, const float *in, int tiles)
{
	gemm<<<8, 160>>>(out, in, tiles); // launch: race-free; twin-launch: race
}
