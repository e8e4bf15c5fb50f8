// A vector is staged in tiles for a matrix product; the last tile is shorter.
#include <cuda_runtime.h>

__global__ void gemv(const float *a, const float *x, float *y, int m, int n)
{
	__shared__ float xs[128];
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;

	for (int base = 0; base < n; base += 128) {
		int len = min(128, n - base);
		if (threadIdx.x < len)
			xs[threadIdx.x] = x[base + threadIdx.x]; // twin-race: intra-block,intra-warp
		__syncthreads();
		if (row < m)
			for (int j = 0; j < len; j++)
				sum += a[row * n + base + j] * xs[j]; // twin-race: intra-block,intra-warp
		__syncthreads(); // twin:
	}
	if (row < m)
		y[row] = sum;
}

void run(const float *a, const float *x, float *y, int m, int n)
{
	gemv<<<(m + 127) / 128, 128>>>(a, x, y, m, n); // launch: race-free; twin-launch: race
}
