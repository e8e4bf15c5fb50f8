// Two groups read a ring that bulk copies fill; each meets at a named barrier of its own number and its leader says that it has read; the twin's leader does not wait for its group.
#include <cuda_runtime.h>
#include <stdint.h>

__device__ uint32_t at(const void *p)
{
	return (uint32_t)__cvta_generic_to_shared(p);
}

__device__ void begin(uint64_t *b, int n)
{
	asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(b)), "r"(n));
}

__device__ void wait(uint64_t *b, int parity)
{
	asm volatile("{\n.reg .pred p;\nagain:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@!p bra again;\n}\n"
		     ::"r"(at(b)), "r"(parity) : "memory");
}

__global__ void attend(const float *in, float *out, int tiles)
{
	__shared__ alignas(128) float s[2][128];
	__shared__ uint64_t full[2], empty[2];
	int group = threadIdx.x / 128, t = threadIdx.x % 128;

	if (threadIdx.x == 0) {
		for (int i = 0; i < 2; i++) {
			begin(&full[i], 1);
			begin(&empty[i], 2);
		}
		asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
	}
	__syncthreads();
	if (group == 0) {
		if (t)
			return;
		for (int i = 0; i < tiles; i++) {
			int stage = i % 2;
			wait(&empty[stage], i / 2 % 2 ^ 1);
			asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 512;" ::"r"(at(&full[stage])) : "memory");
			asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 512, [%2];" ::"r"(at(s[stage])), "l"(in + i * 128), "r"(at(&full[stage])) : "memory"); // twin-race: intra-block
		}
		return;
	}
	float sum = 0;
	for (int i = 0; i < tiles; i++) {
		int stage = i % 2;
		wait(&full[stage], i / 2 % 2);
		sum += s[stage][127 - t]; // twin-race: intra-block
		asm volatile("bar.sync %0, 128;" ::"r"(group) : "memory"); // twin: 
		if (t == 0)
			asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at(&empty[stage])) : "memory");
	}
	out[(blockIdx.x * 2 + group - 1) * 128 + t] = sum;
}

void run(const float *in, float *out, int tiles)
{
	attend<<<8, 384>>>(in, out, tiles); // launch: race-free; twin-launch: race
}
