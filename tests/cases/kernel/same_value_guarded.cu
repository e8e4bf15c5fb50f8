// What is stored is read from memory, but only where it is five: all stores are equal; in the twin they may differ.
#include <cuda_runtime.h>

__global__ void five(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n && in[i] == 5) // twin: if (i < n && in[i] >= 5)
		*out = in[i] + n; // race(warning): inter-block,intra-block,intra-warp; twin-race: inter-block,intra-block,intra-warp
}

void run(const int *in, int *out, int n)
{
	five<<<(n + 63) / 64, 64>>>(in, out, n); // launch: race; twin-launch: race
}
