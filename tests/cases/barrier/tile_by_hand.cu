// __syncwarp with the mask of the eight lanes that work together, computed from the lane.
#include <cuda_runtime.h>

__global__ void rotate(int *data)
{
	__shared__ int s[64];
	int t = threadIdx.x, lane = t & 31;
	unsigned mask = 0xffu << (lane & ~7); // twin: unsigned mask = 0xfu << (lane & ~3);

	s[t] = data[t]; // twin-race: intra-warp
	__syncwarp(mask);
	data[t] = s[(t & ~7) | ((t + 1) & 7)]; // twin-race: intra-warp
}

void run(int *data)
{
	rotate<<<1, 64>>>(data); // launch: race-free; twin-launch: race
}
