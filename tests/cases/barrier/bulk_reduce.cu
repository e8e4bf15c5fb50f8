// Blocks add their tiles to one row of global memory, element by element; in the twin a thread changes the tile before it is read.
#include <cuda/ptx>
namespace ptx = cuda::ptx;

__global__ void add(int *sums, const int *in)
{
	__shared__ alignas(16) int tile[256];

	tile[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
	ptx::fence_proxy_async(ptx::space_shared);
	__syncthreads();
	if (threadIdx.x == 0) {
		ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, sums, tile, sizeof(tile)); // twin-race: intra-block, intra-warp
		ptx::cp_async_bulk_commit_group();
		ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>()); // twin:
	}
	__syncthreads();
	tile[threadIdx.x] = 0; // twin-race: intra-block, intra-warp
}

void run(int *sums, const int *in)
{
	add<<<64, 256>>>(sums, in); // launch: race-free; twin-launch: race
}
