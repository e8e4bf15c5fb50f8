// Both arms of a uniform branch have their barriers.
#include <cuda_runtime.h>

__global__ void steps(const int *in, int *out, bool reverse)
{
	__shared__ int s[64];
	int t = threadIdx.x;

	if (reverse) {
		s[63 - t] = in[blockIdx.x * 64 + t];
		__syncthreads();
	} else {
		s[t] = in[blockIdx.x * 64 + t]; // twin-race: intra-block,intra-warp
		__syncthreads(); // twin:
	}
	out[blockIdx.x * 64 + t] = s[(t + 1) & 63]; // twin-race: intra-block,intra-warp
}

void run(const int *in, int *out, bool reverse, int blocks)
{
	steps<<<blocks, 64>>>(in, out, reverse); // launch: race-free; twin-launch: race
}
