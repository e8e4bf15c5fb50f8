// Constant memory is only read; what is derived from it may still be a bad index.
#include <cuda_runtime.h>

__constant__ int table[64];

__global__ void look_up(int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	out[i] = table[i % 64]; // twin-race: inter-block,intra-block,intra-warp; twin: out[table[i % 64]] = i;
}

void run(int *out, int blocks)
{
	look_up<<<blocks, 64>>>(out); // launch: race-free; twin-launch: race
}
