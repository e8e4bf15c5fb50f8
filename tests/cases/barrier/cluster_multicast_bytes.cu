// The first block of a cluster loads a tile for all four. In the twin the barriers expect half of it, so that the wait may be over too
// early: undecided.
// flags: --arch=sm_90
#include <stdint.h>

__device__ uint32_t at(const void *p)
{
	return (uint32_t)__cvta_generic_to_shared(p);
}

__device__ void meet()
{
	asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
}

__global__ void __cluster_dims__(4, 1, 1) give(const float *in, float *out)
{
	__shared__ alignas(128) float tile[256];
	__shared__ uint64_t full;
	unsigned rank, t = threadIdx.x;

	asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
	if (t == 0) {
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&full)));
		asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 1024;" ::"r"(at(&full)) : "memory"); // twin: 		asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 512;" ::"r"(at(&full)) : "memory");
	}
	meet();
	if (t == 0 && rank == 0)
		asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], 1024, [%2], %3;" ::"r"(at(tile)), "l"(in + blockIdx.x * 64), "r"(at(&full)), "h"((uint16_t)15) : "memory");
	asm volatile("{\n.reg .pred P1;\nLAB_WAIT:\nmbarrier.try_wait.parity.shared::cta.b64 P1, [%0], 0;\n@P1 bra DONE;\nbra LAB_WAIT;\nDONE:\n}\n" ::"r"(at(&full)) : "memory");
	out[blockIdx.x * 256 + t] = tile[255 - t];
	meet();
}

void run(const float *in, float *out)
{
	give<<<8, 256>>>(in, out); // launch: race-free; twin-launch: undecided
}
