// Sums in the other block of a cluster, in inline PTX: numbers by red.async, rows by cp.reduce.async.bulk. In the twin nobody waits for the bytes.
// flags: --arch=sm_90
#include <stdint.h>

#define WAITS 1 // twin: #define WAITS 0

__device__ uint32_t at(const void *p)
{
	return (uint32_t)__cvta_generic_to_shared(p);
}

__device__ uint32_t there(const void *p, unsigned rank)
{
	uint32_t mapped;
	asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(mapped) : "r"(at(p)), "r"(rank));
	return mapped;
}

__device__ void expect(uint64_t *b, int bytes)
{
	asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at(b)), "r"(bytes) : "memory");
}

__device__ void wait(uint64_t *b)
{
	asm volatile("{\n.reg .pred P1;\nLAB_WAIT:\nmbarrier.try_wait.parity.shared::cta.b64 P1, [%0], 0;\n@P1 bra DONE;\nbra LAB_WAIT;\nDONE:\n}\n" ::"r"(at(b)) : "memory");
}

__device__ void meet()
{
	asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
}

__global__ void __cluster_dims__(2, 1, 1) sums(const int *in, int *out)
{
	__shared__ alignas(16) int row[32], sum[32], total;
	__shared__ uint64_t full;
	unsigned rank, t = threadIdx.x;

	asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
	row[t] = in[blockIdx.x * 32 + t];
	sum[t] = 0;
	if (t == 0) {
		total = 0;
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&full)));
	}
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	meet();
	if (t == 0) {
		expect(&full, sizeof(row) + 32 * sizeof(int));
		asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.s32 [%0], [%1], %2, [%3];" ::"r"(there(sum, rank ^ 1)), "r"(at(row)), "n"(128), "r"(there(&full, rank ^ 1)) : "memory"); // twin-race: inter-block
	}
	asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.s32 [%0], %1, [%2];" ::"r"(there(&total, rank ^ 1)), "r"(in[t]), "r"(there(&full, rank ^ 1)) : "memory"); // twin-race: inter-block
	if (WAITS)
		wait(&full);
	out[blockIdx.x * 32 + t] = sum[31 - t] + total; // twin-race: inter-block
	meet();
}

void run(const int *in, int *out)
{
	sums<<<8, 32>>>(in, out); // launch: race-free; twin-launch: race
}
