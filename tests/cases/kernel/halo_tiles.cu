// Tiles of width 64 - 2 * m, m known only by its bounds: the stride is a sum, and the halo is not written.
#include <cuda_runtime.h>

#define WIDTH 64

__global__ void step(int *out, int cols, int rounds, int border)
{
	int tile = WIDTH - 2 * rounds;
	int x = tile * blockIdx.x + threadIdx.x - border;
	bool inside = threadIdx.x >= rounds && threadIdx.x < WIDTH - rounds; // twin: bool inside = threadIdx.x + 1 >= rounds && threadIdx.x < WIDTH - rounds;
	if (inside && x >= 0 && x < cols)
		out[x] = threadIdx.x; // twin-race: inter-block
}

void run(int *out, int cols, int rows, int border)
{
	int tiles = (cols + WIDTH - 2 * border - 1) / (WIDTH - 2 * border);
	for (int t = 0; t < rows; t += border)
		step<<<tiles, WIDTH>>>(out, cols, border < rows - t ? border : rows - t, border); // launch: race-free; twin-launch: race
}
