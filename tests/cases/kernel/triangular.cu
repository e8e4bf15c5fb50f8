// Packed lower triangle: row i takes i elements from i * (i - 1) / 2 on.
#include <cuda_runtime.h>

__global__ void pack(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		for (int j = 0; j < i; j++) // twin: for (int j = 0; j < n; j++)
			out[i * (i - 1) / 2 + j] = in[i * n + j]; // twin-race: inter-block,intra-block,intra-warp
}

void run(const float *in, float *out, int n)
{
	pack<<<(n + 127) / 128, 128>>>(in, out, n); // launch: race-free; twin-launch: race
}
