// __restrict__ on both parameters does not hold where the host passes one pointer for both.
#include <cuda_runtime.h>

__global__ void smooth(const float *__restrict__ in, float *__restrict__ out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i > 0 && i + 1 < n)
		out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3; // twin-race: inter-block,intra-block,intra-warp
}

struct field {
	float *now[2];
};

int main()
{
	const int n = 1 << 16;
	struct field f;

	cudaMalloc(&f.now[0], n * sizeof(float));
	cudaMalloc(&f.now[1], n * sizeof(float));
	for (int k = 0; k < 10; k++)
		smooth<<<n / 256, 256>>>(f.now[k & 1], f.now[1 - (k & 1)], n); // launch: race-free; twin-launch: race; twin: smooth<<<n / 256, 256>>>(f.now[k & 1], f.now[k & 1], n);
	cudaDeviceSynchronize();
}
