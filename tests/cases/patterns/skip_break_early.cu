// A thread that leaves the loop early no longer waits for the others, and they for it.
#include <cuda_runtime.h>

__global__ void march(const float *in, float *out, int steps)
{
	__shared__ float s[64];
	int t = threadIdx.x;
	float v = in[blockIdx.x * 64 + t];

	for (int k = 0; k < steps; k++) {
		s[t] = v;
		__syncthreads(); // twin-finding: barrier-divergence
		v = 0.5f * (s[t] + s[(t + 1) % 64]);
		__syncthreads(); // twin-finding: barrier-divergence
		if (steps < 0) // twin: 		if (v < 1e-6f)
			break;
	}
	s[t] = v;
	__syncthreads();
	out[blockIdx.x * 64 + t] = s[63 - t];
}

void run(const float *in, float *out, int steps, int blocks)
{
	march<<<blocks, 64>>>(in, out, steps); // launch: race-free; twin-launch: undecided
}
