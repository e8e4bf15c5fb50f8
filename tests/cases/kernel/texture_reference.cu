// What a texture reference is bound to is not followed: undecided, never race-free; the twin reads plain memory.
#include <cuda_runtime.h>

texture<float, 1, cudaReadModeElementType> reference;

__global__ void shift(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = tex1Dfetch(reference, i + 1); // twin: out[i] = in[i + 1];
}

int main()
{
	int n = 1 << 20;
	float *a, *b;

	cudaMalloc(&a, n * sizeof(float));
	cudaMalloc(&b, (n + 1) * sizeof(float));
	cudaBindTexture(NULL, reference, a, n * sizeof(float));
	shift<<<n / 256, 256>>>(a, b, n); // launch: undecided; twin-launch: race-free
	return 0;
}
