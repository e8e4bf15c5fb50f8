// Sums of tiles, each stored in a place of its own and added to a total; in the twin two tiles have one place.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;

__global__ void sums(const int *in, int *sum, int *all)
{
	auto tile = cg::tiled_partition<32>(cg::this_thread_block());
	cuda::atomic_ref<int, cuda::thread_scope_device> total(*all);
	int v = in[blockIdx.x * 128 + threadIdx.x];
	cg::reduce_store_async(tile, &sum[blockIdx.x * 4 + tile.meta_group_rank()], v, cg::plus<int>()); // twin-race: intra-block; twin: cg::reduce_store_async(tile, &sum[blockIdx.x * 4 + tile.meta_group_rank() / 2], v, cg::plus<int>());
	cg::reduce_update_async(tile, total, v, cg::plus<int>());
}

void run(const int *in, int *sum, int *all)
{
	sums<<<4, 128>>>(in, sum, all); // launch: race-free; twin-launch: race
}
