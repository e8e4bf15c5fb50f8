// __restrict__ on both parameters does not hold where both point into one allocation and nothing says that
// the offset between them lies beyond what is read.
#include <cuda_runtime.h>
#include <stdlib.h>

__global__ void smooth(const float *__restrict__ in, float *__restrict__ out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i > 0 && i + 1 < n)
		out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3; // twin-race: inter-block,intra-block,intra-warp
}

int main(int argc, char **argv)
{
	const int n = 1 << 16;
	int stride = argc > 1 ? atoi(argv[1]) : n;
	float *both;

	cudaMalloc(&both, 4 * n * sizeof(float));
	if (stride < n) // twin: if (stride < 1)
		return 1;
	smooth<<<n / 256, 256>>>(both, both + stride, n); // launch: race-free; twin-launch: race
	for (int k = 0; k < 10; k++)
		smooth<<<n / 256, 256>>>(both + (k & 1) * n, both + (1 - (k & 1)) * n, n); // launch: race-free; twin-launch: race-free
	cudaDeviceSynchronize();
}
