// All blocks add to one box of a tensor, beside atomics of its elements; the twin's boxes have elements of another size. Boxes of every second row are apart.
#include <cuda.h>
#include <cuda/ptx>

namespace ptx = cuda::ptx;

enum { WIDTH = 64, HEIGHT = 4 };

__device__ void fill(int (&tile)[HEIGHT][WIDTH])
{
	for (int i = 0; i < HEIGHT; i++)
		tile[i][threadIdx.x] = i;
	ptx::fence_proxy_async(ptx::space_shared);
	__syncthreads();
}

__global__ void sum(const __grid_constant__ CUtensorMap map, int *out)
{
	__shared__ alignas(128) int tile[HEIGHT][WIDTH];
	fill(tile);
	atomicAdd(&out[threadIdx.x], 1); // twin-race: inter-block, intra-block, intra-warp
	if (threadIdx.x == 0) {
		ptx::cp_reduce_async_bulk_tensor(ptx::space_global, ptx::space_shared, ptx::op_add, &map, { 0, 0 }, &tile); // twin-race: inter-block, intra-block, intra-warp
		ptx::cp_async_bulk_commit_group();
		ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
	}
}

__global__ void rows(const __grid_constant__ CUtensorMap map)
{
	__shared__ alignas(128) int tile[HEIGHT][WIDTH];
	fill(tile);
	if (threadIdx.x == 0) {
		asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group [%0, {%1, %2, %3}], [%4];"
			     :: "l"(&map), "r"(0), "r"(blockIdx.x % 2), "r"(blockIdx.x / 2),
				"r"((unsigned)__cvta_generic_to_shared(tile)) : "memory");
		asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group.read 0;" ::: "memory");
	}
}

void run(int *out)
{
	CUtensorMap map, every_second;
	CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_INT32; // twin: CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_INT64;
	cuuint64_t sizes[] = { WIDTH, HEIGHT, 8 }, pitch[] = { WIDTH * 4, WIDTH * 4 * HEIGHT * 2 };
	cuuint32_t box[] = { WIDTH, HEIGHT }, steps[] = { 1, 1 };
	cuTensorMapEncodeTiled(&map, type, 2, out, sizes, pitch, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
		CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
	sum<<<16, WIDTH>>>(map, out); // launch: race-free; twin-launch: race

	cuuint64_t all[] = { WIDTH, HEIGHT * 2, 8 };
	cuuint32_t apart[] = { WIDTH, HEIGHT * 2, 1 }, second[] = { 1, 2, 1 };
	cuTensorMapEncodeTiled(&every_second, CU_TENSOR_MAP_DATA_TYPE_INT32, 3, out, all, pitch, apart, second, CU_TENSOR_MAP_INTERLEAVE_NONE,
		CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
	rows<<<16, WIDTH>>>(every_second); // launch: race-free; twin-launch: race-free
}
