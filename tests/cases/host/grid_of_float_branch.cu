// The same where a branch keeps the factor at 1 or above.
#include <cuda_runtime.h>

__global__ void increment(int *out, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = in[i] + 1; // twin-race(warning): inter-block
}

int main(int argc, char **argv)
{
	int n = 1 << 22, *in, *out;
	float x = 32.0f / (float)argc, scale = 1.0f;

	if (x >= 1.0f) // twin: 	if (x <= 1.0f)
		scale = x;

	n = (int)((float)n / scale);
	cudaMalloc(&in, n * sizeof(int));
	cudaMalloc(&out, n * sizeof(int));
	int blocks = n / 512;
	increment<<<dim3(blocks % 65535, blocks / 65535 + 1), 512>>>(out, in, n); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
