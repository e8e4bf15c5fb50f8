// Tiled GEMM, tile size a template parameter: without the trailing barrier the next tile overwrites what others still read.
#include <cuda_runtime.h>

template <typename T, int TILE>
__global__ void gemm(const T *__restrict__ a, const T *__restrict__ b, T *__restrict__ c, int m, int n, int k)
{
	__shared__ T as[TILE][TILE], bs[TILE][TILE + 1];
	const int tx = threadIdx.x, ty = threadIdx.y;
	const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
	T acc = 0;

	for (int t = 0; t < (k + TILE - 1) / TILE; ++t) {
		as[ty][tx] = row < m && t * TILE + tx < k ? a[row * k + t * TILE + tx] : T(0); // twin-race: intra-warp
		bs[ty][tx] = col < n && t * TILE + ty < k ? b[(t * TILE + ty) * n + col] : T(0); // twin-race: intra-block,intra-warp
		__syncthreads();
#pragma unroll
		for (int i = 0; i < TILE; ++i)
			acc += as[ty][i] * bs[i][tx]; // twin-race: intra-block,intra-warp
		__syncthreads(); // twin:
	}
	if (row < m && col < n)
		c[row * n + col] = acc;
}

template <typename T>
void launch_gemm(const T *a, const T *b, T *c, int m, int n, int k, cudaStream_t stream)
{
	dim3 block(16, 16);
	dim3 grid((n + block.x - 1) / block.x, (m + block.y - 1) / block.y);
	gemm<T, 16><<<grid, block, 0, stream>>>(a, b, c, m, n, k); // launch: race-free; twin-launch: race
}

template void launch_gemm<float>(const float *, const float *, float *, int, int, int, cudaStream_t);
