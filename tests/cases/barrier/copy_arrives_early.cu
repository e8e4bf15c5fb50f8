// A wait for the parity of the phase before the first one returns at once; in the twin it is for the first phase.
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

__global__ void mirror(const int *in, int *out)
{
	__shared__ int s[128];
	__shared__ uint64_t bar;
	int t = threadIdx.x;

	if (t == 0)
		asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address(&bar)), "r"(128) : "memory");
	__syncthreads();
	asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(address(&s[t])), "l"(in + t) : "memory"); // race: intra-block
	asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(address(&bar)) : "memory");
	wait(&bar, 1); // twin: wait(&bar, 0);
	__syncthreads();
	out[t] = s[127 - t]; // race: intra-block
}

void run(const int *in, int *out)
{
	mirror<<<1, 128>>>(in, out); // launch: race; twin-launch: race-free
}
