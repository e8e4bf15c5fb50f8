// A tile is filled anew by the next round: the trailing barrier keeps it from overtaking the readers.
#include <cuda_runtime.h>

__global__ void tiles(const float *in, float *out, int n)
{
	__shared__ float s[64];
	int t = threadIdx.x;
	float v = 0;

	for (int k = 0; k < n; k++) {
		s[t] = in[k * 64 + t]; // twin-race: intra-block
		__syncthreads();
		v += s[(t + 32) % 64]; // twin-race: intra-block
		__syncthreads(); // twin:
	}
	out[blockIdx.x * 64 + t] = v;
}

void run(const float *in, float *out, int blocks, int n)
{
	tiles<<<blocks, 64>>>(in, out, n); // launch: race-free; twin-launch: race
}
