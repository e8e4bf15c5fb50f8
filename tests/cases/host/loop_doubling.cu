// A doubling width is a power of two: threads that are multiples of it have quotients of their own.
#include <cuda_runtime.h>

__global__ void pick(const float *in, float *out, int n, int width)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;

	if (t < n && (t & (width - 1)) == 0)
		out[t / width] = in[t]; // twin-race: inter-block,intra-block,intra-warp
}

void run(const float *in, float *out, int n)
{
	for (int width = 1; width < n; width *= 2) // twin: for (int width = 1; width < n; width += 2)
		pick<<<(n + 63) / 64, 64>>>(in, out, n, width); // launch: race-free; twin-launch: race
}
