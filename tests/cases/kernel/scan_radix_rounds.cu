// A sort by bits: as often as the launch says, keys are split by the next bit, which a scan of its own gives their places.
#include <cuda_runtime.h>

#define N 128

__global__ void sort(unsigned *keys, int bits)
{
	__shared__ unsigned sorted[N], sum[N], zeros;
	int t = threadIdx.x, i = blockIdx.x * N + t;

	sorted[t] = keys[i];
	__syncthreads();
	for (int bit = 0; bit < bits; bit++) {
		unsigned key = sorted[t], zero = !((key >> bit) & 1);
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
		__syncthreads(); // twin: __threadfence_block();
		sorted[zero ? sum[t] - 1 : zeros + t - sum[t]] = key; // twin-race: intra-block,intra-warp
		__syncthreads();
	}
	keys[i] = sorted[t];
}

void run(unsigned *keys, int blocks)
{
	sort<<<blocks, N>>>(keys, 8); // launch: race-free; twin-launch: race
}
