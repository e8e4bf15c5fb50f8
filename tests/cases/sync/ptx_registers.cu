// Special registers and arithmetic in inline PTX; what only computes touches no memory.
#include <cuda_runtime.h>

__global__ void fill(int *out)
{
	unsigned int lane, t, block;
	asm("mov.u32 %0, %%laneid;" : "=r"(lane));
	asm("mov.u32 %0, %%tid.x;" : "=r"(t));
	asm("mov.u32 %0, %%ctaid.x;" : "=r"(block));
	out[block * 64 + t] = lane; // twin-race: inter-block,intra-block; twin: out[lane] = t + block;
}

void run(int *out)
{
	fill<<<4, 64>>>(out); // launch: race-free; twin-launch: race
}
