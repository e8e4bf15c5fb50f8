// GEMM that loads the next tile while it computes on the other half.
#include <cuda_runtime.h>

template <int T>
__global__ void gemm(const float *a, const float *b, float *c, int n)
{
	__shared__ float as[2][T][T];
	__shared__ float bs[2][T][T];
	int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, col = blockIdx.x * T + x;
	int tiles = n / T;
	float sum = 0;

	as[0][y][x] = a[row * n + x];
	bs[0][y][x] = b[y * n + col];
	__syncthreads();
	for (int k = 0; k < tiles; k++) {
		int cur = k & 1, next = cur ^ 1; // twin: 		int cur = k & 1, next = cur;
		if (k + 1 < tiles) {
			as[next][y][x] = a[row * n + (k + 1) * T + x]; // twin-race: intra-warp
			bs[next][y][x] = b[((k + 1) * T + y) * n + col]; // twin-race: intra-block,intra-warp
		}
		for (int i = 0; i < T; i++)
			sum += as[cur][y][i] * bs[cur][i][x]; // twin-race: intra-block,intra-warp
		__syncthreads();
	}
	c[row * n + col] = sum;
}

void run(const float *a, const float *b, float *c, int n)
{
	gemm<16><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n); // launch: race-free; twin-launch: race
}
