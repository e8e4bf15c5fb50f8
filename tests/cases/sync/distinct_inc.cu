// atomicInc below its limit gives every thread a slot of its own; with a limit it starts again at 0.
#include <cuda_runtime.h>

__global__ void compact(const int *in, int *out, unsigned int *n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned int slot = atomicInc(n, 0xffffffffu); // twin: unsigned int slot = atomicInc(n, 15u);
	out[slot] = in[i]; // twin-race: inter-block,intra-block,intra-warp
}

void run(const int *in, int *out, unsigned int *n)
{
	compact<<<4, 64>>>(in, out, n); // launch: race-free; twin-launch: race
}
