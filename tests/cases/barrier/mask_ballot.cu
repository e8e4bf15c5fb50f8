// The lanes whose predicate holds synchronize among themselves; the twin reads from all.
#include <cuda_runtime.h>

__global__ void pairs(int *data, int n)
{
	__shared__ int s[32];
	int t = threadIdx.x;
	unsigned mask = __ballot_sync(0xffffffffu, t < n);

	if (t < n) {
		s[t] = data[t]; // twin-race: intra-warp
		__syncwarp(mask); // twin-finding: barrier-mask; twin: __syncwarp(mask & 0xffffu);
		data[t] = s[n - 1 - t]; // twin-race: intra-warp
	}
}

void run(int *data, int n)
{
	if (n > 32)
		return;
	pairs<<<1, 32>>>(data, n); // launch: race-free; twin-launch: race
}
