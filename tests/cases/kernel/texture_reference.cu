// A texture reference is bound to memory that the kernel does not write, in the twin to what it writes.
#include <cuda_runtime.h>

texture<float, 1, cudaReadModeElementType> reference;

__global__ void shift(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = in[i] + tex1Dfetch(reference, i + 1); // twin-race: inter-block, intra-block, intra-warp
}

int main()
{
	int n = 1 << 20;
	float *a, *b;

	cudaMalloc(&a, n * sizeof(float));
	cudaMalloc(&b, (n + 1) * sizeof(float));
	cudaBindTexture(NULL, reference, b, n * sizeof(float)); // twin: 	cudaBindTexture(NULL, reference, a, n * sizeof(float));
	shift<<<n / 256, 256>>>(a, b, n); // launch: race-free; twin-launch: race
	return 0;
}
