// A stride in __constant__ memory that the host sets: rows of different threads are apart.
#include <cassert>
#include <cuda_runtime.h>

struct shape {
	float scale;
	int pitch;
	int rows;
};

__constant__ shape layout;

__global__ void fill(float *cells, int width)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < layout.rows)
		for (int i = 0; i < width; i++)
			cells[row * layout.pitch + i] = layout.scale * row; // twin-race: inter-block, intra-block, intra-warp
}

void run(int rows, int width, int padding)
{
	assert(rows > 0 && rows < 4096 && width > 0 && width < 4096 && padding >= 0 && padding < 64);
	float *cells;
	shape own = { 2.0f, width + padding, rows }; // twin: 	shape own = { 2.0f, width - padding, rows };
	cudaMalloc(&cells, sizeof(float) * rows * (width + padding));
	cudaMemcpyToSymbol(layout, &own, sizeof(own));
	fill<<<(rows + 127) / 128, 128>>>(cells, width); // launch: race-free; twin-launch: race
	cudaFree(cells);
}
