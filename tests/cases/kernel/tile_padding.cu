// A padded 2-D tile: row and column indices stay in their rows.
#include <cuda_runtime.h>

__global__ void tile(const float *in, float *out, int n)
{
	__shared__ float s[16][17];
	int x = threadIdx.x, y = threadIdx.y;

	s[y][x] = in[y * n + x]; // twin-race: intra-warp
	if (x == 0)
		s[y][16] = 0; // twin-race: intra-warp; twin: s[0][16 * y + 16] = 0;
	__syncthreads();
	out[blockIdx.x * 256 + y * 16 + x] = s[y][x + 1] + s[x][y];
}

void run(const float *in, float *out, int n, int blocks)
{
	tile<<<blocks, dim3(16, 16)>>>(in, out, n); // launch: race-free; twin-launch: race
}
