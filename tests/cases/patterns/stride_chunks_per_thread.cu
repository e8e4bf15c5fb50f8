// Each thread takes a run of elements: its length must be the step between starts.
#include <cuda_runtime.h>

template <int PER>
__global__ void runs(const int *in, int *out, int n)
{
	int first = (blockIdx.x * blockDim.x + threadIdx.x) * PER;

#pragma unroll
	for (int k = 0; k < PER; k++) // twin: 	for (int k = 0; k <= PER; k++)
		if (first + k < n)
			out[first + k] = in[first + k] * 3; // twin-race(warning): inter-block,intra-block,intra-warp
}

void run(const int *in, int *out, int n)
{
	runs<4><<<(n + 511) / 512, 128>>>(in, out, n); // launch: race-free; twin-launch: race
}
