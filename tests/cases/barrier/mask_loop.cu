// A mask that is the same in every round; without the second barrier the next round overtakes.
#include <cuda_runtime.h>

__global__ void steps(int *data, int n)
{
	__shared__ int s[32];
	int t = threadIdx.x;

	if (t >= 16)
		return;
	for (int i = 0; i < n; i++) {
		s[t] = data[i * 16 + t]; // twin-race: intra-warp
		__syncwarp(0xffff);
		data[i * 16 + t] += s[15 - t]; // twin-race: intra-warp
		__syncwarp(0xffff); // twin:
	}
}

void run(int *data, int n)
{
	steps<<<1, 32>>>(data, n); // launch: race-free; twin-launch: race
}
