// A shuffle exchanges registers and orders no memory.
#include <cuda_runtime.h>

__global__ void rotate(const int *in, int *out)
{
	__shared__ int s[32];
	int t = threadIdx.x;
	int v = in[blockIdx.x * 32 + t];

	s[t] = v; // twin-race: intra-warp
	__syncwarp(); // twin: 	v += __shfl_xor_sync(0xffffffff, v, 16);
	out[blockIdx.x * 32 + t] = v + s[(t + 5) & 31]; // twin-race: intra-warp
}

void run(const int *in, int *out, int blocks)
{
	rotate<<<blocks, 32>>>(in, out); // launch: race-free; twin-launch: race
}
