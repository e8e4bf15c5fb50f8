// Two nested loops over a thread's own tile; in the twin the inner loop runs one too far.
#include <cuda_runtime.h>

__global__ void tiles(float *out, int pitch, float v)
{
	int x = (blockIdx.x * blockDim.x + threadIdx.x) * 4, y = blockIdx.y * 4;

	for (int j = 0; j < 4; j++)
		for (int i = 0; i < 4; i++) // twin: for (int i = 0; i <= 4; i++)
			out[(y + j) * pitch + x + i] = v * i + j; // twin-race: inter-block,intra-block,intra-warp
}

void run(float *out, int blocks, int rows, float v)
{
	tiles<<<dim3(blocks, rows), 64>>>(out, blocks * 256, v); // launch: race-free; twin-launch: race
}
