// Places counted by shuffles within warps, and by the first warp for all warps.
#include <cuda_runtime.h>

#define N 256

__device__ int scan_warp(int value)
{
	for (int d = 1; d < 32; d *= 2) {
		int before = __shfl_up_sync(0xffffffff, value, d);
		if ((threadIdx.x & 31) >= d)
			value += before;
	}
	return value;
}

__global__ void keep(const int *in, int *out, int n)
{
	__shared__ int total[N / 32];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, lane = t & 31, warp = t >> 5;
	int kept = i < n ? in[i] & 1 : 0;
	int own = scan_warp(kept);

	if (lane == 31)
		total[warp] = own; // twin-race: intra-block,intra-warp
	__syncthreads(); // twin:
	if (warp == 0) {
		int all = scan_warp(lane < N / 32 ? total[lane] : 0); // twin-race: intra-block,intra-warp
		if (lane < N / 32)
			total[lane] = all; // twin-race: intra-block,intra-warp
	}
	__syncthreads();
	if (kept)
		out[blockIdx.x * N + (warp > 0 ? total[warp - 1] : 0) + own - kept] = i;
}

void run(const int *in, int *out, int n)
{
	keep<<<(n + N - 1) / N, N>>>(in, out, n); // launch: race-free; twin-launch: race
}
