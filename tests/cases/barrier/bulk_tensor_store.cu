// Boxes to a tensor whose descriptor is not seen to be made: where they go is not known, but a buffer that is filled before it was read is a race, as in the twin, which waits for one group less.
#include <cuda.h>
#include <cuda/barrier>

namespace cde = cuda::device::experimental;

__global__ void rows(const __grid_constant__ CUtensorMap map, int n)
{
	__shared__ alignas(128) int s[2][256];
	int t = threadIdx.x;

	for (int i = 0; i < n; i++) {
		if (t == 0)
			cde::cp_async_bulk_wait_group_read<1>(); // twin: cde::cp_async_bulk_wait_group_read<2>();
		__syncthreads();
		s[i % 2][t] = i; // twin-race: intra-warp
		cde::fence_proxy_async_shared_cta();
		__syncthreads();
		if (t == 0) {
			cde::cp_async_bulk_tensor_2d_shared_to_global(&map, 0, blockIdx.x * n + i, s[i % 2]); // twin-race: intra-warp
			cde::cp_async_bulk_commit_group();
		}
	}
}

void run(const CUtensorMap &map, int n)
{
	rows<<<8, 256>>>(map, n); // launch: undecided; twin-launch: race
}
