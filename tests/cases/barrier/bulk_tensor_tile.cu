// A box of a tensor into shared memory, completed by a cuda::barrier; in the twin nobody is told how many bytes come.
#include <cuda.h>
#include <cuda/barrier>

using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

__global__ void rows(const __grid_constant__ CUtensorMap map, int *out)
{
	__shared__ alignas(128) int tile[8][64];
	__shared__ barrier bar;

	if (threadIdx.x == 0) {
		init(&bar, blockDim.x);
		cde::fence_proxy_async_shared_cta();
	}
	__syncthreads();
	barrier::arrival_token token;
	if (threadIdx.x == 0) {
		cde::cp_async_bulk_tensor_2d_global_to_shared(&tile, &map, 0, blockIdx.x * 8, bar);
		token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile)); // twin: token = bar.arrive();
	} else {
		token = bar.arrive();
	}
	bar.wait(std::move(token));
	for (int i = 0; i < 8; i++)
		out[(blockIdx.x * 8 + i) * 64 + threadIdx.x] = tile[i][threadIdx.x];
}

void run(int *in, int *out)
{
	CUtensorMap map;
	cuuint64_t sizes[] = { 64, 512 }, pitch[] = { 256 };
	cuuint32_t box[] = { 64, 8 }, steps[] = { 1, 1 };
	cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, in, sizes, pitch, box, steps,
		CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
		CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
	rows<<<64, 64>>>(map, out); // launch: race-free; twin-launch: undecided
}
