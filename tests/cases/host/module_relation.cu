// A remainder known on the host: the row length is a multiple of the tile, so that tiles fit without a guard.
#include <cuda_runtime.h>
#include <cassert>

#define TILE 32

__global__ void transpose(const float *in, float *out, int n)
{
	__shared__ float tile[TILE][TILE + 1];
	int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;

	tile[threadIdx.y][threadIdx.x] = in[y * n + x];
	__syncthreads();
	x = blockIdx.y * TILE + threadIdx.x;
	y = blockIdx.x * TILE + threadIdx.y;
	out[y * n + x] = tile[threadIdx.x][threadIdx.y]; // twin-race: inter-block,intra-block
}

void run(const float *in, float *out, int n)
{
	assert(n > 0 && n % TILE == 0); // twin: assert(n > 0);
	dim3 block(TILE, TILE), grid((n + TILE - 1) / TILE, (n + TILE - 1) / TILE);

	transpose<<<grid, block>>>(in, out, n); // launch: race-free; twin-launch: race
}
