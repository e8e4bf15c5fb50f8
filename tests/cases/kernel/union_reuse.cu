// A union reuses shared memory for a second purpose: a barrier must stand between.
#include <cuda_runtime.h>

__global__ void reuse(const float *in, float *out)
{
	__shared__ union {
		float values[128];
		int counts[128];
	} u;
	int t = threadIdx.x, i = blockIdx.x * 128 + t;

	u.values[t] = in[i];
	__syncthreads();
	float v = u.values[(t + 1) % 128]; // twin-race: intra-block,intra-warp
	__syncthreads(); // twin:
	u.counts[t] = v > 0; // twin-race: intra-block,intra-warp
	__syncthreads();
	out[i] = v * u.counts[127 - t];
}

void run(const float *in, float *out, int blocks)
{
	reuse<<<blocks, 128>>>(in, out); // launch: race-free; twin-launch: race
}
