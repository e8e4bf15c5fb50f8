// Tree reduction whose loop has lost its barrier: passes of different threads overlap.
#include <cuda_runtime.h>

__global__ void reduce(const float *in, float *out)
{
	__shared__ float s[256];
	int t = threadIdx.x;

	s[t] = in[blockIdx.x * 256 + t];
	__syncthreads();
	for (int d = 128; d > 0; d /= 2) {
		if (t < d)
			s[t] += s[t + d]; // twin-race: intra-block,intra-warp
		__syncthreads(); // twin:
	}
	__syncthreads();
	if (t == 0)
		out[blockIdx.x] = s[0];
}

void run(const float *in, float *out, int blocks)
{
	reduce<<<blocks, 256>>>(in, out); // launch: race-free; twin-launch: race
}
