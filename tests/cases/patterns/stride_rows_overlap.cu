// Blocks take rows in tiles: with a tile height other than the block's, rows overlap.
#include <cuda_runtime.h>

#define TILE 16

__global__ void blur(const float *in, float *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * TILE + threadIdx.y;

	if (x < w && y < h)
		out[y * w + x] = 0.5f * in[y * w + x]; // twin-race(warning): inter-block
}

void run(const float *in, float *out, int w, int h)
{
	dim3 block(32, TILE); // twin: 	dim3 block(32, 2 * TILE);
	dim3 grid((w + 31) / 32, (h + TILE - 1) / TILE);
	blur<<<grid, block>>>(in, out, w, h); // launch: race-free; twin-launch: race
}
