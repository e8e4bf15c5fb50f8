// The kernel finds one buffer in a device variable and gets the other as an argument.
#include <cuda_runtime.h>

__device__ const float *source;

__global__ void shift(float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = source[i + 1]; // twin-race: inter-block, intra-block, intra-warp
}

void run(int n)
{
	float *a, *b;
	cudaMalloc(&a, sizeof(float) * (n + 1));
	cudaMalloc(&b, sizeof(float) * (n + 1));
	cudaMemcpyToSymbol(source, &a, sizeof(a)); // twin: 	cudaMemcpyToSymbol(source, &b, sizeof(b));
	shift<<<(n + 255) / 256, 256>>>(b, n); // launch: race-free; twin-launch: race
	cudaFree(a);
	cudaFree(b);
}
