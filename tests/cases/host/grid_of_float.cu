// A size that is scaled down by a floating-point factor below 1: the grid has one row.
#include <cuda_runtime.h>
#include <algorithm>

__global__ void increment(int *out, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = in[i] + 1; // twin-race(warning): inter-block
}

int main(int argc, char **argv)
{
	int n = 1 << 22, *in, *out;
	float scale = std::max(32.0f / (float)argc, 1.0f);

	n = (int)((float)n / scale); // twin: n = argc;
	cudaMalloc(&in, n * sizeof(int));
	cudaMalloc(&out, n * sizeof(int));
	int blocks = n / 512;
	increment<<<dim3(blocks % 65535, blocks / 65535 + 1), 512>>>(out, in, n); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
