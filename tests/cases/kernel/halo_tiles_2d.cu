// Tiles in two dimensions, their width a sum, rows of symbolic length.
#include <cuda_runtime.h>

#define SIDE 16

__global__ void step(float *out, int cols, int rows, int rounds, int border)
{
	int tile = SIDE - 2 * rounds;
	int x = tile * blockIdx.x + threadIdx.x - border;
	int y = tile * blockIdx.y + threadIdx.y - border;
	bool inside = (int)threadIdx.x >= rounds && (int)threadIdx.x < SIDE - rounds &&
		      (int)threadIdx.y >= rounds && (int)threadIdx.y < SIDE - rounds;
	if (inside && x >= 0 && x < cols && y >= 0 && y < rows) // twin: if (inside && x >= 0 && x <= cols && y >= 0 && y < rows)
		out[y * cols + x] = threadIdx.x; // twin-race: inter-block, intra-block, intra-warp
}

void run(float *out, int cols, int rows, int rounds, int border)
{
	dim3 block(SIDE, SIDE), grid((cols + SIDE - 1) / SIDE, (rows + SIDE - 1) / SIDE);
	step<<<grid, block>>>(out, cols, rows, rounds, border); // launch: race-free; twin-launch: race
}
