// Red-black relaxation: points of one colour only read those of the other.
#include <cuda_runtime.h>

__global__ void relax(float *u, int n, int colour)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
	int y = blockIdx.y * blockDim.y + threadIdx.y + 1;

	if (x < n - 1 && y < n - 1 && (x + y) % 2 == colour) // twin: 	if (x < n - 1 && y < n - 1)
		u[y * n + x] = 0.25f * (u[y * n + x - 1] + u[y * n + x + 1] + u[(y - 1) * n + x] + u[(y + 1) * n + x]); // twin-race: inter-block,intra-block,intra-warp
}

void run(float *u, int n)
{
	dim3 block(32, 8), grid((n + 31) / 32, (n + 7) / 8);
	relax<<<grid, block>>>(u, n, 0); // launch: race-free; twin-launch: race
	relax<<<grid, block>>>(u, n, 1); // launch: race-free; twin-launch: race
}
