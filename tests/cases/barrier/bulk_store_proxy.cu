// A bulk copy back to global memory; in the twin nothing makes what threads wrote visible to it.
#include <cuda/barrier>
#include <utility>

using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

static constexpr size_t len = 1024;

__global__ void add_one(int *data, size_t offset)
{
	__shared__ alignas(16) int tile[len];
	__shared__ barrier bar;

	if (threadIdx.x == 0) {
		init(&bar, blockDim.x);
		cde::fence_proxy_async_shared_cta();
	}
	__syncthreads();
	barrier::arrival_token token;
	if (threadIdx.x == 0) {
		cde::cp_async_bulk_global_to_shared(tile, data + offset, sizeof(tile), bar);
		token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
	} else {
		token = bar.arrive();
	}
	bar.wait(std::move(token));
	for (int i = threadIdx.x; i < len; i += blockDim.x)
		tile[i] += 1; // twin-cause: fence.proxy.async missing; twin-race: intra-block, intra-warp
	cde::fence_proxy_async_shared_cta(); // twin:
	__syncthreads();
	if (threadIdx.x == 0) {
		cde::cp_async_bulk_shared_to_global(data + offset, tile, sizeof(tile)); // twin-race: intra-block, intra-warp
		cde::cp_async_bulk_commit_group();
		cde::cp_async_bulk_wait_group_read<0>();
	}
}

void run(int *data)
{
	add_one<<<1, 1024>>>(data, 0); // launch: race-free; twin-launch: race
}
