// Cooperative groups: what each group's barrier is.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

// IR: @llvm.nvvm.barrier.cta.sync.aligned.all\(i32 0\)
__global__ void block()
{
	cg::thread_block b = cg::this_thread_block();

	b.sync();
}

// IR: @llvm.nvvm.bar.warp.sync\(i32 -1\)
__global__ void warp()
{
	cg::thread_block_tile<32> t = cg::tiled_partition<32>(cg::this_thread_block());

	cg::sync(t);
}

// IR: @llvm.nvvm.read.ptx.sreg.laneid
// IR: @llvm.nvvm.bar.warp.sync\(i32 %
__global__ void tile()
{
	auto t = cg::tiled_partition<8>(cg::this_thread_block());

	t.sync();
}

// IR: @llvm.nvvm.activemask
// IR: @llvm.nvvm.bar.warp.sync\(i32 %
__global__ void coalesced()
{
	cg::coalesced_group g = cg::coalesced_threads();

	g.sync();
}

// IR: @__hgrd_grid_sync\(\)
__global__ void grid()
{
	cg::this_grid().sync();
}

// IR: @__hgrd_cluster_arrive\(\)
// IR: @__hgrd_cluster_wait\(\)
__global__ void cluster()
{
	cg::this_cluster().sync();
}

// IR: @__hgrd_tile_sync\(i32 .*64\)
__global__ void big_tile()
{
	__shared__ cg::block_tile_memory<256> memory;
	auto t = cg::tiled_partition<64>(cg::this_thread_block(memory));

	t.sync();
}

// IR: @llvm.nvvm.bar.warp.sync
// IR: @llvm.nvvm.barrier.cta.sync.aligned.all
__device__ void any_group(cg::thread_group g)
{
	g.sync();
}

__global__ void data(int *p)
{
	cg::thread_block b = cg::this_thread_block();
	cg::thread_group g = cg::tiled_partition(b, 4);
	auto t = cg::tiled_partition<16>(b);

	any_group(b);
	any_group(g);
	any_group(t);
	p[b.thread_rank()] = cg::reduce(t, p[0], cg::plus<int>()) + t.shfl_down(p[1], 2) +
		t.ballot(p[2]) + t.meta_group_rank() + g.size();
	p[cg::this_grid().thread_rank()] = cg::exclusive_scan(t, p[3]);
}

__global__ void places(unsigned int *p)
{
	cg::grid_group g = cg::this_grid();

	p[0] = g.dim_threads().x + g.thread_index().y + cg::this_thread().size();
}

int main()
{
	int *p = nullptr;
	void *arguments[] = {&p};

	// HOST: call .*cudaLaunchCooperativeKernel
	return cudaLaunchCooperativeKernel((void *)data, dim3(1), dim3(64), arguments, 0, 0);
}
