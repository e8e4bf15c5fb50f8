// Three buffers in turn: the one that is filled was last read two rounds ago, with a barrier since.
#include <cuda_runtime.h>

__global__ void stream(const float *in, float *out, int n)
{
	__shared__ float s[3][64];
	int t = threadIdx.x;
	float v = 0;

	for (int k = 0; k < n; k++) {
		s[k % 3][t] = in[k * 64 + t]; // twin-race: intra-block; twin: 		s[0][t] = in[k * 64 + t];
		__syncthreads();
		v += s[k % 3][63 - t]; // twin-race: intra-block
	}
	out[blockIdx.x * 64 + t] = v;
}

void run(const float *in, float *out, int n, int blocks)
{
	stream<<<blocks, 64>>>(in, out, n); // launch: race-free; twin-launch: race
}
