// Lane and warp by mask and shift; in the twin the mask is one bit too short.
#include <cuda_runtime.h>

__global__ void scatter(float *out)
{
	__shared__ float s[8][33];
	int t = threadIdx.x, warp = t >> 5, lane = t & 31; // twin: int t = threadIdx.x, warp = t >> 5, lane = t & 15;

	s[warp][lane] = t; // twin-race: intra-warp
	__syncthreads();
	out[blockIdx.x * 256 + t] = s[t & 7][t >> 3];
}

void run(float *out, int blocks)
{
	scatter<<<blocks, 256>>>(out); // launch: race-free; twin-launch: race
}
