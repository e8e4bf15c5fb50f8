// The first warp loads the row offsets that all threads use.
#include <cuda_runtime.h>

template <typename I, typename V, int ROWS>
__global__ void spmv(const I *ptr, const I *col, const V *val, const V *x, V *y, I n)
{
	__shared__ I bounds[ROWS + 1];
	const I first = blockIdx.x * ROWS;
	const int lane = threadIdx.x, r = threadIdx.y;

	for (int i = threadIdx.y * blockDim.x + threadIdx.x; i <= ROWS && first + i <= n; i += blockDim.x * blockDim.y)
		bounds[i] = ptr[first + i]; // twin-race: intra-block,intra-warp
	__syncthreads(); // twin:
	if (first + r >= n)
		return;
	V sum = 0;
	for (I j = bounds[r] + lane; j < bounds[r + 1]; j += 32) // twin-race: intra-block,intra-warp
		sum += val[j] * x[col[j]];
	for (int o = 16; o; o >>= 1)
		sum += __shfl_down_sync(0xffffffffu, sum, o);
	if (lane == 0)
		y[first + r] = sum;
}

void multiply(const int *ptr, const int *col, const double *val, const double *x, double *y, int n)
{
	spmv<int, double, 8><<<(n + 7) / 8, dim3(32, 8)>>>(ptr, col, val, x, y, n); // launch: race-free; twin-launch: race
}
