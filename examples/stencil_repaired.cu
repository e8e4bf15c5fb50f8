// The repaired stencil.cu: two buffers that change roles after every step.
#include <cuda_runtime.h>
#include <utility>

__global__ void smooth(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i > 0 && i < n - 1)
		out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
}

int main()
{
	const int n = 4096;
	float *from, *to;
	cudaMalloc(&from, n * sizeof(*from));
	cudaMalloc(&to, n * sizeof(*to));
	for (int step = 0; step < 10; step++) {
		smooth<<<n / 256, 256>>>(to, from, n);
		std::swap(from, to);
	}
	cudaFree(from);
	cudaFree(to);
	return 0;
}
