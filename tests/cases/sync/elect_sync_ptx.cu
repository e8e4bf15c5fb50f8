// Which lane elect.sync chooses is not said: it need not be the first one, as the twin takes it to be.
#include <cuda/ptx>

__global__ void mark(int *out, const int *in)
{
	if (cuda::ptx::elect_sync(0xffffffff))
		out[blockIdx.x] = threadIdx.x; // twin-race: intra-warp
	if (cuda::ptx::elect_sync(0xffffffff)) // twin: if (threadIdx.x == 0)
		out[blockIdx.x] += in[0]; // twin-race: intra-warp
}

void run(int *out, const int *in)
{
	mark<<<4, 32>>>(out, in); // launch: race-free; twin-launch: race
}
