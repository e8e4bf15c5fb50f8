// In-place transpose of square tiles: both reads must be over before the first write.
#include <cuda_runtime.h>

#define T 32

__global__ void flip(float *m, int n)
{
	__shared__ float a[T][T + 1];
	int x = blockIdx.x * T + threadIdx.x;

	for (int r = threadIdx.y; r < T; r += 8)
		a[r][threadIdx.x] = m[(blockIdx.y * T + r) * n + x];
	__syncthreads();
	for (int r = threadIdx.y; r < T; r += 8) {
		float v = a[threadIdx.x][r]; // twin-race: intra-block
		__syncthreads(); // twin:
		a[r][threadIdx.x] = 2 * v; // twin-race: intra-block
		__syncthreads();
	}
	__syncthreads();
	for (int r = threadIdx.y; r < T; r += 8)
		m[(blockIdx.y * T + r) * n + x] = a[r][threadIdx.x];
}

void run(float *m, int n)
{
	dim3 grid(n / T, n / T), block(T, 8);
	flip<<<grid, block>>>(m, n); // launch: race-free; twin-launch: race
}
