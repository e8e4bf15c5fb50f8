// A block scans piece by piece; each piece takes its places from a list of all blocks.
#include <cuda_runtime.h>

#define N 128

__global__ void filter(const int *in, int *list, int *count, int n)
{
	__shared__ int sum[N];
	__shared__ int base;
	int t = threadIdx.x;

	for (int first = blockIdx.x * N; first < n; first += gridDim.x * N) {
		int kept = first + t < n && in[first + t] != 0;
		sum[t] = kept;
		__syncthreads();
		for (int d = 1; d < N; d <<= 1) {
			int before = t >= d ? sum[t - d] : 0;
			__syncthreads();
			sum[t] += before;
			__syncthreads();
		}
		if (t == 0)
			base = atomicAdd(count, sum[N - 1]); // twin-race: intra-block,intra-warp
		__syncthreads(); // twin:
		if (kept)
			list[base + sum[t] - 1] = first + t; // twin-race: intra-block,intra-warp
		__syncthreads();
	}
}

void run(const int *in, int *list, int *count, int n)
{
	filter<<<64, N>>>(in, list, count, n); // launch: race-free; twin-launch: race
}
