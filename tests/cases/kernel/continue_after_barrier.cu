// `continue` skips the work of a pass, not its barrier.
#include <cuda_runtime.h>

__global__ void sum(const float *in, float *out)
{
	__shared__ float s[128];
	int t = threadIdx.x;

	s[t] = in[blockIdx.x * 128 + t]; // twin-race: intra-block,intra-warp
	for (int d = 64; d > 0; d /= 2) {
		__syncthreads(); // twin:
		if (t >= d)
			continue;
		s[t] += s[t + d]; // twin-race: intra-block,intra-warp
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}

void run(const float *in, float *out, int blocks)
{
	sum<<<blocks, 128>>>(in, out); // launch: race-free; twin-launch: race
}
