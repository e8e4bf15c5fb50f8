// A row of bins for each thread: the minimum keeps a sample in its own thread's row.
#include <cuda_runtime.h>

#define BINS 10

__global__ void bins(const float *x, int *rows, int n, float scale)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	for (int k = 0; k < 64; k++) {
		float at = fminf(fmaxf(x[k * n + i] * scale, 0.0f), 1.0f) * (BINS - 1); // twin: float at = fminf(fmaxf(x[k * n + i] * scale, 0.0f), 1.0f) * BINS;
		rows[i * BINS + (int)at]++; // twin-race: inter-block,intra-block,intra-warp
	}
}

int main()
{
	const int n = 4096;
	float *x;
	int *rows;

	cudaMalloc(&x, 64 * n * sizeof(float));
	cudaMalloc(&rows, n * BINS * sizeof(int));
	bins<<<n / 128, 128>>>(x, rows, n, 0.5f); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
