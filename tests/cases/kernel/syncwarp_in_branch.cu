// Every round of the loop passes the warp barrier, though it stands in a branch: threads keep in step.
#include <cuda_runtime.h>

__global__ void mark(int *b)
{
	int t = threadIdx.x;

	for (int i = blockDim.x / 2; i > 0; i >>= 1)
		if (t < 32) {
			b[blockIdx.x * 8 + i + t] = t; // twin-race: intra-warp
			__syncwarp(); // twin:
		}
}

void run(int *b)
{
	mark<<<1, 8>>>(b); // launch: race-free; twin-launch: race
}
