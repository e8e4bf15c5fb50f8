// The leader of each warp looks something up for its lanes.
#include <cuda_runtime.h>

__global__ void lookup(const int *offset, const int *col, int *deg, int n)
{
	__shared__ int range[4][2];
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32;

	for (int v = blockIdx.x * 4 + warp; v < n; v += gridDim.x * 4) {
		if (lane < 2)
			range[warp][lane] = offset[v + lane]; // twin-race: intra-warp
		__syncwarp();
		int first = range[warp][0], last = range[warp][1]; // twin-race: intra-warp
		__syncwarp(); // twin:
		int c = 0;
		for (int e = first + lane; e < last; e += 32)
			c += col[e] > v;
		for (int o = 16; o > 0; o /= 2)
			c += __shfl_xor_sync(0xffffffff, c, o);
		if (lane == 0)
			deg[v] = c;
	}
}

void run(const int *offset, const int *col, int *deg, int n)
{
	lookup<<<64, 128>>>(offset, col, deg, n); // launch: race-free; twin-launch: race
}
