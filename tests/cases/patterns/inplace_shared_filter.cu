// A filter that writes its result into the tile it reads, for the next pass.
#include <cuda_runtime.h>

__global__ void passes(const float *in, float *out, int n)
{
	__shared__ float s[34][34];
	int x = threadIdx.x + 1, y = threadIdx.y + 1;

	s[y][x] = in[(blockIdx.x * 32 + y - 1) * 32 + x - 1];
	if (x == 1)
		s[y][0] = s[y][33] = 0;
	if (y == 1)
		s[0][x] = s[33][x] = 0;
	__syncthreads();
	for (int p = 0; p < n; p++) {
		float v = s[y - 1][x] + s[y + 1][x] + s[y][x - 1] + s[y][x + 1] - 4 * s[y][x]; // twin-race: intra-block,intra-warp
		__syncthreads(); // twin:
		s[y][x] += 0.1f * v; // twin-race: intra-block,intra-warp
		__syncthreads();
	}
	out[(blockIdx.x * 32 + y - 1) * 32 + x - 1] = s[y][x];
}

void run(const float *in, float *out, int n, int blocks)
{
	passes<<<blocks, dim3(32, 32)>>>(in, out, n); // launch: race-free; twin-launch: race
}
