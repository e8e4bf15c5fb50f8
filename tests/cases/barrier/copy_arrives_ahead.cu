// Copies two rounds ahead, which arrive at the barrier of their slot when they are done; three slots. In the twin a slot is written while others
// may still read it.
#include <stdint.h>

__device__ uint32_t at(const void *p)
{
	return (uint32_t)__cvta_generic_to_shared(p);
}

__device__ void load(float *to, const float *from, uint64_t *bar)
{
	asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at(to)), "l"(from) : "memory"); // twin-race: intra-block
	asm volatile("cp.async.mbarrier.arrive.shared::cta.b64 [%0];" ::"r"(at(bar)) : "memory");
}

__global__ void sum(const float *in, float *out, int n)
{
	__shared__ float row[3][128];
	__shared__ uint64_t bar[3];
	int t = threadIdx.x;
	float all = 0;

	if (t == 0)
		for (int i = 0; i < 3; i++)
			asm volatile("mbarrier.init.shared::cta.b64 [%0], 128;" ::"r"(at(&bar[i])));
	__syncthreads();
	load(&row[0][t], in + t, &bar[0]);
	load(&row[1][t], in + 128 + t, &bar[1]);
	for (int i = 0; i < n; i++) {
		load(&row[(i + 2) % 3][t], in + (i + 2) * 128 + t, &bar[(i + 2) % 3]);
		asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at(&bar[i % 3])) : "memory");
		asm volatile("{\n.reg .pred P1;\nLAB_WAIT:\nmbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n@P1 bra DONE;\nbra LAB_WAIT;\nDONE:\n}\n" ::"r"(at(&bar[i % 3])), "r"(i / 3 & 1) : "memory");
		all += row[i % 3][127 - t]; // twin-race: intra-block
		__syncthreads(); // twin: 		;
	}
	out[blockIdx.x * 128 + t] = all;
}

void run(const float *in, float *out, int n)
{
	sum<<<8, 128>>>(in, out, n); // launch: race-free; twin-launch: race
}
