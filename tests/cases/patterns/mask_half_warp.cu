// Half a warp synchronizes by a mask that names exactly it.
#include <cuda_runtime.h>

__global__ void halves(const int *in, int *out)
{
	__shared__ int s[32];
	int t = threadIdx.x;

	s[t] = in[blockIdx.x * 32 + t]; // twin-race: intra-warp
	if (t < 16) {
		__syncwarp(0x0000ffff); // twin-finding: barrier-mask; twin: 		__syncwarp(0x000000ff);
		out[blockIdx.x * 16 + t] = s[15 - t]; // twin-race: intra-warp
	}
}

void run(const int *in, int *out, int blocks)
{
	halves<<<blocks, 32>>>(in, out); // launch: race-free; twin-launch: race
}
