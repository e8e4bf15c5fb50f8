// Parities that are turned whenever the stage, a remainder of the round, is the last one; in the twin one round late.
#include <cuda_runtime.h>

#define STAGES 3

__device__ void await(unsigned barrier, unsigned parity)
{
	unsigned done = 0;
	while (!done)
		asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
			     : "=r"(done) : "r"(barrier), "r"(parity) : "memory");
}

__device__ void arrive(unsigned barrier)
{
	asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
}

__global__ void hand_on(const float *in, float *out, int n)
{
	__shared__ float kept[STAGES][32];
	__shared__ unsigned long long full[STAGES], empty[STAGES];
	unsigned f = (unsigned)__cvta_generic_to_shared(full), e = (unsigned)__cvta_generic_to_shared(empty);
	if (threadIdx.x < STAGES) {
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(f + 8 * threadIdx.x) : "memory");
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(e + 8 * threadIdx.x) : "memory");
	}
	__syncthreads();
	int lane = threadIdx.x % 32;
	if (threadIdx.x < 32) {
		unsigned parity = 1;
		for (int i = 0; i < n; i++) {
			int stage = i % STAGES;
			await(e + 8 * stage, parity);
			kept[stage][lane] = in[i * 32 + lane]; // twin-race: intra-block
			arrive(f + 8 * stage);
			if (stage == STAGES - 1) // twin: 			if (i % (STAGES + 1) == STAGES)
				parity ^= 1;
		}
	} else {
		unsigned parity = 0;
		for (int i = 0; i < n; i++) {
			int stage = i % STAGES;
			await(f + 8 * stage, parity);
			out[i * 32 + lane] = kept[stage][31 - lane]; // twin-race: intra-block
			arrive(e + 8 * stage);
			if (stage == STAGES - 1)
				parity ^= 1;
		}
	}
}

void run(const float *in, float *out, int n)
{
	hand_on<<<1, 64>>>(in, out, n); // launch: race-free; twin-launch: race
}
