// A caller in another file makes a job of two pointers, or of one.
#include "job.h"

__global__ void turn(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[n - 1 - i]; // twin-race: inter-block, intra-warp
}

void job::run() const
{
	turn<<<(n + 255) / 256, 256>>>(out, in, n); // launch: race-free; twin-launch: race
}
