// Tiles are handed out dynamically; the id is read by all before it is overwritten.
#include <cuda_runtime.h>

__global__ void tiles(const float *a, float *b, unsigned *counter, int w, int h)
{
	__shared__ unsigned tile;
	const int across = w / 16;

	for (;;) {
		if (threadIdx.x == 0 && threadIdx.y == 0)
			tile = atomicAdd(counter, 1u); // twin-race: intra-block,intra-warp
		__syncthreads();
		unsigned id = tile; // twin-race: intra-block,intra-warp
		__syncthreads(); // twin:
		int x = id % across * 16 + threadIdx.x, y = id / across * 16 + threadIdx.y;
		if (y >= h)
			break;
		b[y * w + x] = a[y * w + x];
	}
}

void run(const float *a, float *b, unsigned *counter, int w, int h)
{
	if (w % 16 || h % 16 || w <= 0 || h <= 0)
		return;
	tiles<<<80, dim3(16, 16)>>>(a, b, counter, w, h); // launch: race-free; twin-launch: race
}
