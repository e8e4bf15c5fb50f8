// The one lane that elect.sync chooses, asked twice; in the twin each warp's one writes the block's place.
#include <cuda_runtime.h>

__device__ bool elect_one()
{
	unsigned chosen;
	asm volatile("{\n.reg .b32 r;\n.reg .pred p;\nelect.sync r|p, 0xffffffff;\nselp.b32 %0, 1, 0, p;\n}" : "=r"(chosen));
	return chosen;
}

__global__ void mark(int *out, const int *in)
{
	if (threadIdx.x < 32 && elect_one()) // twin: if (elect_one())
		out[blockIdx.x] = threadIdx.x; // twin-race: intra-block
	if (threadIdx.x < 32 && elect_one())
		out[blockIdx.x] += in[0]; // twin-race: intra-block
}

void run(int *out, const int *in)
{
	mark<<<4, 128>>>(out, in); // launch: race-free; twin-launch: race
}
