// Tree reduction in shared memory: the barrier in the loop orders each pass after the one before.
#include <cuda_runtime.h>

__global__ void reduce(const float *in, float *out)
{
	__shared__ float s[256];
	int t = threadIdx.x;

	s[t] = in[blockIdx.x * 256 + t]; // twin-race: intra-block
	__syncthreads(); // twin:
	for (int d = blockDim.x / 2; d > 0; d >>= 1) {
		if (t < d)
			s[t] += s[t + d]; // twin-race: intra-block
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}

void run(const float *in, float *out, int blocks)
{
	reduce<<<blocks, 256>>>(in, out); // launch: race-free; twin-launch: race
}
