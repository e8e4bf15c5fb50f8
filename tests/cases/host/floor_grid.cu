/*
 * Whole tiles alone, of a size that is a number as well: that the launch has one block at least says that there are columns. The stores to
 * one place stand under different conditions, none of which keeps threads apart.
 */
#include <cuda_runtime.h>

__global__ void edges(const float *in, float *out, int cols)
{
	int row = blockIdx.y * blockDim.y + threadIdx.y + 1;
	int col = blockIdx.x * blockDim.x + threadIdx.x + 1;
	float slope = in[row * cols + col];
	int at = row * cols + col; // twin: int at = row * cols + threadIdx.x;

	if (slope < -1)
		out[at] = -slope; // twin-race: inter-block
	else if (slope < 1)
		out[at] = slope; // twin-race: inter-block
	else
		out[at] = slope / 2; // twin-race: inter-block
}

void run(const float *in, float *out, int cols, int rows, int tile)
{
	dim3 grid((cols - 2) / tile, (rows - 2) / tile), block(tile, tile);
	edges<<<grid, block>>>(in, out, cols); // launch: race-free; twin-launch: race
}
