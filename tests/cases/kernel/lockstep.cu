// A volatile warp-synchronous tail: right while warps ran in lock-step, racy since sm_70.
// flags: --arch=sm_60
// twin-flags: --arch=sm_70
#include <cuda_runtime.h>

__global__ void sum(const float *in, float *out)
{
	__shared__ float s[64];
	volatile float *v = s;
	int t = threadIdx.x;

	s[t] = in[blockIdx.x * 64 + t];
	__syncthreads();
	if (t < 32) {
		v[t] += v[t + 32]; // twin-race: intra-warp
		v[t] += v[t + 16]; // twin-race: intra-warp
		v[t] += v[t + 8]; // twin-race: intra-warp
		v[t] += v[t + 4]; // twin-race: intra-warp
		v[t] += v[t + 2]; // twin-race: intra-warp
		v[t] += v[t + 1]; // twin-race: intra-warp
		if (t == 0)
			out[blockIdx.x] = v[0];
	}
}

void run(const float *in, float *out, int blocks)
{
	sum<<<blocks, 64>>>(in, out); // launch: race-free; twin-launch: race
}
