// All threads that store to the flag store the same value: a warning; in the twin the values differ.
#include <cuda_runtime.h>

__global__ void any(const int *in, int *done, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n && in[i] > 9)
		*done = 1; // race(warning): inter-block,intra-block,intra-warp; twin-race: inter-block,intra-block,intra-warp; twin: *done = i;
}

void run(const int *in, int *done, int n)
{
	any<<<(n + 63) / 64, 64>>>(in, done, n); // launch: race; twin-launch: race
}
