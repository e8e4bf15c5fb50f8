// Exchange with t ^ d in shared memory: one barrier before the reads, one after them.
#include <cuda_runtime.h>

__global__ void sum(const float *in, float *out)
{
	__shared__ float s[128];
	int t = threadIdx.x;
	float v = in[blockIdx.x * 128 + t];

	for (int d = 1; d < 128; d *= 2) {
		s[t] = v; // twin-race: intra-block,intra-warp
		__syncthreads();
		v += s[t ^ d]; // twin-race: intra-block,intra-warp
		__syncthreads(); // twin:
	}
	out[blockIdx.x * 128 + t] = v;
}

void run(const float *in, float *out, int blocks)
{
	sum<<<blocks, 128>>>(in, out); // launch: race-free; twin-launch: race
}
