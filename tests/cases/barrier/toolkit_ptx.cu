// requires: toolkit
// cuda::ptx beside what CUB uses of it; in the twin the copy back may read too early.
#include <cub/warp/warp_reduce.cuh>
#include <cuda/barrier>
#include <cuda/ptx>
#include <utility>

using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace ptx = cuda::ptx;

static constexpr size_t len = 1024;

__global__ void add_one(int *data, size_t offset)
{
	__shared__ alignas(16) int tile[len];
	__shared__ barrier bar;
	__shared__ cub::WarpReduce<int>::TempStorage sums[32];

	if (threadIdx.x == 0)
		init(&bar, blockDim.x);
	__syncthreads();
	if (threadIdx.x == 0)
		cuda::memcpy_async(
			tile, data + offset, cuda::aligned_size_t<16>(sizeof(tile)), bar);
	barrier::arrival_token token = bar.arrive();
	bar.wait(std::move(token));
	for (int i = threadIdx.x; i < len; i += blockDim.x)
		tile[i] += cub::WarpReduce<int>(sums[threadIdx.x / 32]).Sum(i); // twin-race: intra-block, intra-warp
	ptx::fence_proxy_async(ptx::space_shared);
	__syncthreads(); // twin:
	if (threadIdx.x == 0) {
		ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, data + offset, tile, sizeof(tile)); // twin-race: intra-block, intra-warp
		ptx::cp_async_bulk_commit_group();
		ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
	}
}

void run(int *data)
{
	add_one<<<1, 1024>>>(data, 0); // launch: race-free; twin-launch: race
}
