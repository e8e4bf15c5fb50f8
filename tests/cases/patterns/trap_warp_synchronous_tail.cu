// A volatile tail without barriers, as it was written for warps in lock step.
// flags: --arch=sm_60
// twin-flags: --arch=sm_70
#include <cuda_runtime.h>

__device__ void tail(volatile int *s, int t)
{
	s[t] += s[t + 32]; // twin-race: intra-warp
	s[t] += s[t + 16]; // twin-race: intra-warp
	s[t] += s[t + 8]; // twin-race: intra-warp
	s[t] += s[t + 4]; // twin-race: intra-warp
	s[t] += s[t + 2]; // twin-race: intra-warp
	s[t] += s[t + 1]; // twin-race: intra-warp
}

__global__ void reduce(const int *in, int *out)
{
	__shared__ int s[256];
	int t = threadIdx.x;

	s[t] = in[blockIdx.x * 256 + t];
	__syncthreads();
	for (int d = 128; d > 32; d >>= 1) {
		if (t < d)
			s[t] += s[t + d];
		__syncthreads();
	}
	if (t < 32)
		tail(s, t);
	if (t == 0)
		out[blockIdx.x] = s[0];
}

void run(const int *in, int *out, int blocks)
{
	reduce<<<blocks, 256>>>(in, out); // launch: race-free; twin-launch: race
}
