// Copies that arrive at a barrier when they are complete; in the twin the thread arrives at once.
#include <stdint.h>

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

__global__ void mirror(const int *in, int *out, int n)
{
	__shared__ uint64_t bar;
	__shared__ int s[128];
	int t = threadIdx.x;

	if (t == 0)
		asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address(&bar)), "r"(128));
	__syncthreads();
	for (int i = 0; i < n; i++) {
		asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(address(&s[t])), "l"(in + i * 128 + t) : "memory"); // twin-race: intra-block
		asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(address(&bar)) : "memory"); // twin: asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(address(&bar)) : "memory");
		wait(&bar, i & 1);
		out[i * 128 + t] = s[127 - t]; // twin-race: intra-block
		__syncthreads();
	}
}

void run(const int *in, int *out, int n)
{
	mirror<<<1, 128>>>(in, out, n); // launch: race-free; twin-launch: race
}
