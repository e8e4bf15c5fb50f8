// A caller in another file gives one object twice, whose pointer is used for both.
#include "row.h"

__global__ void shift(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 1 < n)
		out[i] = in[i + 1]; // twin-race: inter-block, intra-block, intra-warp
}

void row::take(const row &other)
{
	shift<<<(n + 255) / 256, 256>>>(data, other.data, n); // launch: race-free; twin-launch: race
}
