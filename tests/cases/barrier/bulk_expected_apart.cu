// A warp arrives at a barrier whose bytes one of its threads has said to expect; in the twin a thread says so that does not arrive, so that the phase may be over before.
#include <cuda_runtime.h>
#include <stdint.h>

__device__ uint32_t at(const void *p)
{
	return (uint32_t)__cvta_generic_to_shared(p);
}

__global__ void reverse(const float *in, float *out)
{
	__shared__ alignas(128) float s[256];
	__shared__ uint64_t full;
	int t = threadIdx.x;

	if (t == 0)
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;\nfence.mbarrier_init.release.cluster;" ::"r"(at(&full)) : "memory");
	__syncthreads();
	if (t == 0) { // twin: 	if (t == 32) {
		asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], 1024;" ::"r"(at(&full)) : "memory");
		asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 1024, [%2];" ::"r"(at(s)), "l"(in + blockIdx.x * 256), "r"(at(&full)) : "memory");
	}
	if (t < 32)
		asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at(&full)) : "memory");
	asm volatile("{\n.reg .pred p;\nagain:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n@!p bra again;\n}\n" ::"r"(at(&full)) : "memory");
	out[blockIdx.x * 256 + t] = s[255 - t];
}

void run(const float *in, float *out)
{
	reverse<<<8, 256>>>(in, out); // launch: race-free; twin-launch: undecided
}
