// Barriers, fences, and what orders nothing.

// IR: call void @llvm.nvvm.barrier.cta.sync.aligned.all\(i32 0\)
__global__ void block_barrier()
{
	__syncthreads();
}

// IR: call (noundef )?i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all\(i32 0, i1
// IR: call i1 @llvm.nvvm.barrier.cta.red.and.aligned.all\(i32 0, i1
// IR: call i1 @llvm.nvvm.barrier.cta.red.or.aligned.all\(i32 0, i1
__global__ void block_reductions(int *p)
{
	p[0] = __syncthreads_count(p[1]);
	p[2] = __syncthreads_and(p[3]);
	p[4] = __syncthreads_or(p[5]);
}

// IR: call void @llvm.nvvm.bar.warp.sync\(i32 -1\)
// IR: call void @llvm.nvvm.bar.warp.sync\(i32 255\)
__global__ void warp_barrier()
{
	__syncwarp();
	__syncwarp(0xff);
}

// IR: call void @llvm.nvvm.barrier.cta.sync.all\(i32 3\)
// IR: call void @llvm.nvvm.barrier.cta.sync.count\(i32 4, i32 64\)
__global__ void named_barriers()
{
	__barrier_sync(3);
	__barrier_sync_count(4, 64);
}

// IR: call void @llvm.nvvm.membar.cta\(\)
// IR: call void @llvm.nvvm.membar.gl\(\)
// IR: call void @llvm.nvvm.membar.sys\(\)
__global__ void fences(volatile int *p)
{
	p[0] = 1;
	__threadfence_block();
	p[1] = 1;
	__threadfence();
	p[2] = 1;
	__threadfence_system();
	p[3] = 1;
}

// IR: @llvm.nvvm.vote.all.sync
// IR: @llvm.nvvm.vote.any.sync
// IR: @llvm.nvvm.vote.ballot.sync
// IR: @llvm.nvvm.activemask
// IR: @llvm.nvvm.match.any.sync.i32
// IR: @llvm.nvvm.match.all.sync.i64p
// IR: @llvm.nvvm.redux.sync.add
// IR-NOT: bar.warp
__global__ void votes(int *p, int n)
{
	p[0] = __all_sync(~0u, n);
	p[1] = __any_sync(~0u, n);
	p[2] = __ballot_sync(~0u, n);
	p[3] = __activemask();
	p[4] = __match_any_sync(~0u, n);
	p[5] = __match_all_sync(~0u, (long long)n, p + 6);
	p[7] = __reduce_add_sync(~0u, n);
}

// IR: @llvm.nvvm.shfl.sync.idx.i32\(i32 -1, i32 %\w+, i32 2, i32 31\)
// IR: @llvm.nvvm.shfl.sync.up.f32\(i32 -1, float %\w+, i32 1, i32 4096\)
// IR: @llvm.nvvm.shfl.sync.down.i32
// IR: @llvm.nvvm.shfl.sync.bfly.i32
__global__ void shuffles(int *p, float *f, double *d, unsigned long *u)
{
	p[0] = __shfl_sync(~0u, p[1], 2);
	f[0] = __shfl_up_sync(~0u, f[1], 1, 16);
	d[0] = __shfl_down_sync(~0u, d[1], 1);
	u[0] = __shfl_xor_sync(~0u, u[1], 1);
}

int main()
{
	block_barrier<<<1, 64>>>();
	return cudaDeviceSynchronize();
}
