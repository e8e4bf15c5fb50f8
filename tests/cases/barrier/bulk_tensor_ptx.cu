// Boxes of a tensor by hand-written instructions; in the twin the kernel writes the tensor that it reads, rows that other blocks read.
#include <cuda.h>
#include <stdint.h>

__device__ uint32_t address(const void *p)
{
	return (uint32_t)__cvta_generic_to_shared(p);
}

__global__ void rows(const __grid_constant__ CUtensorMap map, int *out)
{
	__shared__ alignas(128) int tile[8][64];
	__shared__ uint64_t bar;

	if (threadIdx.x == 0) {
		asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" :: "r"(address(&bar)), "r"(1));
		asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
	}
	__syncthreads();
	if (threadIdx.x == 0) {
		asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
			     :: "r"(address(&bar)), "r"((int)sizeof(tile)) : "memory");
		asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" // twin-race: inter-block
			     :: "r"(address(tile)), "l"(&map), "r"(0), "r"(blockIdx.x * 8), "r"(address(&bar)) : "memory");
	}
	asm volatile("{\n.reg .pred p;\nagain:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@!p bra again;\n}\n"
		     :: "r"(address(&bar)), "r"(0) : "memory");
	for (int i = 0; i < 8; i++)
		out[(blockIdx.x * 8 + i) * 64 + threadIdx.x] = tile[i][threadIdx.x]; // twin-race: inter-block
}

void run(int *in, int *out)
{
	CUtensorMap map;
	cuuint64_t sizes[] = { 64, 512 }, pitch[] = { 256 };
	cuuint32_t box[] = { 64, 8 }, steps[] = { 1, 1 };
	int *tensor = in; // twin: int *tensor = out + 64;
	cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, tensor, sizes, pitch, box, steps,
		CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
		CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
	rows<<<64, 64>>>(map, out); // launch: race-free; twin-launch: race
}
