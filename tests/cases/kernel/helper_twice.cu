// A reduce helper called twice on one shared buffer: the barrier at its start protects the readers of the first call.
#include <cuda_runtime.h>

__device__ float block_max(float v, float *s)
{
	int t = threadIdx.x;

	__syncthreads(); // twin:
	s[t] = v; // twin-race: intra-block,intra-warp
	__syncthreads();
	for (int d = 64; d > 0; d /= 2) {
		if (t < d)
			s[t] = fmaxf(s[t], s[t + d]);
		__syncthreads();
	}
	return s[0]; // twin-race: intra-block,intra-warp
}

__global__ void range(const float *in, float *out)
{
	__shared__ float s[128];
	float v = in[blockIdx.x * 128 + threadIdx.x];
	float high = block_max(v, s);
	float low = -block_max(-v, s);

	out[blockIdx.x * 128 + threadIdx.x] = high - low;
}

void run(const float *in, float *out, int blocks)
{
	range<<<blocks, 128>>>(in, out); // launch: race-free; twin-launch: race
}
