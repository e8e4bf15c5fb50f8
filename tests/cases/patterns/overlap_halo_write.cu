// Tiles overlap by their halo: only the inner part may be written.
#include <cuda_runtime.h>

#define TILE 18
#define HALO 1

__global__ void step(const float *in, float *out, int w, int h)
{
	__shared__ float s[TILE][TILE];
	int tx = threadIdx.x, ty = threadIdx.y;
	int x = blockIdx.x * (TILE - 2 * HALO) + tx - HALO, y = blockIdx.y * (TILE - 2 * HALO) + ty - HALO;

	s[ty][tx] = x >= 0 && x < w && y >= 0 && y < h ? in[y * w + x] : 0;
	__syncthreads();
	bool inner = tx >= HALO && tx < TILE - HALO && ty >= HALO && ty < TILE - HALO; // twin: 	bool inner = tx >= HALO && ty >= HALO && tx < TILE - HALO;
	if (inner && x < w && y < h)
		out[y * w + x] = 0.25f * (s[ty - 1][tx] + s[(ty + 1) % TILE][tx] + s[ty][tx - 1] + s[ty][tx + 1]); // twin-race: inter-block
}

void run(const float *in, float *out, int w, int h)
{
	dim3 block(TILE, TILE), grid((w + 15) / 16, (h + 15) / 16);
	step<<<grid, block>>>(in, out, w, h); // launch: race-free; twin-launch: race
}
