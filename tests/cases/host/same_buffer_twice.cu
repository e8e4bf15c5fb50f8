// One buffer for input and output: harmless while every thread keeps to its own element.
#include <cuda_runtime.h>
#include <cstdlib>

__global__ void scale(const float *in, float *out, int n, int shift)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = 2 * in[i + shift]; // twin-race: inter-block,intra-block,intra-warp
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	float *data;

	cudaMalloc(&data, (n + 1) * sizeof(float));
	scale<<<(n + 255) / 256, 256>>>(data, data, n, 0); // launch: race-free; twin-launch: race; twin: scale<<<(n + 255) / 256, 256>>>(data, data, n, 1);
	return cudaDeviceSynchronize();
}
