// A ring of buffers, each with a barrier at which copies arrive when they are complete; in the twin threads arrive at once in later rounds.
#include <stdint.h>

enum { STAGES = 3 };

__device__ uint32_t address(const void *p)
{
	return (uint32_t)__cvta_generic_to_shared(p);
}

__device__ void wait(uint64_t *bar, int parity)
{
	asm volatile("{\n.reg .pred P1;\nLAB_WAIT:\n"
		     "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n"
		     "@P1 bra DONE;\nbra LAB_WAIT;\nDONE:\n}\n" ::"r"(address(bar)), "r"(parity) : "memory");
}

__device__ void copy(int4 *to, const int4 *from)
{
	asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address(to)), "l"(from) : "memory"); // twin-race: intra-block
}

__device__ void arrive(uint64_t *bar)
{
	asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(address(bar)) : "memory");
}

__global__ void sum(const int4 *in, int *out, int n)
{
	__shared__ int4 s[STAGES][128];
	__shared__ uint64_t full[STAGES];
	int t = threadIdx.x, total = 0, stage = 0, phase = 0;

	if (t == 0)
		for (int i = 0; i < STAGES; i++)
			asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address(&full[i])), "r"(128) : "memory");
	__syncthreads();
	for (int i = 0; i < STAGES; i++) {
		copy(&s[i][t], in + i * 128 + t);
		arrive(&full[i]);
	}
	for (int i = 0; i < n; i++) {
		wait(&full[stage], phase);
		total += s[stage][127 - t].x; // twin-race: intra-block
		__syncthreads();
		copy(&s[stage][t], in + (i + STAGES) * 128 + t);
		arrive(&full[stage]); // twin: asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(address(&full[stage])) : "memory");
		if (++stage == STAGES) {
			stage = 0;
			phase ^= 1;
		}
	}
	out[blockIdx.x * 128 + t] = total;
}

void run(const int4 *in, int *out, int n)
{
	sum<<<8, 128>>>(in, out, n); // launch: race-free; twin-launch: race
}
