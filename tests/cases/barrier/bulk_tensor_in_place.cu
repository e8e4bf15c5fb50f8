// Boxes of a tensor are changed in place, each by its block, also at the tensor's edges; the driver is asked for the function that makes the descriptor. In the twin, boxes overlap by a row.
#include <cuda.h>
#include <cudaTypedefs.h>
#include <cuda/barrier>
#include <cassert>

using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

enum { WIDTH = 64, HEIGHT = 8 };

__global__ void change(const __grid_constant__ CUtensorMap map)
{
	__shared__ alignas(128) float tile[HEIGHT][WIDTH];
	__shared__ barrier bar;
	int x = blockIdx.x * WIDTH;
	int y = blockIdx.y * HEIGHT; // twin: int y = blockIdx.y * (HEIGHT - 1);

	if (threadIdx.x == 0) {
		init(&bar, blockDim.x);
		cde::fence_proxy_async_shared_cta();
	}
	__syncthreads();
	barrier::arrival_token token;
	if (threadIdx.x == 0) {
		cde::cp_async_bulk_tensor_2d_global_to_shared(&tile, &map, x, y, bar); // twin-race: inter-block
		token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
	} else {
		token = bar.arrive();
	}
	bar.wait(std::move(token));
	for (int i = 0; i < HEIGHT; i++)
		tile[i][threadIdx.x] *= 2;
	cde::fence_proxy_async_shared_cta();
	__syncthreads();
	if (threadIdx.x == 0) {
		cde::cp_async_bulk_tensor_2d_shared_to_global(&map, x, y, &tile); // twin-race: inter-block
		cde::cp_async_bulk_commit_group();
		cde::cp_async_bulk_wait_group_read<0>();
	}
}

PFN_cuTensorMapEncodeTiled_v12000 encoder()
{
	void *function = nullptr;
	cudaDriverEntryPointQueryResult found;
	cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault, &found);
	assert(found == cudaDriverEntryPointSuccess);
	return reinterpret_cast<PFN_cuTensorMapEncodeTiled_v12000>(function);
}

CUtensorMap describe(float *tensor, uint64_t width, uint64_t height)
{
	CUtensorMap map{};
	uint64_t sizes[] = { width, height }, pitch[] = { width * sizeof(float) };
	uint32_t box[] = { WIDTH, HEIGHT }, steps[] = { 1, 1 };
	auto encode = encoder();
	CUresult result = encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, tensor, sizes, pitch, box, steps,
		CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
		CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
	assert(result == CUDA_SUCCESS);
	return map;
}

void run(float *tensor, int width, int height)
{
	if (width <= 0 || height <= 0)
		return;
	CUtensorMap map = describe(tensor, width, height);
	dim3 grid((width + WIDTH - 1) / WIDTH, (height + HEIGHT - 1) / HEIGHT);
	change<<<grid, WIDTH>>>(map); // launch: race-free; twin-launch: race
}
