// A ring of buffers filled by bulk copies, which one thread frees for its group, behind a named barrier of that; in the twin others of the
// group may still read.
#include <stdint.h>
#define STAGES 4
#define TILE 1024
__device__ uint32_t sm(const void *p)
{
	return (uint32_t)__cvta_generic_to_shared(p);
}

__device__ void bar_init(uint64_t *b, int n)
{
	asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" :: "r"(sm(b)), "r"(n));
}

__device__ void bar_expect(uint64_t *b, int bytes)
{
	asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r"(sm(b)), "r"(bytes) : "memory");
}

__device__ void bar_arrive(uint64_t *b)
{
	asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" :: "r"(sm(b)) : "memory");
}

__device__ void bar_wait(uint64_t *b, int parity)
{
	asm volatile("{\n.reg .pred P1;\nLAB_WAIT:\nmbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n@P1 bra DONE;\nbra LAB_WAIT;\nDONE:\n}\n" :: "r"(sm(b)), "r"(parity) : "memory");
}

__device__ void tma_load(void *dst, const void *src, int bytes, uint64_t *b)
{
	asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" // twin-race: intra-block
		     ::"r"(sm(dst)), "l"(src), "r"(bytes), "r"(sm(b)) : "memory");
}

__global__ void scale(const float *in, float *out, int tiles)
{
	__shared__ alignas(128) float buf[STAGES][TILE];
	__shared__ uint64_t full[STAGES], empty[STAGES];
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	if (threadIdx.x == 0) {
		for (int i = 0; i < STAGES; i++) {
			bar_init(&full[i], 1);
			bar_init(&empty[i], 1);
		}
		asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
	}
	__syncthreads();
	if (warp == 0) {
		if (lane == 0) {
			int stage = 0, phase = 0;
			for (int k = 0; k < tiles; k++) {
				bar_wait(&empty[stage], phase ^ 1);
				bar_expect(&full[stage], TILE * sizeof(float));
				tma_load(buf[stage], in + k * TILE, TILE * sizeof(float), &full[stage]);
				if (++stage == STAGES)
					stage = 0, phase ^= 1;
			}
		}
	} else {
		int stage = 0, phase = 0;
		for (int k = 0; k < tiles; k++) {
			bar_wait(&full[stage], phase);
			for (int i = threadIdx.x - 32; i < TILE; i += 128)
				out[k * TILE + i] = buf[stage][i] * 2; // twin-race: intra-block
			asm volatile("bar.sync 1, 128;" ::: "memory"); // twin: 
			if (threadIdx.x == 32)
				bar_arrive(&empty[stage]);
			if (++stage == STAGES)
				stage = 0, phase ^= 1;
		}
	}
}

void run(const float *in, float *out, int tiles)
{
	scale<<<1, 160>>>(in, out, tiles); // launch: race-free; twin-launch: race
}
