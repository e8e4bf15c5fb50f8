// The repaired histogram.cu: atomicAdd has device scope.
#include <cuda_runtime.h>

__global__ void histogram(const unsigned char *values, int n, unsigned *bins)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		atomicAdd(&bins[values[i] % 64], 1u);
}

int main()
{
	const int n = 1 << 20;
	unsigned char *values;
	unsigned *bins;
	cudaMalloc(&values, n);
	cudaMalloc(&bins, 64 * sizeof(*bins));
	cudaMemset(bins, 0, 64 * sizeof(*bins));
	histogram<<<(n + 255) / 256, 256>>>(values, n, bins);
	cudaFree(bins);
	cudaFree(values);
	return 0;
}
