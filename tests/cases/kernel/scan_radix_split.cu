// Keys are split by one bit: those without it to the front, in their order, the others behind them.
#include <cuda_runtime.h>

#define N 1024

__global__ void split(unsigned *keys, int bit)
{
	__shared__ unsigned sorted[N], sum[N], zeros;
	int t = threadIdx.x, i = blockIdx.x * N + t;
	unsigned key = keys[i], zero = !((key >> bit) & 1);

	sum[t] = zero;
	__syncthreads();
	for (int d = 1; d < N; d *= 2) {
		unsigned before = t >= d ? sum[t - d] : 0;
		__syncthreads();
		sum[t] += before;
		__syncthreads();
	}
	if (t == N - 1)
		zeros = sum[t]; // twin-race: intra-block,intra-warp
	__syncthreads(); // twin:
	sorted[zero ? sum[t] - 1 : zeros + t - sum[t]] = key; // twin-race: intra-block,intra-warp
	__syncthreads();
	keys[i] = sorted[t];
}

void run(unsigned *keys, int blocks, int bit)
{
	split<<<blocks, N>>>(keys, bit); // launch: race-free; twin-launch: race
}
