// The first thread of a block to come writes for it; the variable that says so is cleared before. In the twin every other thread leaves it clear.
#include <cuda_runtime.h>

__global__ void first(const int *in, int *out)
{
	__shared__ int taken;
	if (threadIdx.x == 0)
		taken = 0;
	__syncthreads();
	if (atomicExch(&taken, 1) == 0) // twin: 	if (atomicExch(&taken, threadIdx.x % 2) == 0)
		out[blockIdx.x] = threadIdx.x; // twin-race: intra-block, intra-warp
}

void run(const int *in, int *out)
{
	first<<<60, 128>>>(in, out); // launch: race-free; twin-launch: race
}
