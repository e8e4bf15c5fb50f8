// How far a row is filled is what the launch says, which in the twin is one entry too far.
#include <cuda_runtime.h>

#define N 64

__device__ float rows[N][N];

__global__ void fill(int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < N)
		for (int j = 0; j < n; j++)
			rows[i][j] = i + j; // twin-race: intra-block, intra-warp
}

void run()
{
	fill<<<1, 64>>>(N); // launch: race-free; twin-launch: race; twin: 	fill<<<1, 64>>>(N + 1);
}
