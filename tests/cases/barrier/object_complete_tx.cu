// flags: --arch=sm_90
// A thread expects bytes and says itself that they have come: the phase is over when all have arrived as well. In the twin that is what the
// others know of what it has written behind its arrival, and it orders nothing.
#include <stdint.h>

__device__ uint32_t sm(const void *p)
{
	return (uint32_t)__cvta_generic_to_shared(p);
}

__global__ void reverse(const int *in, int *out)
{
	__shared__ int s[128], last;
	__shared__ alignas(8) uint64_t bar;
	int t = threadIdx.x;
	if (t == 0) {
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 128;" ::"r"(sm(&bar)));
		last = 0;
	}
	__syncthreads();
	s[t] = in[t];
	if (t == 0)
		asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], 16;" ::"r"(sm(&bar)) : "memory");
	asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(sm(&bar)) : "memory");
	if (t == 0) {
		out[128] = 0; // twin-race: intra-block, intra-warp; twin: last = 1;
		asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], 16;" ::"r"(sm(&bar)) : "memory");
	}
	asm volatile("{\n.reg .pred P;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 P, [%0], 0;\n@P bra DONE;\nbra WAIT;\nDONE:\n}"
		     ::"r"(sm(&bar)) : "memory");
	out[t] = s[127 - t] + last; // twin-race: intra-block, intra-warp
}

void run(const int *in, int *out)
{
	reverse<<<1, 128>>>(in, out); // launch: race-free; twin-launch: race
}
