// GWCP, figure 1: two threads of one warp on different branches write the same element.
#include <cuda_runtime.h>

__global__ void branches(int *data)
{
	if (threadIdx.x == 0)
		data[0] = 1; // twin-race: intra-warp
	else
		data[1] = 2; // twin-race: intra-warp; twin: data[0] = 2;
}

void run(int *data)
{
	branches<<<1, 2>>>(data); // launch: race-free; twin-launch: race
}
