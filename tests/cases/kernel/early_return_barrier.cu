// Blocks past the end return before the barrier: the whole block does, so that the barrier is not divergent.
#include <cuda_runtime.h>

__global__ void shift(const float *in, float *out, int n)
{
	__shared__ float s[129];
	int t = threadIdx.x, i = blockIdx.x * 128 + t;

	if (blockIdx.x * 128 >= n)
		return;
	s[t] = i < n ? in[i] : 0; // twin-race: intra-block,intra-warp
	if (t == 0)
		s[128] = 0; // twin-race: intra-block
	__syncthreads(); // twin:
	if (i < n)
		out[i] = s[t + 1]; // twin-race: intra-block,intra-warp
}

void run(const float *in, float *out, int n)
{
	shift<<<(n + 127) / 128, 128>>>(in, out, n); // launch: race-free; twin-launch: race
}
