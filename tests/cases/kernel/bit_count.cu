// A count of bits is no free value: that it may be 0 for several threads is not claimed.
#include <cuda_runtime.h>

__global__ void pick(int *out)
{
	int t = threadIdx.x;

	if (__popc(t) == 0) // twin: if (__popc(t) >= 0)
		out[0] = t; // twin-race: intra-block,intra-warp
}

void run(int *out)
{
	pick<<<1, 128>>>(out); // launch: undecided; twin-launch: race
}
