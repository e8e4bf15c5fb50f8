// Smooths an array several times. Input and output are the same buffer, so that a block reads values
// beside its own part while the neighbouring block replaces them.
#include <cuda_runtime.h>

__global__ void smooth(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i > 0 && i < n - 1)
		out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
}

int main()
{
	const int n = 4096;
	float *data;
	cudaMalloc(&data, n * sizeof(*data));
	for (int step = 0; step < 10; step++)
		smooth<<<n / 256, 256>>>(data, data, n);
	cudaFree(data);
	return 0;
}
