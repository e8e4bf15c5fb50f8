// Half a warp exchanges; the mask of the barrier must name the lanes that do.
#include <cuda_runtime.h>

__global__ void half(int *out, const int *in)
{
	__shared__ int s[32];
	unsigned t = threadIdx.x;
	s[t] = in[t]; // twin-race: intra-warp
	if (t < 16) {
		__syncwarp(0x0000ffffu); // twin-finding: barrier-mask; twin: __syncwarp(0x000000ffu);
		out[t] = s[15 - t]; // twin-race: intra-warp
	}
}

void run(int *out, const int *in)
{
	half<<<1, 32>>>(out, in); // launch: race-free; twin-launch: race
}
