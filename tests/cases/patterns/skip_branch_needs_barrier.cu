// The barrier stands in a branch that is uniform; moved into one that is not, it protects nobody.
#include <cuda_runtime.h>

__global__ void mix(const int *in, int *out, int mode)
{
	__shared__ int s[128];
	int t = threadIdx.x;

	s[t] = in[blockIdx.x * 128 + t]; // twin-race: intra-block
	if (mode >= 0) // twin: 	if (t >= 64)
		__syncthreads(); // twin-finding: barrier-divergence
	out[blockIdx.x * 128 + t] = mode >= 0 ? s[127 - t] : s[t]; // twin-race: intra-block
}

void run(const int *in, int *out, int mode, int blocks)
{
	mix<<<blocks, 128>>>(in, out, mode); // launch: race-free; twin-launch: race
}
