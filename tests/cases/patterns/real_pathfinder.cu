// Dynamic programming over rows: a step reads the row before, behind a barrier, and publishes its own.
#include <cuda_runtime.h>

#define W 256

__global__ void rows(const int *wall, const int *src, int *dst, int cols, int steps)
{
	__shared__ int prev[W], result[W];
	int t = threadIdx.x, x = blockIdx.x * W + t;

	if (x < cols)
		prev[t] = src[x];
	__syncthreads();
	for (int i = 0; i < steps; i++) {
		bool computed = false;
		if (t >= i + 1 && t <= W - i - 2 && x < cols) {
			computed = true;
			int best = min(prev[t], min(prev[t - 1], prev[t + 1])); // twin-race: intra-block,intra-warp
			result[t] = best + wall[i * cols + x];
		}
		__syncthreads();
		if (i == steps - 1)
			break;
		if (computed)
			prev[t] = result[t]; // twin-race: intra-block,intra-warp
		__syncthreads(); // twin:
	}
	if (x < cols)
		dst[x] = result[t];
}

void run(const int *wall, const int *src, int *dst, int cols, int steps)
{
	rows<<<(cols + W - 1) / W, W>>>(wall, src, dst, cols, steps); // launch: race-free; twin-launch: race
}
