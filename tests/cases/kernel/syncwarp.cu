// Each warp shares 32 slots of its own; __syncwarp orders the lanes.
#include <cuda_runtime.h>

__global__ void rotate(float *data)
{
	__shared__ float s[256];
	int t = threadIdx.x, warp = t / 32 * 32, lane = t % 32;

	s[t] = data[blockIdx.x * 256 + t]; // twin-race: intra-warp
	__syncwarp(); // twin:
	data[blockIdx.x * 256 + t] = s[warp + (lane + 1) % 32]; // twin-race: intra-warp
}

void run(float *data, int blocks)
{
	rotate<<<blocks, 256>>>(data); // launch: race-free; twin-launch: race
}
