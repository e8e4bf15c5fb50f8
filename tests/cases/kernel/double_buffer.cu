// Double buffering: two halves of a shared array take turns, so that one barrier a round is enough.
#include <cuda_runtime.h>

__global__ void rounds(const float *in, float *out, int n)
{
	__shared__ float s[2][128];
	int t = threadIdx.x;
	float v = 0;

	for (int k = 0; k < n; k++) {
		int half = k & 1; // twin: int half = 0;

		s[half][t] = in[k * 128 + t]; // twin-race: intra-block,intra-warp
		__syncthreads();
		v += s[half][(t + 1) % 128]; // twin-race: intra-block,intra-warp
	}
	out[blockIdx.x * 128 + t] = v;
}

void run(const float *in, float *out, int blocks, int n)
{
	rounds<<<blocks, 128>>>(in, out, n); // launch: race-free; twin-launch: race
}
