// The lower half of each warp works alone; the mask names its lanes.
#include <cuda_runtime.h>

__global__ void fold(float *data)
{
	__shared__ float s[32];
	int t = threadIdx.x;

	if (t < 16) {
		s[t] = data[t]; // twin-race: intra-warp
		__syncwarp(0x0000ffff); // twin: if (t < 8) __syncwarp(0x000000ff); else __syncwarp(0x0000ff00);
		data[t] = s[15 - t]; // twin-race: intra-warp
	}
}

void run(float *data)
{
	fold<<<1, 32>>>(data); // launch: race-free; twin-launch: race
}
