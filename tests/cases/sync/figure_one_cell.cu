// GWCP, figure 2: all threads of a warp store their number in one cell.
#include <cuda_runtime.h>

__global__ void intrawarp(unsigned *data)
{
	data[threadIdx.x] = threadIdx.x; // twin-race: intra-warp; twin: data[0] = threadIdx.x;
}

void run(unsigned *data)
{
	intrawarp<<<1, 32>>>(data); // launch: race-free; twin-launch: race
}
