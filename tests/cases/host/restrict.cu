// __restrict__ promises what the host does not show: the two pointers do not meet.
#include <cuda_runtime.h>

__global__ void shift(const float *__restrict__ in, float *__restrict__ out, int n) // twin: __global__ void shift(float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i + 1 < n)
		out[i] = in[i + 1]; // twin-race: inter-block,intra-block,intra-warp
}

void run(int n, bool backwards, bool again)
{
	float *a, *b;

	cudaMalloc(&a, n * sizeof(float));
	cudaMalloc(&b, n * sizeof(float));
	shift<<<(n + 255) / 256, 256>>>(backwards ? b : a, again ? a : b, n); // launch: race-free; twin-launch: race
}
