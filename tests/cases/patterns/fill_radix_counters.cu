// Radix sort: per-warp digit counters cleared by the whole block, counted by each warp.
#include <cuda_runtime.h>

template <int WARPS, int BITS>
__global__ void digits(const unsigned *keys, unsigned *counts, int n, int shift)
{
	constexpr int RADIX = 1 << BITS;
	__shared__ unsigned hist[WARPS][RADIX];
	unsigned *flat = &hist[0][0];
	int warp = threadIdx.x >> 5;

	for (int i = threadIdx.x; i < WARPS * RADIX; i += WARPS * 32)
		flat[i] = 0; // twin-race: intra-block
	__syncthreads(); // twin: __syncwarp();
	int i = blockIdx.x * WARPS * 32 + threadIdx.x;
	if (i < n)
		atomicAdd(&hist[warp][keys[i] >> shift & (RADIX - 1)], 1u); // twin-race: intra-block
	__syncthreads();
	for (int d = threadIdx.x; d < RADIX; d += WARPS * 32) {
		unsigned sum = 0;
		for (int w = 0; w < WARPS; w++)
			sum += hist[w][d];
		counts[d * gridDim.x + blockIdx.x] = sum;
	}
}

void pass(const unsigned *keys, unsigned *counts, int n, int shift)
{
	digits<8, 4><<<(n + 255) / 256, 256>>>(keys, counts, n, shift); // launch: race-free; twin-launch: race
}
