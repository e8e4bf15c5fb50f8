// red without a result, and the same address read plainly.
#include <cuda_runtime.h>

__global__ void count(int *n, int *out)
{
	asm volatile("red.global.add.s32 [%0], 1;" : : "l"(n) : "memory"); // twin-race: inter-block,intra-block,intra-warp
	int v = 0; // twin-race: inter-block,intra-block,intra-warp; twin: int v = *n;
	out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

void run(int *n, int *out)
{
	count<<<4, 64>>>(n, out); // launch: race-free; twin-launch: race
}
