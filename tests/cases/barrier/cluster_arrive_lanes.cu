// Each block writes to both of its cluster, and a lane for each of them arrives there for the warp. In the twin they do not
// wait for their warp before they give the slot back.
// flags: --arch=sm_90
#include <stdint.h>

__device__ uint32_t at(const void *p)
{
	return (uint32_t)__cvta_generic_to_shared(p);
}

__device__ void init(uint64_t *b, int n)
{
	asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(b)), "r"(n));
}

__device__ void meet()
{
	asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
}

__device__ void wait(uint64_t *b, int parity)
{
	asm volatile("{\n.reg .pred P1;\nLAB_WAIT:\nmbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 P1, [%0], %1;\n@P1 bra DONE;\nbra LAB_WAIT;\nDONE:\n}\n" ::"r"(at(b)), "r"(parity) : "memory");
}

__device__ void arrive(uint64_t *b, unsigned rank)
{
	asm volatile("{\n.reg .b32 there;\nmapa.shared::cluster.u32 there, %0, %1;\nmbarrier.arrive.release.cluster.shared::cluster.b64 _, [there];\n}" ::"r"(at(b)), "r"(rank) : "memory");
}

__device__ void put(float *p, unsigned rank, float value)
{
	unsigned there;
	asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(at(p)), "r"(rank));
	asm volatile("st.shared::cluster.f32 [%0], %1;" ::"r"(there), "f"(value) : "memory"); // twin-race: inter-block, intra-block
}

__global__ void __cluster_dims__(2, 1, 1) spread(const float *in, float *out, int n)
{
	__shared__ float slot[64];
	__shared__ uint64_t full, empty;
	unsigned rank, t = threadIdx.x;

	asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
	if (t == 0) {
		init(&full, 2);
		init(&empty, 2);
	}
	meet();
	if (t < 32) {
		for (int i = 0; i < n; i++) {
			wait(&empty, i & 1 ^ 1);
			put(&slot[rank * 32 + t], 0, in[(i * 8 + blockIdx.x) * 32 + t]);
			put(&slot[rank * 32 + t], 1, in[(i * 8 + blockIdx.x) * 32 + t]);
			__syncwarp();
			if (t < 2)
				arrive(&full, t);
		}
	} else {
		float sum = 0;
		for (int i = 0; i < n; i++) {
			wait(&full, i & 1);
			sum += slot[63 - t] + slot[95 - t]; // twin-race: inter-block, intra-block
			__syncwarp(); // twin: 			;
			if (t < 34)
				arrive(&empty, t - 32);
		}
		out[blockIdx.x * 32 + t - 32] = sum;
	}
	meet();
}

void run(const float *in, float *out, int n)
{
	spread<<<8, 64>>>(in, out, n); // launch: race-free; twin-launch: race
}
