// Places from a scan that begins where the total was added to: how they lie is not known. In the twin all are one.
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;

__global__ void places(int *n, int *out)
{
	auto tile = cg::tiled_partition<32>(cg::this_thread_block());
	cuda::atomic_ref<int, cuda::thread_scope_device> total(*n);
	int many = 1 + threadIdx.x % 3;
	int at = cg::exclusive_scan_update(tile, total, many, cg::plus<int>()); // twin: int at = 0;
	out[at] = threadIdx.x; // twin-race: inter-block, intra-block, intra-warp
}

void run(int *n, int *out)
{
	places<<<4, 128>>>(n, out); // launch: undecided; twin-launch: race
}
